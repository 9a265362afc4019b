import { type RefObject, useEffect, useRef } from 'react';

/** Focuses the target when a cover goes, if the element that had the focus went with it. */
export function useFocusAfter(isCovered: boolean, target: RefObject<HTMLElement | null>): void {
  const wasCovered = useRef(isCovered);
  useEffect(() => {
    const isFocusLost = document.activeElement === document.body;
    if (wasCovered.current && !isCovered && isFocusLost) target.current?.focus();
    wasCovered.current = isCovered;
  }, [isCovered, target]);
}
