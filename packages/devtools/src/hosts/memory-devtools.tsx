import { errorText, type KnownNames, refuseUnknown } from '@agent-memory/core/internal';
import type { ReactNode } from 'react';
import type { PanelTheme } from '../panel/styles/theme.ts';
import { type DevtoolsChannel, tabChannel } from '../transport/channel.ts';
import { HostApp } from './host-app.tsx';
import { readHotkey } from './hotkey.ts';
import { pageRegistry } from './memory-registry.ts';
import type { PillCorner } from './pill.tsx';
import type { ShownMemory } from './shown-memory.ts';
import { usePinnedRoot } from './use-pinned-root.ts';

/** Props of `MemoryDevtools`. */
export interface MemoryDevtoolsProps {
  /** Memories by the names under which they are chosen. Default: those of `registerMemory`. */
  readonly memories?: Readonly<Record<string, ShownMemory>>;
  /** Default `auto`: as the system prefers. */
  readonly theme?: PanelTheme;
  /** The corner of the page for the pill. Default `bottom-right`. */
  readonly corner?: PillCorner;
  /** Opens and closes the panel: `Ctrl+Alt+M`, for instance. Default: none. */
  readonly hotkey?: string;
  /** The channel on which the memories answer the page of the devtools. Default: all tabs of the origin. */
  readonly channel?: DevtoolsChannel | false;
  /** For the style elements that are used where constructable stylesheets are missing. */
  readonly nonce?: string;
}

const PROPS = {
  memories: true,
  theme: true,
  corner: true,
  hotkey: true,
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
  const refusal = refusalOf(props);
  return refusal === undefined ? <PinnedDevtools {...props} /> : <p role="alert">{refusal}</p>;
}

function refusalOf(props: MemoryDevtoolsProps): string | undefined {
  try {
    refuseUnknown(props, PROPS, 'MemoryDevtools');
    if (props.hotkey !== undefined) readHotkey(props.hotkey);
    return undefined;
  } catch (error) {
    return errorText(error);
  }
}

const NO_MEMORIES: Readonly<Record<string, ShownMemory>> = {};
const ALL_TABS = tabChannel();

function PinnedDevtools({
  memories = NO_MEMORIES,
  theme = 'auto',
  corner = 'bottom-right',
  channel = ALL_TABS,
  hotkey,
  nonce,
}: MemoryDevtoolsProps): ReactNode {
  usePinnedRoot(
    nonce,
    <HostApp
      {...{ memories, theme, corner, hotkey, nonce }}
      registry={pageRegistry}
      channel={channel === false ? undefined : channel}
    />,
  );
  return null;
}
