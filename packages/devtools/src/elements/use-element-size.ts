import { type RefObject, useLayoutEffect, useState } from 'react';

/** The width of an element in pixels without its borders, followed as it changes; 0 before the first layout. */
export function useElementWidth(element: RefObject<HTMLElement | null>): number {
  return useMeasure(element, 'clientWidth');
}

/** The height of an element in pixels with its borders, followed as it changes; 0 before the first layout. */
export function useElementHeight(element: RefObject<HTMLElement | null>): number {
  return useMeasure(element, 'offsetHeight');
}

function useMeasure(
  element: RefObject<HTMLElement | null>,
  side: 'clientWidth' | 'offsetHeight',
): number {
  const [pixels, setPixels] = useState(0);
  useLayoutEffect(() => {
    const measured = element.current;
    if (!measured) return;
    const measure = () => setPixels(measured[side]);
    measure();
    // One of another window would wait for frames of that window.
    const { ResizeObserver: Observer } = measured.ownerDocument.defaultView ?? globalThis;
    const observer = new Observer(measure);
    observer.observe(measured);
    return () => observer.disconnect();
  }, [element, side]);
  return pixels;
}
