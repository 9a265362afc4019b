import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { PanelSelection } from '../elements/panel-selection.ts';
import type { PanelTheme } from '../elements/styles/theme.ts';
import { useIsShown } from '../elements/use-is-shown.ts';
import type { DevtoolsSource } from '../source/devtools-source.ts';
import { useShownSource } from '../time/shown-source.ts';
import { TimeSection } from '../time/time-section.tsx';
import { mountInShadow, type ShadowMount } from './mount-panel.tsx';

/** Props of `MemoryTimeStrip`. */
export interface MemoryTimeStripProps {
  /** The live one. */
  readonly source: DevtoolsSource;
  /** Shared with the panel and with whatever else of the page goes into the past. */
  readonly selection: PanelSelection;
  /** Default `auto`: as the system prefers. */
  readonly theme?: PanelTheme;
  /** For the element that holds the strip; as high as the strip is, and empty before the first call. */
  readonly className?: string;
  /** For the style element that is used where constructable stylesheets are missing. */
  readonly nonce?: string;
  /** The effect of Space in the present, where the app plays the session itself. */
  readonly onPlay?: (() => void) | undefined;
}

/**
 * The time strip of a memory by itself, for an app that puts it over its chat and the panel: a column
 * for each call, a slider over them, a table in its place, the banner of the past [DEV-5]. The panel
 * beside it gets the same `selection`, and `hasTimeStrip={false}`.
 *
 * @example
 * ```tsx
 * const source = memorySource(memory);
 * const selection = createPanelSelection();
 * const page = (
 *   <>
 *     <MemoryTimeStrip source={source} selection={selection} />
 *     <MemoryPanel source={source} selection={selection} hasTimeStrip={false} />
 *   </>
 * );
 * ```
 */
export function MemoryTimeStrip(props: MemoryTimeStripProps): ReactNode {
  const { className, nonce, theme = 'auto', source, selection, onPlay } = props;
  const host = useRef<HTMLDivElement>(null);
  const [mount, setMount] = useState<ShadowMount>();
  useEffect(() => {
    if (!host.current) return;
    const mounted = mountInShadow(host.current, nonce);
    setMount(mounted);
    return () => mounted.unmount();
  }, [nonce]);
  useEffect(() => {
    if (!host.current) return;
    const strip = { host: host.current, theme, source, selection, onPlay };
    mount?.render(<StripApp {...strip} />);
  }, [mount, theme, source, selection, onPlay]);
  return <div ref={host} className={className} data-agent-memory-time="" />;
}

function StripApp(
  props: Pick<MemoryTimeStripProps, 'source' | 'selection' | 'onPlay'> & {
    readonly host: HTMLElement;
    readonly theme: PanelTheme;
  },
): ReactNode {
  const { host, theme, source, selection, onPlay } = props;
  const isShown = useIsShown(host);
  const { problem } = useShownSource(source, selection, isShown);
  return (
    <div className="panel" data-theme={theme}>
      <TimeSection
        source={source}
        selection={selection}
        problem={problem}
        isShown={isShown}
        onPlay={onPlay}
      />
    </div>
  );
}
