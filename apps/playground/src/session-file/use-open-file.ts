import type { MemoryStore } from '@agent-memory/core';
import { useCallback, useRef, useState } from 'react';
import { errorText } from '../app/error-text.ts';
import { memoryIdOf, sessionName } from '../session/session-choice.ts';
import { keptChoice } from '../settings/preferences.ts';
import { FILES_KEPT, type Keeping, type OpenedFiles } from '../storage/opened-files.ts';
import { type RecordedSession, readSessionText, sizeProblem } from './session-file.ts';

/** Opening of session files. */
export interface FileOpening {
  readonly open: (file: File) => void;
  /** Why the last file was not opened, in words. */
  readonly problem: string | undefined;
  /** A further remark about the last file that was opened. */
  readonly notice: string | undefined;
  /** Takes problem and notice away. */
  readonly dismiss: () => void;
  /** Rises with every file that was opened. */
  readonly opened: number;
}

/**
 * Opens session files and hands on the id of each that could be read. Of a file that could not,
 * nothing is kept, and what was open stays. Of several opened at once, the last one is shown,
 * however long each takes to read.
 */
export function useOpenFile(
  files: OpenedFiles,
  store: MemoryStore,
  onOpened: (id: string) => void,
): FileOpening {
  const [problem, setProblem] = useState<string>();
  const [notice, setNotice] = useState<string>();
  const [opened, setOpened] = useState(0);
  const latest = useRef(0);
  const dismiss = useCallback(() => {
    setProblem(undefined);
    setNotice(undefined);
  }, []);
  const open = useCallback(
    (file: File) => {
      latest.current += 1;
      const turn = latest.current;
      const isOvertaken = (): boolean => latest.current !== turn;
      dismiss();
      async function run(): Promise<void> {
        const session = await readFile(file);
        if (isOvertaken()) return;
        const id = `${Date.now().toString(36)}-${turn}-${session.id}`;
        const keeping = await files.keep(id, session);
        await deleteMemories(keeping, store);
        setOpened((count) => count + 1);
        if (isOvertaken()) return;
        setNotice(noticeOf(file, keeping));
        onOpened(id);
      }
      run().catch((error: unknown) => {
        if (!isOvertaken()) setProblem(sentence(file, error));
      });
    },
    [files, store, onOpened, dismiss],
  );
  return { open, problem, notice, dismiss, opened };
}

class UnreadableFile extends Error {}

/** @throws UnreadableFile with the problem as its message. */
async function readFile(file: File): Promise<RecordedSession> {
  const tooLarge = sizeProblem(file.size);
  if (tooLarge) throw new UnreadableFile(tooLarge);
  const result = await readSessionText(await file.text(), file.name);
  if (result.kind === 'problem') throw new UnreadableFile(result.problem);
  return result.session;
}

async function deleteMemories({ forgotten }: Keeping, store: MemoryStore): Promise<void> {
  for (const { id } of forgotten) {
    const name = sessionName({ kind: 'file', id });
    // A session that stays behind takes room and harms nothing.
    await store.delete(memoryIdOf(keptChoice.get(), name)).catch(() => undefined);
  }
}

function noticeOf(file: File, { stored, forgotten }: Keeping): string | undefined {
  const sentences = [
    ...(stored
      ? []
      : [`“${file.name}” is kept only until this page closes: this browser could not store it.`]),
    ...forgotten.map(
      ({ title }) => `“${title}” was let go: only the newest ${FILES_KEPT} files are kept.`,
    ),
  ];
  return sentences.length > 0 ? sentences.join(' ') : undefined;
}

function sentence(file: File, error: unknown): string {
  const reason = errorText(error);
  return `“${file.name}” was not opened: ${reason}. Nothing of it was loaded, and what was open stays as it was.`;
}
