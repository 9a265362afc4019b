import { errorText } from '@agent-memory/core/internal';
import { useCallback, useEffect, useRef, useState } from 'react';
import { freeName } from './free-name.ts';
import type { OpenedFile } from './open-session-file.ts';
import type { NamedSource } from './shown-memory.ts';

/** A session that was opened from a file, under a name that no other file has. */
interface ListedFile extends NamedSource {
  readonly fileName: string;
  readonly opened: OpenedFile;
}

/** The session files that a page has open; `onOpen` hears the name of each new one. */
export function useOpenedFiles(onOpen: (name: string) => void) {
  const [files, setFiles] = useState<readonly ListedFile[]>([]);
  const [refusals, setRefusals] = useState<readonly string[]>([]);
  const kept = useRef<readonly ListedFile[]>([]);
  const isGone = useRef(false);

  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      for (const { opened } of kept.current) opened.dispose();
      kept.current = [];
    };
  }, []);

  const keep = useCallback((next: readonly ListedFile[]) => {
    kept.current = next;
    setFiles(next);
  }, []);

  const open = useCallback(
    async (chosen: readonly File[]) => {
      setRefusals([]);
      for (const file of chosen) {
        try {
          const { openSessionFile } = await import('./open-session-file.ts');
          const opened = await openSessionFile(file);
          if (isGone.current) {
            opened.dispose();
            return;
          }
          const taken = new Set(kept.current.map(({ name }) => name));
          const name = freeName(`${opened.title} · ${file.name}`, taken);
          keep([...kept.current, { name, fileName: file.name, source: opened.source, opened }]);
          onOpen(name);
        } catch (error) {
          setRefusals((before) => [...new Set([...before, errorText(error)])]);
        }
      }
    },
    [keep, onOpen],
  );

  return {
    files,
    /** Why the last files were not opened, each reason once. */
    refusals,
    open,
    close: (name: string) => {
      kept.current.find((file) => file.name === name)?.opened.dispose();
      keep(kept.current.filter((file) => file.name !== name));
    },
    dismiss: () => setRefusals([]),
  };
}
