import { type KnownNames, refuseUnknown } from '@agent-memory/core/internal';
import { createRoot } from 'react-dom/client';
import type { DevtoolsSource } from '../source/devtools-source.ts';
import { PanelApp } from './panel-app.tsx';
import { adoptStylesheet } from './styles/adopt-stylesheet.ts';
import type { PanelTheme } from './styles/theme.ts';

/** The content of a panel, and its colours. */
export interface DrawnPanel {
  readonly source: DevtoolsSource;
  readonly theme: PanelTheme;
}

const DRAWN = { source: true, theme: true } as const satisfies KnownNames<DrawnPanel>;

/** A panel in an element of the page. */
export interface MountedPanel {
  /**
   * Shows a source; also to show another one, or the same in other colours.
   * @throws InvalidOptionError if an option is not known.
   */
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
    draw: (panel) => {
      refuseUnknown(panel, DRAWN, 'draw');
      root.render(<PanelApp host={host} source={panel.source} theme={panel.theme} />);
    },
    unmount: () => {
      // A root must not be unmounted while another one renders, which is when effects are undone.
      queueMicrotask(() => root.unmount());
      container.remove();
    },
  };
}
