import { type ReactNode, useDeferredValue, useEffect, useMemo, useRef } from 'react';
import { DecisionSection } from '../answer/decision-section.tsx';
import { StageList } from '../compactions/stage-list.tsx';
import { FactList, Menu, Press } from '../elements/elements.tsx';
import { Pane, type PaneFrame, SplitView } from '../elements/pane.tsx';
import { useDecision, usePanel } from '../elements/panel-context.ts';
import { useSourceState } from '../elements/use-source-state.ts';
import { FindField, type GridFind, useGridFind } from '../grid/find-field.tsx';
import { type GridColumn, type GridLayouts, VirtualGrid } from '../grid/virtual-grid.tsx';
import type { CompactionFacts } from '../source/devtools-source.ts';
import type { LoggedDecision, MessageDecision } from '../source/logged-decision.ts';
import { placeOf } from '../time/time-moves.ts';
import { formatCount, formatMoment, formatWhole } from '../words/format.ts';
import {
  type DecisionFilter,
  type DecisionRow,
  decisionKindWords,
  decisionSentence,
  decisionTitle,
  type FilteredDecisions,
  filterDecisions,
  ruleOf,
  useLogView,
  wholeDecision,
} from './decision-log.ts';
import { type DecisionsRead, useDecisions } from './use-decisions.ts';

/** Every decision that changed from call to call, newest first, whichever call is shown [DEV-3]. */
export function DecisionsTab(): ReactNode {
  const { live, isShown, selection } = usePanel();
  const { log, setLog } = useLogView();
  const state = useSourceState(live, isShown);
  const read = useDecisions(live, state, isShown);
  const compactions = useMemo(() => byId(state.compactions), [state.compactions]);
  const { filter, selectedKey } = log;
  const phrase = useDeferredValue(filter.phrase);
  const filtered = useMemo(
    () => filterDecisions(read.decisions, { ...filter, phrase }, compactions),
    [read.decisions, filter, phrase, compactions],
  );
  const { rows } = filtered;
  useOlderForFilter(rows, read);

  const find = useGridFind(filter.phrase, (sought) =>
    setLog((now) => ({ ...now, filter: { ...now.filter, phrase: sought } })),
  );
  const body = useRef<HTMLElement>(null);
  const focusList = () => find.grid.current?.focus();

  function select(key: string | undefined): void {
    setLog((now) => ({ ...now, selectedKey: key }));
    const decision = rows.find((row) => row.key === key)?.decision;
    if (!decision) return;
    const place = placeOf(decision.call, state.calls);
    const call = place === 'live' ? undefined : place;
    selection.select('seq' in decision ? { call, seq: decision.seq } : { call });
  }

  const selected = read.decisions.find(({ key }) => key === selectedKey);
  const nowMs = state.planAtMs;
  return (
    <>
      <DecisionFilters
        filtered={filtered}
        filter={filter}
        onFilter={(changed) => setLog((now) => ({ ...now, filter: changed }))}
        find={find}
        read={read}
      />
      <SplitView
        list={
          <DecisionList
            rows={rows}
            read={read}
            compactions={compactions}
            nowMs={nowMs}
            find={find}
            selectedKey={selectedKey}
            onSelect={select}
            onEnter={() => body.current?.focus()}
          />
        }
        detail={
          selected && (
            <DecisionDetail
              decision={selected}
              compactions={compactions}
              nowMs={nowMs}
              body={body}
              onLeave={focusList}
              onClose={() => {
                select(undefined);
                focusList();
              }}
            />
          )
        }
      />
    </>
  );
}

function byId(records: readonly CompactionFacts[]): ReadonlyMap<string, CompactionFacts> {
  return new Map(records.map((record) => [record.id, record]));
}

/** Reads on while a filter lets nothing through, as far as it could. */
function useOlderForFilter(
  rows: readonly DecisionRow[],
  { hasOlder, readOlder }: DecisionsRead,
): void {
  const isWanted = rows.length === 0 && hasOlder;
  useEffect(() => {
    if (isWanted) readOlder();
  }, [isWanted, readOlder]);
}

/** Chooses the decisions that are listed, and says how far back the log has been read. */
function DecisionFilters(props: {
  readonly filtered: FilteredDecisions;
  readonly filter: DecisionFilter;
  readonly onFilter: (filter: DecisionFilter) => void;
  readonly find: GridFind;
  readonly read: DecisionsRead;
}): ReactNode {
  const { filtered, filter, onFilter, find, read } = props;
  const { rows, kinds } = filtered;
  return (
    <div className="toolbar log-toolbar">
      <FindField
        label="Find in the log; #12 finds message 12"
        find={find}
        matches={filter.phrase.trim() === '' ? undefined : rows.length}
      />
      <Menu
        label="Kind of decision"
        all="Every kind"
        items={kinds}
        chosen={filter.kind}
        onChoose={(kind) => onFilter({ ...filter, kind })}
      />
      <p className="log-extent quiet">
        <span role="status">{extentWords(rows.length, read)}</span>
        {read.hasOlder && (
          <Press look="link" onClick={read.readOlder}>
            Read older calls
          </Press>
        )}
      </p>
    </div>
  );
}

function extentWords(listed: number, { fromCall, hasOlder, problem }: DecisionsRead): string {
  if (problem !== undefined) return `The log could not be read on: ${problem}`;
  if (fromCall === undefined) return 'Reading the log …';
  const count = formatCount(listed, 'decision');
  return hasOlder ? `${count} from call ${formatWhole(fromCall)} on` : count;
}

/** A decision of the log: its sentence, its figures, its rule, and the ways to what it is about. */
function DecisionDetail(
  props: PaneFrame & {
    readonly decision: LoggedDecision;
    readonly compactions: ReadonlyMap<string, CompactionFacts>;
    readonly nowMs: number;
  },
): ReactNode {
  const { decision, compactions, nowMs, ...frame } = props;
  const whole = wholeDecision(decision);
  const { call, atMs, kind } = decision;
  return (
    <Pane
      {...frame}
      title={decisionTitle(decision)}
      facts={[`call ${formatWhole(call)}`, formatMoment(atMs, nowMs), decisionKindWords(kind)]}
      bodyLabel="The decision"
      seq={'seq' in decision ? decision.seq : undefined}
    >
      {whole ? (
        <DecisionSection decision={whole} />
      ) : (
        <WithoutRule decision={decision} compactions={compactions} />
      )}
      {'seq' in decision && <MessageNow decision={decision} />}
      {'itemId' in decision && <RecordNow id={decision.itemId} rule={ruleOf(decision)} />}
    </Pane>
  );
}

/** Something that happened to the whole session, or an item that is no candidate any more. */
function WithoutRule(props: {
  readonly decision: LoggedDecision;
  readonly compactions: ReadonlyMap<string, CompactionFacts>;
}): ReactNode {
  const { decision, compactions } = props;
  const code = ruleOf(decision);
  const record =
    decision.kind === 'compaction' ? compactions.get(decision.compactionId) : undefined;
  return (
    <section className="why" aria-label="Why">
      <p className="sentence">{decisionSentence(decision, compactions)}</p>
      {record && <StageList record={record} />}
      {code !== undefined && <FactList facts={[{ name: 'code', value: <code>{code}</code> }]} />}
    </section>
  );
}

/** The way to the message in the context that is shown, where it may be another thing by now. */
function MessageNow({ decision }: { readonly decision: MessageDecision }): ReactNode {
  const { goToMessage } = usePanel();
  const { seq, entryId } = decision;
  const shown = useDecision(entryId);
  if (!shown) return <p className="quiet">It is not in the conversation that is shown.</p>;
  return (
    <p>
      <Press onClick={() => goToMessage(seq)}>
        {shown.tokens.sent === 0 ? `Why is #${seq} not here?` : `Show #${seq} in the context`}
      </Press>
    </p>
  );
}

/** The way to a record of the long-term memory. */
function RecordNow(props: { readonly id: string; readonly rule: string | undefined }): ReactNode {
  const { id, rule = '' } = props;
  const { goToRecord } = usePanel();
  if (!goToRecord || !rule.startsWith('RECORD_')) return null;
  return (
    <p>
      <Press onClick={() => goToRecord(id)}>Show the record</Press>
    </p>
  );
}

/** Narrow, the reason has a line of its own. */
const LAYOUTS: GridLayouts = [
  {
    ...{ name: 'two-lines', fromPixels: 0, rowPixels: 46, columns: 'auto 1fr auto' },
    areas: '"log-call log-title log-moment" "log-reason log-reason log-reason"',
  },
  {
    ...{ name: 'one-line', fromPixels: 620, rowPixels: 29 },
    columns: '44px 92px minmax(150px, 210px) minmax(120px, 1fr)',
  },
];

/** The decisions, newest first, each with its reason. */
function DecisionList(props: {
  readonly rows: readonly DecisionRow[];
  readonly read: DecisionsRead;
  readonly compactions: ReadonlyMap<string, CompactionFacts>;
  /** Moments are told from here, in milliseconds since 1970. */
  readonly nowMs: number;
  readonly find: GridFind;
  readonly selectedKey: string | undefined;
  readonly onSelect: (key: string | undefined) => void;
  readonly onEnter: () => void;
}): ReactNode {
  const { rows, read, compactions, nowMs, find, selectedKey, onSelect, onEnter } = props;
  const columns = useMemo((): readonly GridColumn<DecisionRow>[] => {
    const reason = ({ decision }: DecisionRow) => decisionSentence(decision, compactions);
    return [
      {
        ...{ name: 'log-call', title: 'Call', look: 'quiet end' },
        cell: ({ decision }) => formatWhole(decision.call),
      },
      {
        ...{ name: 'log-moment', title: 'Time', look: 'quiet' },
        cell: ({ decision }) => formatMoment(decision.atMs, nowMs),
      },
      {
        ...{ name: 'log-title', title: 'Decision' },
        cell: ({ decision }) => decisionTitle(decision),
      },
      { name: 'log-reason', title: 'Reason', look: 'quiet', hint: reason, cell: reason },
    ];
  }, [compactions, nowMs]);
  return (
    <VirtualGrid
      label="Log of decisions, newest first"
      className="log-grid"
      columns={columns}
      layouts={LAYOUTS}
      rows={rows}
      attributesOf={({ decision }) => ({ 'data-decision': decision.kind })}
      selectedKey={selectedKey}
      onSelect={onSelect}
      onEnter={onEnter}
      find={find}
      {...(read.hasOlder && { onNearEnd: read.readOlder })}
      empty={emptyWords(read)}
    />
  );
}

function emptyWords({ fromCall, hasOlder, decisions, problem }: DecisionsRead): string {
  if (problem !== undefined) return 'The log did not arrive; nothing was changed.';
  if (fromCall === undefined || hasOlder) return 'Reading the log …';
  return decisions.length === 0
    ? 'Nothing has been decided yet: every message is sent as it was written.'
    : 'No decision is like this.';
}
