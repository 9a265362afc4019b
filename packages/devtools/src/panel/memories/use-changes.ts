import { useEffect, useRef, useState } from 'react';
import type { LongTermSource } from '../../source/long-term-source.ts';

/**
 * Rises when records may be other ones than before, at most once in a frame. Follows the memory only
 * while `isShown`; what happened meanwhile counts when it is shown again.
 */
export function useChanges(longTerm: LongTermSource, isShown: boolean): number {
  const [version, setVersion] = useState(0);
  const wasHidden = useRef(false);
  useEffect(() => {
    if (!isShown) {
      wasHidden.current = true;
      return;
    }
    if (wasHidden.current) setVersion((before) => before + 1);
    wasHidden.current = false;
    let frame: number | undefined;
    const stop = longTerm.subscribe(() => {
      frame ??= requestAnimationFrame(() => {
        frame = undefined;
        setVersion((before) => before + 1);
      });
    });
    return () => {
      stop();
      if (frame !== undefined) cancelAnimationFrame(frame);
    };
  }, [longTerm, isShown]);
  return version;
}
