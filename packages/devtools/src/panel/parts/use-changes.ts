import { useEffect, useRef, useState } from 'react';

/** Something that tells when it is another one than before. */
export interface Changing {
  readonly subscribe: (listener: () => void) => () => void;
}

/**
 * Rises when it may be another one than before, at most once in a frame. Follows it only while
 * `isShown`; what happened meanwhile counts when it is shown again.
 */
export function useChanges(changing: Changing, isShown: boolean): number {
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
    const stop = changing.subscribe(() => {
      frame ??= requestAnimationFrame(() => {
        frame = undefined;
        setVersion((before) => before + 1);
      });
    });
    return () => {
      stop();
      if (frame !== undefined) cancelAnimationFrame(frame);
    };
  }, [changing, isShown]);
  return version;
}
