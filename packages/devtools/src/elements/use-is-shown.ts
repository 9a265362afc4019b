import { useEffect, useState } from 'react';

/**
 * Whether an element can be seen: it is drawn and at least its edge is in view. `false` until the
 * browser has said so; `true` where it cannot say.
 */
export function useIsShown(element: HTMLElement): boolean {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    // The element's own window may be another one than this script's.
    const Observer = element.ownerDocument.defaultView?.IntersectionObserver;
    if (!Observer) {
      setShown(true);
      return;
    }
    const observer = new Observer((changes) => {
      const newest = changes.at(-1);
      if (newest) setShown(newest.isIntersecting);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return isShown;
}
