import { type RefObject, useLayoutEffect, useState } from 'react';

/** The width of an element in pixels without its borders, followed as it changes; 0 before the first layout. */
export function useElementWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const measured = element.current;
    if (!measured) return;
    const measure = () => setWidth(measured.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(measured);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
