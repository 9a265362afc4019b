import type { MemoryStore } from '@agent-memory/core';
import { useCallback } from 'react';
import {
  memoryIdOf,
  type OwnMode,
  type SessionChoice,
  sessionName,
  startedOver,
} from './session-choice.ts';

/** The one session of a mode, and how it is started over. */
export function useOwnSession(
  mode: OwnMode,
  {
    store,
    choice,
    onChoice,
  }: {
    readonly store: MemoryStore;
    readonly choice: SessionChoice;
    readonly onChoice: (choice: SessionChoice) => void;
  },
): { readonly memoryId: string; readonly onStartOver: () => void } {
  const name = sessionName(mode);
  const memoryId = memoryIdOf(choice, name);
  const onStartOver = useCallback(() => {
    onChoice(startedOver(choice, name));
    // A leftover takes room and harms nothing: nobody asks for this id again.
    store.delete(memoryId).catch(() => undefined);
  }, [store, choice, onChoice, name, memoryId]);
  return { memoryId, onStartOver };
}
