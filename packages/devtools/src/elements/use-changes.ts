import { createContext, useContext, useEffect, useRef, useState } from 'react';

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

/** Something that tells when it is another one than before. */
export interface Changing {
  readonly subscribe: (listener: () => void) => () => void;
}

/**
 * Calls back before the next frame after a change, once however many there were. Anyone who makes the
 * changes is not held up by it. Returns the function that ends it.
 */
export function onFrames(frames: FrameClock, changing: Changing, callback: () => void): () => void {
  let frame: number | undefined;
  const stop = changing.subscribe(() => {
    frame ??= frames.requestAnimationFrame(() => {
      frame = undefined;
      callback();
    });
  });
  return () => {
    stop();
    if (frame !== undefined) frames.cancelAnimationFrame(frame);
  };
}

/** Calls back before the next frame of a window is drawn. */
interface FrameClock {
  readonly requestAnimationFrame: (callback: () => void) => number;
  readonly cancelAnimationFrame: (frame: number) => void;
}

const PanelWindow = createContext<FrameClock>({
  requestAnimationFrame: (callback) => requestAnimationFrame(callback),
  cancelAnimationFrame: (frame) => cancelAnimationFrame(frame),
});

/** Says which window a part of the panel is in. */
export const PanelWindowProvider = PanelWindow.Provider;

/**
 * The frames of the window that the panel is in. A window of its own is drawn while the page that opened
 * it is hidden and has no frames.
 */
export function useFrames(): FrameClock {
  return useContext(PanelWindow);
}
