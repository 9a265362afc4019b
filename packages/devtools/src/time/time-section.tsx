import { errorText } from '@agent-memory/core/internal';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Press } from '../elements/elements.tsx';
import { type PanelSelection, useSelectedPlace } from '../elements/panel-selection.ts';
import { useSourceState } from '../elements/use-source-state.ts';
import type { RowModel } from '../grid/row-model.ts';
import { type GridColumn, inTwoLines, VirtualGrid } from '../grid/virtual-grid.tsx';
import type { CallFacts, KeptCalls } from '../source/call-facts.ts';
import type { DevtoolsSource, DevtoolsState } from '../source/devtools-source.ts';
import { formatMoment, formatTokens, formatWhole } from '../words/format.ts';
import { tierWords } from '../words/item-words.ts';
import { firstWanted, joinedCalls, stackedTiers } from './time-columns.ts';
import { placeOf, type TimeMove } from './time-moves.ts';
import { TimeStrip } from './time-strip.tsx';
import { callTitle, markWords } from './time-words.ts';

/**
 * Time: the strip of the calls, a table in its place, and the banner of the past. Takes no room before
 * the first call.
 */
export function TimeSection(props: {
  /** The live one. */
  readonly source: DevtoolsSource;
  readonly selection: PanelSelection;
  /** Why the selected call could not be shown. */
  readonly problem: string | undefined;
  readonly isShown: boolean;
  /** The effect of Space in the present, where the app plays the session itself. */
  readonly onPlay?: (() => void) | undefined;
}): ReactNode {
  const { source, selection, problem, isShown, onPlay } = props;
  const state = useSourceState(source, isShown);
  const { call } = useSelectedPlace(selection);
  const known = useCalls(source, state, isShown);
  const kept = keptOf(known.calls);
  const [isTable, setTable] = useState(false);
  const section = useRef<HTMLElement>(null);

  const go = useCallback(
    (to: number | 'live') => selection.select({ call: to === 'live' ? undefined : to }),
    [selection],
  );

  function move(next: TimeMove): void {
    if (next !== 'play') go(next);
    else if (call === undefined) onPlay?.();
  }

  const trouble = problem ?? known.problem;
  if (kept.last === 0 && trouble === undefined) return null;
  return (
    <section ref={section} className="time" aria-label="Time">
      <TimeStrip
        calls={known.calls}
        kept={kept}
        call={call}
        onMove={move}
        tools={
          <div className="time-tools">
            <Press aria-pressed={isTable} onClick={() => setTable(!isTable)}>
              Table
            </Press>
          </div>
        }
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
          go('live');
          // The button goes away; anyone who pressed it continues in the strip.
          section.current?.querySelector<HTMLElement>('[role="slider"]')?.focus();
        }}
      />
    </section>
  );
}

function keptOf(calls: readonly { readonly call: number }[]): KeptCalls {
  return { first: calls[0]?.call ?? 0, last: calls.at(-1)?.call ?? 0 };
}

/** Says that the past is shown, and leads back. Once it is there it is announced, not at each step. */
function PastBanner(props: {
  /** `undefined`: the present. */
  readonly call: number | undefined;
  readonly kept: KeptCalls;
  /** Beside the session there are long-term records, of which no past is kept. */
  readonly hasLongTerm: boolean;
  readonly onBack: () => void;
}): ReactNode {
  const { call, kept, hasLongTerm, onBack } = props;
  return (
    <>
      {call !== undefined && (
        <div className="past-banner">
          <p>
            <b>{callTitle(call, kept)}</b> · the past
            {hasLongTerm && <span className="past-note"> · {RECORDS_OF_TODAY}</span>}
          </p>
          <Press onClick={onBack}>Back to live</Press>
        </div>
      )}
      <p className="hidden" role="status">
        {call === undefined ? '' : pastWords(hasLongTerm)}
      </p>
    </>
  );
}

const RECORDS_OF_TODAY = 'Memories shows today’s records; changes there are real';

function pastWords(hasLongTerm: boolean): string {
  const records = hasLongTerm ? ` ${RECORDS_OF_TODAY}.` : '';
  return `The past is shown.${records} Escape in the strip goes back to live.`;
}

/** The calls of a source as far as they are here. */
interface KnownCalls {
  readonly calls: readonly CallFacts[];
  /** Why newer ones could not be read, in words. */
  readonly problem: string | undefined;
}

const NO_CALLS: KnownCalls = { calls: [], problem: undefined };

/**
 * The calls that a source keeps, followed while `isShown`. Only what may be new is asked for: calls after
 * the last known one, and that one itself, since a provider may have reported on it.
 */
function useCalls(
  source: DevtoolsSource,
  { calls: kept, ledger }: DevtoolsState,
  isShown: boolean,
): KnownCalls {
  const [known, setKnown] = useState({ source, ...NO_CALLS });
  const latest = useRef(known);
  latest.current = known;
  const { first, last } = kept;
  const { reports } = ledger;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new report changes what is known of the last call
  useEffect(() => {
    if (!isShown) return;
    let isWanted = true;
    const { current } = latest;
    const before = current.source === source ? current.calls : [];
    const take = (fetched: readonly CallFacts[]): void => {
      const calls = joinedCalls(before, fetched, { first, last });
      if (isWanted) setKnown({ source, calls, problem: undefined });
    };
    try {
      const answer = source.calls(firstWanted(before, { first, last }));
      if (answer instanceof Promise) answer.then(take, refuse);
      else take(answer);
    } catch (error) {
      refuse(error);
    }
    function refuse(error: unknown): void {
      if (isWanted) setKnown({ source, calls: before, problem: errorText(error) });
    }
    return () => {
      isWanted = false;
    };
  }, [source, first, last, reports, isShown]);

  return known.source === source ? known : NO_CALLS;
}

interface CallRow extends RowModel {
  readonly call: CallFacts;
}

/** The same calls as the strip, as a table; a row that is selected is the call that is shown. */
function TimeTable(props: {
  readonly calls: readonly CallFacts[];
  readonly kept: KeptCalls;
  readonly call: number | undefined;
  readonly onGo: (call: number | 'live') => void;
}): ReactNode {
  const { calls, kept, call, onGo } = props;
  const grid = useRef<HTMLDivElement>(null);
  const tiers = useMemo(() => stackedTiers(calls), [calls]);
  const rows = useMemo(
    (): readonly CallRow[] => calls.map((one) => ({ key: String(one.call), call: one })),
    [calls],
  );
  const newestMs = calls.at(-1)?.atMs ?? 0;
  const columns = useMemo(() => columnsOf(tiers, newestMs), [tiers, newestMs]);
  const layouts = useMemo(
    () =>
      inTwoLines(`48px 76px 72px 70px 66px repeat(${tiers.length}, 84px) minmax(90px, 1fr)`, {
        columns: '40px auto auto minmax(0, 1fr)',
        areas: '"time-call time-moment time-total time-happened"',
      }),
    [tiers],
  );
  return (
    <div className="time-table">
      <VirtualGrid
        label="Calls, oldest first"
        className="time-grid"
        columns={columns}
        layouts={layouts}
        rows={rows}
        selectedKey={String(call ?? kept.last)}
        onSelect={(key) => onGo(key === undefined ? 'live' : placeOf(Number(key), kept))}
        find={grid}
        empty="No context has been assembled yet."
      />
    </div>
  );
}

function columnsOf(tiers: readonly string[], newestMs: number): readonly GridColumn<CallRow>[] {
  return [
    {
      ...{ name: 'time-call', title: 'Call', look: 'end' },
      cell: ({ call }) => formatWhole(call.call),
    },
    {
      ...{ name: 'time-moment', title: 'Time', look: 'quiet' },
      cell: ({ call }) => formatMoment(call.atMs, newestMs),
    },
    {
      ...{ name: 'time-entries', title: 'Messages', look: 'end wide' },
      cell: ({ call }) => formatWhole(call.entries),
    },
    {
      ...{ name: 'time-total', title: 'Tokens', look: 'end' },
      cell: ({ call }) => (
        <>
          {formatTokens(call.totalTokens, call.tokenSource)}
          <span className="times"> tokens</span>
        </>
      ),
    },
    {
      ...{ name: 'time-limit', title: 'Limit', look: 'quiet end wide' },
      cell: ({ call }) => formatWhole(call.inputTokens),
    },
    ...tiers.map(
      (tier): GridColumn<CallRow> => ({
        ...{ name: `time-tier-${tier}`, title: tierWords(tier).name, look: 'time-tier end wide' },
        cell: ({ call }) => (
          <>
            <span className="swatch" data-part={tier} aria-hidden="true" />
            {formatWhole(call.tierTokens[tier] ?? 0)}
          </>
        ),
      }),
    ),
    {
      ...{ name: 'time-happened', title: 'Happened' },
      cell: ({ call }) => call.marks.map(markWords).join(', '),
    },
  ];
}
