import type { KnownNames } from '@agent-memory/core/internal';
import type { ReactNode } from 'react';
import { refusedProps } from '../elements/refused-props.ts';
import type { PanelTheme } from '../elements/styles/theme.ts';
import { type DevtoolsChannel, tabChannel } from '../transport/channel.ts';
import type { PillCorner } from './frame.tsx';
import { HostApp } from './host-app.tsx';
import type { ShownMemory } from './shown-memory.ts';
import { usePinnedRoot } from './use-pinned-root.ts';

/** Props of `MemoryDevtools`. */
export interface MemoryDevtoolsProps {
  /** Memories by the names under which they are chosen. */
  readonly memories: Readonly<Record<string, ShownMemory>>;
  /** Default `auto`: as the system prefers. */
  readonly theme?: PanelTheme;
  /** The corner of the page for the pill. Default `bottom-right`. */
  readonly corner?: PillCorner;
  /**
   * The channel on which the memories answer the page of the devtools, which can read them and change nothing.
   * Default: all tabs of the origin in development, none in a production build.
   */
  readonly channel?: DevtoolsChannel | false;
  /** For the style elements that are used where constructable stylesheets are missing. */
  readonly nonce?: string;
}

const PROPS = {
  memories: true,
  theme: true,
  corner: true,
  channel: true,
  nonce: true,
} as const satisfies KnownNames<MemoryDevtoolsProps>;

/**
 * The devtools over a page [DEV-8]: a pill with the use of the budget and the number of findings, which opens
 * the panel below the page, at its side, or in a window of its own.
 *
 * - Renders nothing where it stands; its element is at the end of the page, with a React root of its own
 *   behind a shadow root, and lets clicks beside it through.
 * - Place, size and the memory shown are remembered where the page may store something.
 * - Follows a memory while its pill or panel is there.
 * - A prop that there is not is refused in words; the app is not affected.
 *
 * @example
 * ```tsx
 * <MemoryDevtools memories={{ Support: memory, 'With parts': { memory, longTerm } }} />;
 * ```
 */
export function MemoryDevtools(props: MemoryDevtoolsProps): ReactNode {
  const refusal = refusedProps(props, PROPS, 'MemoryDevtools');
  return refusal === undefined ? <PinnedDevtools {...props} /> : <p role="alert">{refusal}</p>;
}

// Replaced by every bundler that can bundle React, which asks the same question in the same words.
declare const process: { readonly env: { readonly NODE_ENV?: string | undefined } };

/** Every page of the origin hears it, so a production build serves it only where the app asks for it. */
const ALL_TABS = process.env.NODE_ENV === 'production' ? false : tabChannel();

function PinnedDevtools({
  memories,
  theme = 'auto',
  corner = 'bottom-right',
  channel = ALL_TABS,
  nonce,
}: MemoryDevtoolsProps): ReactNode {
  usePinnedRoot(
    nonce,
    <HostApp
      {...{ memories, theme, corner, nonce }}
      channel={channel === false ? undefined : channel}
    />,
  );
  return null;
}
