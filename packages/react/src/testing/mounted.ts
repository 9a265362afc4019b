import { createElement, type ReactElement, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { onTestFinished } from 'vitest';

/** An element in the page, without `act`: React renders, paints and mounts when it does in an app. */
export interface Mounted {
  readonly place: HTMLElement;
  /** The text that the page shows. */
  readonly text: () => string;
  readonly rerender: (element: ReactElement) => void;
  readonly unmount: () => void;
}

/** Mounts an element and takes it away when the test is over. Works in a browser only. */
export function mounted(
  element: ReactElement,
  { isStrict = false }: { readonly isStrict?: boolean } = {},
): Mounted {
  const place = document.createElement('main');
  document.body.append(place);
  const root = createRoot(place);
  const rerender = (next: ReactElement): void => {
    root.render(isStrict ? createElement(StrictMode, null, next) : next);
  };
  onTestFinished(() => {
    root.unmount();
    place.remove();
  });
  rerender(element);
  return {
    place,
    text: () => place.textContent,
    rerender,
    unmount: () => root.unmount(),
  };
}
