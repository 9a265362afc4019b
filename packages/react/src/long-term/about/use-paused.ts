import type { LongTermMemory } from '@agent-memory/long-term';
import { useEffect, useState } from 'react';

/** Whether the memory is paused, here or in another tab. Until it is known, and where it cannot be read, it is not. */
export function usePaused(longTerm: LongTermMemory): boolean {
  const [isPaused, setPaused] = useState(false);
  useEffect(() => {
    let isOver = false;
    const read = (): void => {
      longTerm.isPaused().then(
        (now) => isOver || setPaused(now),
        // The list reads the same store and shows why it cannot.
        () => undefined,
      );
    };
    const stop = longTerm.subscribe(({ type }) => type === 'record-change' && read());
    read();
    return () => {
      isOver = true;
      stop();
    };
  }, [longTerm]);
  return isPaused;
}
