import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import type { KeptCalls } from '../../source/call-facts.ts';
import type { DevtoolsSource } from '../../source/devtools-source.ts';
import { type TimeMove, ZOOM_STEP } from '../../view-model/time-keys.ts';
import {
  followed,
  LEAST_SHOWN,
  showing,
  type TimeWindow,
  zoomed,
} from '../../view-model/time-window.ts';
import type { PanelSelection } from '../selection/panel-selection.ts';
import { useSelectedPlace } from '../selection/use-selected-place.ts';
import { useSourceState } from '../use-source-state.ts';
import { PastBanner } from './past-banner.tsx';
import { TimeStrip } from './time-strip.tsx';
import { TimeTable } from './time-table.tsx';
import { type TimeTool, TimeTools } from './time-tools.tsx';
import { useCalls } from './use-calls.ts';
import { type Playback, usePlayback } from './use-playback.ts';

/**
 * Time: the strip of the calls, a table in its place, and the banner of the past. Takes no room before
 * the first call.
 */
export function TimeSection({
  source,
  selection,
  problem,
  isShown,
  onPlay,
}: {
  /** The live one. */
  readonly source: DevtoolsSource;
  readonly selection: PanelSelection;
  /** Why the selected call could not be shown. */
  readonly problem: string | undefined;
  readonly isShown: boolean;
  /** The effect of Space in the present, where the app plays the session itself. */
  readonly onPlay?: (() => void) | undefined;
}): ReactNode {
  const state = useSourceState(source, isShown);
  const { call } = useSelectedPlace(selection);
  const known = useCalls(source, state, isShown);
  const kept = keptOf(known.calls);
  const [window, setWindow] = useWindow(kept);
  const [isTable, setTable] = useState(false);
  const section = useRef<HTMLElement>(null);

  const go = useCallback(
    (to: number | 'live') => selection.select({ call: to === 'live' ? undefined : to }),
    [selection],
  );
  const playback = usePlayback(kept, call, go);

  function move(next: TimeMove): void {
    if (next.kind === 'go') {
      playback.stop();
      go(next.call);
      setWindow(showing(window, kept, next.call === 'live' ? kept.last : next.call));
    } else if (next.kind === 'zoom') zoomBy(next.factor);
    else if (next.kind === 'show-all') setWindow(undefined);
    else if (onPlay && call === undefined) onPlay();
    else playback.toggle();
  }

  function zoomBy(factor: number): void {
    setWindow(zoomed(window, kept, { factor, atCall: call ?? kept.last }));
  }

  const trouble = problem ?? known.problem;
  if (kept.last === 0 && trouble === undefined) return null;
  const canZoom = known.calls.length > LEAST_SHOWN;
  const tools: readonly TimeTool[] = [
    ...(onPlay ? [] : [playTool(playback)]),
    ...(canZoom ? zoomTools(window, zoomBy) : []),
    { name: 'table', label: 'Table', isPressed: isTable, onPress: () => setTable(!isTable) },
  ];
  return (
    <section ref={section} className="time" aria-label="Time">
      <TimeStrip
        calls={known.calls}
        kept={kept}
        call={call}
        window={window}
        onMove={move}
        onWindow={setWindow}
        tools={<TimeTools tools={tools} />}
      />
      {isTable && <TimeTable calls={known.calls} kept={kept} call={call} onGo={go} />}
      {trouble !== undefined && (
        <p className="time-trouble" role="alert">
          {trouble}
        </p>
      )}
      <PastBanner
        call={call}
        kept={kept}
        hasLongTerm={source.longTerm !== undefined}
        onBack={() => {
          playback.stop();
          go('live');
          // The button goes away; whoever pressed it goes on in the strip.
          section.current?.querySelector<HTMLElement>('[role="slider"]')?.focus();
        }}
      />
    </section>
  );
}

function playTool({ isPlaying, toggle }: Playback): TimeTool {
  const looks = isPlaying ? { label: 'Pause', icon: '❚❚' } : { label: 'Play the calls', icon: '▶' };
  return { name: 'play', ...looks, onPress: toggle };
}

function zoomTools(
  window: TimeWindow | undefined,
  zoomBy: (factor: number) => void,
): readonly TimeTool[] {
  return [
    {
      ...{ name: 'more', label: 'Show more calls', icon: '−' },
      isOff: !window,
      onPress: () => zoomBy(ZOOM_STEP),
    },
    {
      ...{ name: 'fewer', label: 'Show fewer calls', icon: '+' },
      onPress: () => zoomBy(1 / ZOOM_STEP),
    },
  ];
}

function keptOf(calls: readonly { readonly call: number }[]): KeptCalls {
  return { first: calls[0]?.call ?? 0, last: calls.at(-1)?.call ?? 0 };
}

/** The part of the calls that is shown; at the end of the session it goes along with new calls. */
function useWindow(
  kept: KeptCalls,
): readonly [TimeWindow | undefined, (window: TimeWindow | undefined) => void] {
  const [window, setWindow] = useState<TimeWindow>();
  const before = useRef(kept);
  const { first, last } = kept;
  useEffect(() => {
    const was = before.current;
    before.current = { first, last };
    setWindow((shown) => followed(shown, was, { first, last }));
  }, [first, last]);
  return [window, setWindow];
}
