import { type AgentMemory, type MemoryState, textOf } from '@agent-memory/core';
import { useEffect, useRef } from 'react';
import { useAnnounce } from './announcer.tsx';

/** Has every new reply read out once it is whole; what was there on arrival is not new. */
export function useAnnouncedReplies(
  memory: AgentMemory,
  { status, entries }: MemoryState,
  isOn: boolean,
): void {
  const announce = useAnnounce();
  const known = useRef<{ readonly memory: AgentMemory; readonly entries: number }>(undefined);
  useEffect(() => {
    if (status === 'hydrating') return;
    const fromSeq = known.current?.memory === memory ? known.current.entries : entries;
    known.current = { memory, entries };
    if (!isOn) return;
    for (const { message } of memory.entries({ fromSeq, toSeq: entries })) {
      const text = textOf(message);
      if (message.role === 'assistant' && text !== '') announce(`Assistant: ${text}`);
    }
  }, [memory, status, entries, isOn, announce]);
}
