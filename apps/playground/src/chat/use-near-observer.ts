import { type RefObject, useCallback, useEffect, useRef } from 'react';

/** Boxes this far outside the visible part still count as near. */
const MARGIN = '900px 0px';

/** Follows an element: tells whether it is near the visible part, until the stop it returns. */
export type ObserveNear = (
  element: Element,
  onCrossing: (crossing: IntersectionObserverEntry) => void,
) => () => void;

/** One observer for all that lies in a scroller; made with the first element to follow. */
export function useNearObserver(scroller: RefObject<HTMLElement | null>): ObserveNear {
  const observer = useRef<IntersectionObserver>(undefined);
  const listeners = useRef(new Map<Element, (crossing: IntersectionObserverEntry) => void>());
  useEffect(
    () => () => {
      observer.current?.disconnect();
      observer.current = undefined;
    },
    [],
  );
  return useCallback(
    (element, onCrossing) => {
      const { current: heard } = listeners;
      // In order, so that the last word about an element is the one that stays.
      observer.current ??= new IntersectionObserver(
        (crossings) => {
          for (const crossing of crossings) heard.get(crossing.target)?.(crossing);
        },
        { root: scroller.current, rootMargin: MARGIN },
      );
      heard.set(element, onCrossing);
      observer.current.observe(element);
      return () => {
        heard.delete(element);
        observer.current?.unobserve(element);
      };
    },
    [scroller],
  );
}
