import { errorText, type KnownNames, refuseUnknown } from '@agent-memory/core/internal';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { InspectableCheckpoints } from '../source/checkpoints-source.ts';
import type { DevtoolsSource } from '../source/devtools-source.ts';
import type { InspectableDocuments } from '../source/document-facts.ts';
import type { InspectableExtraction } from '../source/extraction-facts.ts';
import type { InspectableMemory } from '../source/inspectable-memory.ts';
import type { InspectableLongTerm } from '../source/long-term-source.ts';
import { memorySource } from '../source/memory-source.ts';
import type { InspectableModel } from '../source/model-facts.ts';
import type { InspectableRuns } from '../source/runs-source.ts';
import type { InspectableSessions } from '../source/storage-source.ts';
import { type MountedPanel, mountPanel } from './mount-panel.tsx';
import type { PanelSelection } from './selection/panel-selection.ts';
import type { PanelTheme } from './styles/theme.ts';

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
} & (
  | {
      readonly memory: InspectableMemory;
      /** The long-term memory of the same agent; with it there is a tab Memories. */
      readonly longTerm?: InspectableLongTerm | undefined;
      /** The extraction that fills it; with it that tab has its log. */
      readonly extraction?: InspectableExtraction | undefined;
      /** The documents beside it; with them that tab lists them. */
      readonly documents?: InspectableDocuments | undefined;
      /** Models whose state is shown in a tab Models; hand over the same list each time. */
      readonly models?: readonly InspectableModel[] | undefined;
      /** The session's runs, as `sessionRuns().of(memory)` gives them; with it runs are shown. */
      readonly runs?: InspectableRuns | undefined;
      /** The session's checkpoints, as `sessionCheckpoints().of(memory)` gives them. */
      readonly checkpoints?: InspectableCheckpoints | undefined;
      /** The sessions of the same store, for the tab Storage: the store itself, or `sessionCatalog(store)`. */
      readonly sessions?: InspectableSessions | undefined;
      readonly source?: undefined;
    }
  | {
      readonly source: DevtoolsSource;
      readonly memory?: undefined;
      readonly longTerm?: undefined;
      readonly extraction?: undefined;
      readonly documents?: undefined;
      readonly models?: undefined;
      readonly runs?: undefined;
      readonly checkpoints?: undefined;
      readonly sessions?: undefined;
    }
);

const PROPS = {
  memory: true,
  longTerm: true,
  extraction: true,
  documents: true,
  models: true,
  runs: true,
  checkpoints: true,
  sessions: true,
  source: true,
  theme: true,
  className: true,
  nonce: true,
  selection: true,
  hasTimeStrip: true,
  onShowMessage: true,
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
  const refusal = refusalOf(props);
  return refusal === undefined ? <EmbeddedPanel {...props} /> : <p role="alert">{refusal}</p>;
}

/** Says what is wrong with the props. Names with a hyphen may stand at any element. */
function refusalOf(props: MemoryPanelProps): string | undefined {
  const own = Object.entries(props).filter(([name]) => !name.includes('-'));
  try {
    refuseUnknown(Object.fromEntries(own), PROPS, 'MemoryPanel');
    return undefined;
  } catch (error) {
    return errorText(error);
  }
}

function EmbeddedPanel(props: MemoryPanelProps): ReactNode {
  const { memory, longTerm, extraction, documents, models, runs, checkpoints, sessions } = props;
  const { theme = 'auto', className, nonce, selection, hasTimeStrip, onShowMessage } = props;
  const source = useMemo(
    () =>
      props.source ??
      (memory &&
        memorySource(memory, {
          ...(longTerm && { longTerm }),
          ...(extraction && { extraction }),
          ...(documents && { documents }),
          ...(models && { models }),
          ...(runs && { runs }),
          ...(checkpoints && { checkpoints }),
          ...(sessions && { sessions }),
        })),
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
    if (source) panel?.draw({ source, theme, selection, hasTimeStrip, onShowMessage });
  }, [panel, source, theme, selection, hasTimeStrip, onShowMessage]);

  return <div ref={host} className={className} data-agent-memory-panel="" />;
}
