import type { KnownNames } from '@agent-memory/core/internal';
import type { ReactNode } from 'react';
import { refusedProps } from '../elements/refused-props.ts';
import type { PanelTheme } from '../elements/styles/theme.ts';
import { type DevtoolsChannel, tabChannel } from '../transport/channel.ts';
import { RemoteApp } from './remote-app.tsx';
import { usePinnedRoot } from './use-pinned-root.ts';

/** Props of `MemoryDevtoolsPage`. */
export interface MemoryDevtoolsPageProps {
  /** The name of the memory to begin with. Default: the first that answers. */
  readonly memory?: string;
  /** Default `auto`: as the system prefers. */
  readonly theme?: PanelTheme;
  /** The channel on which memories answer. Default: all tabs of the origin. */
  readonly channel?: DevtoolsChannel;
  /** A page with a memory, offered where none answers. */
  readonly home?: { readonly href: string; readonly title: string };
  /** For the style elements that are used where constructable stylesheets are missing. */
  readonly nonce?: string;
}

const PROPS = {
  memory: true,
  theme: true,
  channel: true,
  home: true,
  nonce: true,
} as const satisfies KnownNames<MemoryDevtoolsPageProps>;

const ALL_TABS = tabChannel();

/**
 * A page for a tab of its own [DEV-8]: the panel over the memories of other tabs of the same origin, where
 * `<MemoryDevtools>` or `serveSource` has them answer. Attaches whenever it is opened; says what to do where
 * none answers, and when the tab with the memory is closed. Fills the window.
 *
 * @example
 * ```tsx
 * <MemoryDevtoolsPage home={{ href: '/', title: 'Open the chat' }} />;
 * ```
 */
export function MemoryDevtoolsPage(props: MemoryDevtoolsPageProps): ReactNode {
  const refusal = refusedProps(props, PROPS, 'MemoryDevtoolsPage');
  return refusal === undefined ? <WholePage {...props} /> : <p role="alert">{refusal}</p>;
}

function WholePage(props: MemoryDevtoolsPageProps): ReactNode {
  const { channel = ALL_TABS, theme = 'auto', memory, home, nonce } = props;
  usePinnedRoot(nonce, <RemoteApp {...{ channel, theme, memory, home, nonce }} />);
  return null;
}
