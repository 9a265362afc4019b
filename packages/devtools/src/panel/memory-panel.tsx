import type { KnownNames } from '@agent-memory/core/internal';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { PanelSelection } from '../elements/panel-selection.ts';
import { refusedProps } from '../elements/refused-props.ts';
import type { PanelTheme } from '../elements/styles/theme.ts';
import type { DevtoolsSource } from '../source/devtools-source.ts';
import type { InspectableMemory } from '../source/inspectable-memory.ts';
import { given, type MemorySourceOptions, memorySource, PARTS } from '../source/memory-source.ts';
import { type MountedPanel, mountPanel } from './mount-panel.tsx';

/** Give the memory of this page, or a source that reaches one elsewhere. */
export type MemoryPanelProps = {
  /** Default `auto`: as the system prefers. */
  readonly theme?: PanelTheme;
  /** For the element that holds the panel. It fills the height it is given, at least 320 px. */
  readonly className?: string;
  /** For the style element that is used where constructable stylesheets are missing. */
  readonly nonce?: string;
  /** The selection, shared with the app: a call of the past, a message. Default: one of its own. */
  readonly selection?: PanelSelection | undefined;
  /** Default true: the calls stand in a strip at the top; `false` where a `MemoryTimeStrip` shows them. */
  readonly hasTimeStrip?: boolean | undefined;
  /** Shows a message in the app's chat, by its place; with it details have a button "Show in chat". */
  readonly onShowMessage?: ((seq: number) => void) | undefined;
  /** The address of a page with this panel alone; the menu `?` leads there. */
  readonly pageHref?: string | undefined;
} & (
  | (Parts & { readonly memory: InspectableMemory; readonly source?: undefined })
  | ({ readonly [Part in keyof Parts]?: undefined } & {
      readonly source: DevtoolsSource;
      readonly memory?: undefined;
    })
);

/** The parts beside a memory. */
type Parts = {
  readonly [Part in Exclude<keyof MemorySourceOptions, 'name' | 'nowMs' | 'setBudget' | 'isCopy'>]?:
    | MemorySourceOptions[Part]
    | undefined;
};

const PROPS = {
  ...PARTS,
  ...{ memory: true, source: true, theme: true, className: true, nonce: true },
  ...{ selection: true, hasTimeStrip: true, onShowMessage: true, pageHref: true },
} as const satisfies KnownNames<MemoryPanelProps>;

/**
 * The panel, embedded in a page: the context of a memory, item by item, with the reason for each [DEV-1].
 *
 * - Draws in a shadow root with a React root of its own: neither styles nor faults cross.
 * - Renders an empty element on a server.
 * - A prop that there is not is refused in place of the panel; the app is not affected.
 *
 * @example
 * ```tsx
 * <MemoryPanel memory={memory} theme="dark" className="memory-panel" />;
 * ```
 */
export function MemoryPanel(props: MemoryPanelProps): ReactNode {
  // Names with a hyphen may stand at any element.
  const own = Object.entries(props).filter(([name]) => !name.includes('-'));
  const refusal = refusedProps(Object.fromEntries(own), PROPS, 'MemoryPanel');
  return refusal === undefined ? <EmbeddedPanel {...props} /> : <p role="alert">{refusal}</p>;
}

function EmbeddedPanel(props: MemoryPanelProps): ReactNode {
  const { memory, longTerm, extraction, documents, models, runs, checkpoints, sessions } = props;
  const { theme = 'auto', className, nonce } = props;
  const { selection, hasTimeStrip, onShowMessage, pageHref } = props;
  const source = useMemo(
    () =>
      props.source ??
      (memory &&
        memorySource(
          memory,
          given({ longTerm, extraction, documents, models, runs, checkpoints, sessions }),
        )),
    [props.source, memory, longTerm, extraction, documents, models, runs, checkpoints, sessions],
  );
  const host = useRef<HTMLDivElement>(null);
  const [panel, setPanel] = useState<MountedPanel>();

  useEffect(() => {
    if (!host.current) return;
    const mounted = mountPanel(host.current, nonce);
    setPanel(mounted);
    return () => mounted.unmount();
  }, [nonce]);

  useEffect(() => {
    if (!source) return;
    panel?.draw({ source, theme, selection, hasTimeStrip, onShowMessage, pageHref });
  }, [panel, source, theme, selection, hasTimeStrip, onShowMessage, pageHref]);

  return <div ref={host} className={className} data-agent-memory-panel="" />;
}
