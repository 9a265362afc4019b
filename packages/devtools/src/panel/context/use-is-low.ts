import { type RefObject, useRef } from 'react';
import { useElementHeight, useElementWidth } from '../parts/use-element-size.ts';

/** Under these heights of the tab the list needs the room of what stands above it, which wraps in a narrow tab. */
const ROOMY_PIXELS = { narrow: 720, wide: 520 } as const;

const WIDE_PIXELS = 480;

/** Whether a tab is too low for all that can be told above its list. */
export interface LowTab {
  readonly isLow: boolean;
  /** For an element that stands in the tab itself. */
  readonly inTab: (element: HTMLElement | null) => void;
}

export function useIsLow(): LowTab {
  const tab: RefObject<HTMLElement | null> = useRef(null);
  const heightPixels = useElementHeight(tab);
  const isWide = useElementWidth(tab) >= WIDE_PIXELS;
  return {
    isLow: heightPixels < ROOMY_PIXELS[isWide ? 'wide' : 'narrow'],
    inTab: (element) => {
      tab.current = element?.parentElement ?? null;
    },
  };
}
