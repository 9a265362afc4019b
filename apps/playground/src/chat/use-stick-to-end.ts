import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

/** This close to the end counts as being there. */
const NEAR_PX = 40;

/**
 * Keeps the end of a growing list in sight while a person is there, and leaves them where they are
 * once they have scrolled away.
 */
export function useStickToEnd(
  scroller: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
): { readonly isAtEnd: boolean; readonly toEnd: () => void } {
  const [isAtEnd, setIsAtEnd] = useState(true);
  const isSticking = useRef(true);

  const toEnd = useCallback(() => {
    isSticking.current = true;
    setIsAtEnd(true);
    const element = scroller.current;
    if (element) element.scrollTop = element.scrollHeight;
  }, [scroller]);

  useEffect(() => {
    const [element, list] = [scroller.current, content.current];
    if (!element || !list) return undefined;
    let lastTop = element.scrollTop;
    const onScroll = (): void => {
      const isNear = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_PX;
      const isUpward = element.scrollTop < lastTop;
      lastTop = element.scrollTop;
      // Growth alone also puts a distance to the end; only a person goes up.
      if (isNear) isSticking.current = true;
      else if (isUpward) isSticking.current = false;
      setIsAtEnd(isNear || isSticking.current);
    };
    const observer = new ResizeObserver(() => {
      if (isSticking.current) element.scrollTop = element.scrollHeight;
    });
    observer.observe(list);
    observer.observe(element);
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', onScroll);
    };
  }, [scroller, content]);

  return { isAtEnd, toEnd };
}
