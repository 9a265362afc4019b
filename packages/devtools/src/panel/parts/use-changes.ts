import { useEffect, useRef, useState } from 'react';
import { type Changing, onFrames } from './on-frames.ts';
import { useFrames } from './panel-window.ts';

/**
 * Rises when it may be another one than before, at most once in a frame. Follows it only while
 * `isShown`; what happened meanwhile counts when it is shown again.
 */
export function useChanges(changing: Changing, isShown: boolean): number {
  const [version, setVersion] = useState(0);
  const wasHidden = useRef(false);
  const frames = useFrames();
  useEffect(() => {
    if (!isShown) {
      wasHidden.current = true;
      return;
    }
    const rise = () => setVersion((before) => before + 1);
    if (wasHidden.current) rise();
    wasHidden.current = false;
    return onFrames(frames, changing, rise);
  }, [changing, isShown, frames]);
  return version;
}
