import { errorText } from '@agent-memory/core/internal';
import { useState } from 'react';
import type { ImportFacts } from '../../source/import-facts.ts';
import type { LongTermSource } from '../../source/long-term-source.ts';
import { importSentence } from '../../view-model/import-words.ts';
import { type FinishedAction, useAction } from './use-action.ts';

/** A file that was taken in, and what became of each of its lines. */
export interface ImportedFile {
  readonly name: string;
  readonly facts: Extract<ImportFacts, { readonly kind: 'read' }>;
}

/** Takes files of records in, one at a time. */
export interface FileImport {
  readonly isRunning: boolean;
  /** The last file that was taken in, until its report is closed. */
  readonly file: ImportedFile | undefined;
  readonly take: (file: File) => void;
  readonly close: () => void;
}

/** Imports files; how each one went is told by `onFinish`, in words. */
export function useImport(
  longTerm: LongTermSource,
  onFinish: (action: FinishedAction) => void,
): FileImport {
  const [file, setFile] = useState<ImportedFile>();
  const { run, isRunning } = useAction(onFinish);

  async function takeIn({ name, text }: { name: string; text: string }): Promise<string> {
    const facts = await longTerm.imported(text);
    if (facts.kind === 'unreadable') {
      return `${facts.sentence} It takes a file that “Export all” has made, of this memory or another one.`;
    }
    setFile({ name, facts });
    return `From ${name}: ${importSentence(facts)}.`;
  }

  const take = (chosen: File) =>
    run(async () => {
      setFile(undefined);
      const words = await chosen.text().then(
        (text) => takeIn({ name: chosen.name, text }).catch(stopWords),
        (error: unknown) =>
          `${chosen.name} cannot be read; nothing was imported. ${errorText(error)}`,
      );
      return { words, selectedId: undefined };
    });
  return { isRunning, file, take, close: () => setFile(undefined) };
}

/** A large file is taken in by parts, each of them whole. */
function stopWords(error: unknown): string {
  return `The import stopped; what had been taken in before stays. Import the file again: nothing is taken in twice. ${errorText(error)}`;
}
