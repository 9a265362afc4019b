import { createRoot } from 'react-dom/client';
import type { DevtoolsSource } from '../source/devtools-source.ts';
import { adoptStylesheet } from './adopt-stylesheet.ts';
import { PanelApp } from './panel-app.tsx';

/** Light, dark, or as the system prefers. */
export type PanelTheme = 'light' | 'dark' | 'auto';

/** What a panel shows, and in which colours. */
export interface DrawnPanel {
  readonly source: DevtoolsSource;
  readonly theme: PanelTheme;
}

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
  const shadow = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const container = host.ownerDocument.createElement('div');
  container.className = 'root';
  adoptStylesheet(shadow, nonce);
  shadow.append(container);
  const root = createRoot(container);
  return {
    draw: ({ source, theme }) =>
      root.render(<PanelApp host={host} source={source} theme={theme} />),
    unmount: () => {
      // A root must not be unmounted while another one renders, which is when effects are undone.
      queueMicrotask(() => root.unmount());
      container.remove();
    },
  };
}
