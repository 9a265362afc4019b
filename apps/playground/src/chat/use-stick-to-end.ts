import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

/** This close to the end counts as being there. */
const NEAR_PX = 40;
/** Events that end the way back to the end: the scroll comes to rest, or a person scrolls anew. */
const RETURN_ENDS = ['scrollend', 'wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

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
  /** True on the way to an end that a person asked for: an earlier scroll that still glides would lead away. */
  const isReturning = useRef(false);
  const lastTop = useRef(0);

  const follow = useCallback((element: HTMLElement) => {
    element.scrollTop = element.scrollHeight;
    lastTop.current = element.scrollTop;
  }, []);

  const toEnd = useCallback(() => {
    isSticking.current = true;
    setIsAtEnd(true);
    const element = scroller.current;
    if (!element) return;
    isReturning.current = !isNearEnd(element);
    follow(element);
  }, [scroller, follow]);

  useEffect(() => {
    const [element, list] = [scroller.current, content.current];
    if (!element || !list) return undefined;
    lastTop.current = element.scrollTop;
    const onScroll = (): void => {
      const isNear = isNearEnd(element);
      if (isReturning.current && !isNear) {
        follow(element);
        return;
      }
      const isUpward = element.scrollTop < lastTop.current;
      lastTop.current = element.scrollTop;
      // Growth alone also puts a distance to the end; only a person goes up.
      if (isNear) isSticking.current = true;
      else if (isUpward) isSticking.current = false;
      setIsAtEnd(isNear || isSticking.current);
    };
    const endReturn = (): void => {
      isReturning.current = false;
    };
    const observer = new ResizeObserver(() => {
      if (isSticking.current) follow(element);
    });
    observer.observe(list);
    observer.observe(element);
    element.addEventListener('scroll', onScroll, { passive: true });
    for (const event of RETURN_ENDS) element.addEventListener(event, endReturn, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', onScroll);
      for (const event of RETURN_ENDS) element.removeEventListener(event, endReturn);
    };
  }, [scroller, content, follow]);

  return { isAtEnd, toEnd };
}

function isNearEnd({ scrollHeight, scrollTop, clientHeight }: HTMLElement): boolean {
  return scrollHeight - scrollTop - clientHeight < NEAR_PX;
}
