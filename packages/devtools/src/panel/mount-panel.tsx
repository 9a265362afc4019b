import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { adoptStylesheet } from '../elements/styles/adopt-stylesheet.ts';
import { keepUsedKeys } from '../elements/used-keys.ts';
import { type DrawnPanel, PanelApp } from './panel-app.tsx';
import { STYLESHEET } from './stylesheet.ts';

/** A panel in an element of the page. */
export interface MountedPanel {
  /** Shows a source; also to show another one, or the same in other colours. */
  readonly draw: (panel: DrawnPanel) => void;
  /** Takes the panel off the page. */
  readonly unmount: () => void;
}

/**
 * Puts the panel into an element, behind an open shadow root, with a React root of its own. While
 * the element cannot be seen, the panel asks its source nothing.
 *
 * @example
 * const host = document.body.appendChild(document.createElement('div'));
 * const panel = mountPanel(host);
 * panel.draw({ source: memorySource(memory), theme: 'auto' });
 */
export function mountPanel(host: HTMLElement, nonce?: string): MountedPanel {
  const { render, unmount } = mountInShadow(host, nonce);
  return {
    draw: (panel) => render(<PanelApp host={host} {...panel} />),
    unmount,
  };
}

/** A part of the panel behind a shadow root, with a React root of its own. */
export type ShadowMount = ReturnType<typeof mountInShadow>;

/** Puts an open shadow root with the panel's styles into an element. */
export function mountInShadow(host: HTMLElement, nonce?: string) {
  const shadow = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const container = host.ownerDocument.createElement('div');
  container.className = 'root';
  adoptStylesheet(shadow, nonce, STYLESHEET);
  shadow.append(container);
  const stopKeeping = keepUsedKeys(host);
  const root = createRoot(container);
  return {
    render: (content: ReactNode) => root.render(content),
    /** Takes it off the page. */
    unmount: () => {
      stopKeeping();
      // A root must not be unmounted while another one renders, which is when effects are undone.
      queueMicrotask(() => root.unmount());
      container.remove();
    },
  };
}
