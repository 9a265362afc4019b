import type { MemoryStore } from '@agent-memory/core';
import { useCallback, useState } from 'react';
import { memoryIdOf, sessionName } from '../session/session-choice.ts';
import { keptChoice } from '../settings/preferences.ts';
import type { OpenedFiles } from '../storage/opened-files.ts';
import { readSessionText, sizeProblem } from './session-file.ts';

/** Opening of session files. */
export interface FileOpening {
  readonly open: (file: File) => void;
  /** Why the last file was not opened, in words. */
  readonly problem: string | undefined;
  readonly dismiss: () => void;
  /** Rises with every file that was opened. */
  readonly opened: number;
}

/**
 * Opens session files and hands on the id of each that could be read. Of a file that could not,
 * nothing is kept, and what was open stays.
 */
export function useOpenFile(
  files: OpenedFiles,
  store: MemoryStore,
  onOpened: (id: string) => void,
): FileOpening {
  const [problem, setProblem] = useState<string>();
  const [opened, setOpened] = useState(0);
  const open = useCallback(
    (file: File) => {
      setProblem(undefined);
      openFile(file, files, store)
        .then((id) => {
          setOpened((count) => count + 1);
          onOpened(id);
        })
        .catch((error: unknown) => setProblem(sentence(file, error)));
    },
    [files, store, onOpened],
  );
  const dismiss = useCallback(() => setProblem(undefined), []);
  return { open, problem, dismiss, opened };
}

class UnreadableFile extends Error {}

/** @throws UnreadableFile with the problem as its message. */
async function openFile(file: File, files: OpenedFiles, store: MemoryStore): Promise<string> {
  const tooLarge = sizeProblem(file.size);
  if (tooLarge) throw new UnreadableFile(tooLarge);
  const result = readSessionText(await file.text(), file.name);
  if (result.kind === 'problem') throw new UnreadableFile(result.problem);
  const id = `${Date.now().toString(36)}-${result.session.id}`;
  const { forgotten } = await files.keep(id, result.session);
  for (const old of forgotten) {
    const name = sessionName({ kind: 'file', id: old });
    // A session that stays behind takes room and harms nothing.
    await store.delete(memoryIdOf(keptChoice.get(), name)).catch(() => undefined);
  }
  return id;
}

function sentence(file: File, error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  return `“${file.name}” was not opened: ${reason}. Nothing of it was loaded, and what was open stays as it was.`;
}
