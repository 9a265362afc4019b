import type { FrameClock } from './panel-window.ts';

/** Something that tells when it is another one than before. */
export interface Changing {
  readonly subscribe: (listener: () => void) => () => void;
}

/**
 * Calls back ahead of the next frame after a change, once however many there were. Whoever makes the
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
