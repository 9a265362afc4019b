import { errorText } from '@agent-memory/core/internal';
import type { ImportedFile } from '../../source/import-facts.ts';
import type { LongTermSource } from '../../source/long-term-source.ts';
import { importSentence } from '../../view-model/import-words.ts';
import { usePanel } from '../parts/panel-context.ts';
import { type FinishedAction, useAction } from './use-action.ts';

/** Takes files of records in, one at a time. */
export interface FileImport {
  readonly isRunning: boolean;
  readonly take: (file: File) => void;
}

/** Imports files. How each one went is told by `onFinish`, and line by line in the report. */
export function useImport(
  longTerm: LongTermSource,
  onFinish: (action: FinishedAction) => void,
): FileImport {
  const { dispatchMemories } = usePanel();
  const { run, isRunning } = useAction(onFinish);
  const take = (chosen: File) =>
    run(async () => {
      const { words, facts } = await takenIn(longTerm, chosen);
      const file = facts && { name: chosen.name, facts };
      dispatchMemories({ type: 'report-import', file });
      return { words, isRefused: facts === undefined, selectedId: undefined };
    });
  return { isRunning, take };
}

/** The outcome of a file in words; without `facts` it did not go as it should. */
async function takenIn(
  longTerm: LongTermSource,
  file: File,
): Promise<{ readonly words: string; readonly facts?: ImportedFile['facts'] }> {
  try {
    const text = await textOf(file);
    if (text === undefined) {
      return {
        words: `${file.name} cannot be read any more; nothing was imported. Choose it anew.`,
      };
    }
    const facts = await longTerm.imported(text);
    return facts.kind === 'unreadable'
      ? { words: `${facts.sentence} ${FILE_WANTED}` }
      : { words: `From ${file.name}: ${importSentence(facts)}.`, facts };
  } catch (error) {
    return { words: `${STOPPED} ${errorText(error)}` };
  }
}

const FILE_WANTED =
  'Choose a file that “Export all” has made, in this memory or in another one of the same user.';

/** A large file is taken in by parts, each of them whole. */
const STOPPED =
  'The import stopped; what had been taken in before stays. Import the file again: nothing is taken in twice.';

/** `undefined` where the file was moved, changed or locked since it was chosen. */
async function textOf(file: File): Promise<string | undefined> {
  try {
    return await file.text();
  } catch {
    return undefined;
  }
}
