import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { keepUsedKeys } from './parts/used-keys.ts';
import { adoptStylesheet } from './styles/adopt-stylesheet.ts';

/** A part of the panel behind a shadow root, with a React root of its own. */
export interface ShadowMount {
  readonly render: (content: ReactNode) => void;
  /** Takes it off the page. */
  readonly unmount: () => void;
}

/** Puts an open shadow root with the panel's styles into an element. */
export function mountInShadow(host: HTMLElement, nonce?: string): ShadowMount {
  const shadow = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const container = host.ownerDocument.createElement('div');
  container.className = 'root';
  adoptStylesheet(shadow, nonce);
  shadow.append(container);
  const stopKeeping = keepUsedKeys(host);
  const root = createRoot(container);
  return {
    render: (content) => root.render(content),
    unmount: () => {
      stopKeeping();
      // A root must not be unmounted while another one renders, which is when effects are undone.
      queueMicrotask(() => root.unmount());
      container.remove();
    },
  };
}
