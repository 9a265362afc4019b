import { errorText } from '@agent-memory/core/internal';
import { type ReactNode, useState } from 'react';
import type { LongTermSource } from '../../source/long-term-source.ts';
import { saveFile } from '../parts/save-file.ts';

const FILE_NAME = 'memories.jsonl';

/** Hands out every record with its history as a file of JSON Lines. */
export function ExportButton({ longTerm }: { readonly longTerm: LongTermSource }): ReactNode {
  const [words, setWords] = useState('');
  async function save(document: Document): Promise<void> {
    setWords('Gathering …');
    try {
      saveFile(document, FILE_NAME, await longTerm.exported());
      setWords('');
    } catch (error) {
      setWords(`Nothing was exported. ${errorText(error)}`);
    }
  }
  return (
    <span className="export">
      <span role="status">{words}</span>
      <button
        type="button"
        className="link"
        title="Every record that may be read, with its history, as JSON Lines"
        onClick={({ currentTarget }) => void save(currentTarget.ownerDocument)}
      >
        Export all
      </button>
    </span>
  );
}
