import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { adoptStylesheet } from '../elements/styles/adopt-stylesheet.ts';
import { STYLESHEET } from '../panel/stylesheet.ts';

export interface RenderedInPanel {
  readonly shadow: ShadowRoot;
  readonly draw: (content: ReactNode) => void;
  readonly resize: (widthPixels: number) => void;
  readonly remove: () => void;
}

/** Puts a part of the panel into a shadow root with the panel's styles, at a given size. */
export function renderInPanel(
  content: ReactNode,
  { widthPixels = 600, heightPixels = 400 } = {},
): RenderedInPanel {
  const place = document.createElement('main');
  document.body.append(place);
  const resize = (width: number) => {
    place.style.cssText = `width: ${width}px; height: ${heightPixels}px`;
  };
  resize(widthPixels);
  const shadow = place.attachShadow({ mode: 'open' });
  adoptStylesheet(shadow, undefined, STYLESHEET);
  const container = document.createElement('div');
  container.className = 'panel';
  container.dataset.theme = 'light';
  shadow.append(container);
  const root = createRoot(container);
  root.render(content);
  return {
    shadow,
    draw: (next) => root.render(next),
    resize,
    remove: () => {
      root.unmount();
      place.remove();
    },
  };
}
