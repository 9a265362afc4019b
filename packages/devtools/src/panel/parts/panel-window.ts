import { createContext, useContext } from 'react';

/** Calls back before the next frame of a window is drawn. */
export interface FrameClock {
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
