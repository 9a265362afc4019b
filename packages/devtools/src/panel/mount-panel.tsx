import { type KnownNames, refuseUnknown } from '@agent-memory/core/internal';
import type { DevtoolsSource } from '../source/devtools-source.ts';
import { mountInShadow } from './mount-in-shadow.ts';
import { PanelApp } from './panel-app.tsx';
import type { PanelSelection } from './selection/panel-selection.ts';
import type { PanelTheme } from './styles/theme.ts';

/** The content of a panel, and its colours. */
export interface DrawnPanel {
  readonly source: DevtoolsSource;
  readonly theme: PanelTheme;
  /** Shared with the app around it; default: one of the panel's own. */
  readonly selection?: PanelSelection | undefined;
  /** Default true; `false` where a `MemoryTimeStrip` stands elsewhere on the page. */
  readonly hasTimeStrip?: boolean | undefined;
  /** Shows a message in the app's chat; without it the panel offers no button for that. */
  readonly onShowMessage?: ((seq: number) => void) | undefined;
}

const DRAWN = {
  source: true,
  theme: true,
  selection: true,
  hasTimeStrip: true,
  onShowMessage: true,
} as const satisfies KnownNames<DrawnPanel>;

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
  const { render, unmount } = mountInShadow(host, nonce);
  return {
    draw: (panel) => {
      refuseUnknown(panel, DRAWN, 'draw');
      render(<PanelApp host={host} {...panel} />);
    },
    unmount,
  };
}
