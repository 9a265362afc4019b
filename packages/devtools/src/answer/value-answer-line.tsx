import { type PointerEvent, type ReactNode, useMemo } from 'react';
import { Press } from '../elements/elements.tsx';
import { usePanel } from '../elements/panel-context.ts';
import { useSelectedPlace } from '../elements/panel-selection.ts';
import { useSourceState } from '../elements/use-source-state.ts';
import type { TracedCalls } from '../source/call-facts.ts';
import { shownLine } from '../source/message-text.ts';
import { formatCount, formatWhole } from '../words/format.ts';
import { AnswerActions } from './answer-actions.tsx';
import { useTrace } from './use-trace.ts';
import {
  callForKey,
  callsAnswer,
  partOf,
  spanOf,
  spokenForm,
  stripWords,
  valueColumns,
} from './value-answer.ts';

/** So much of a phrase is said again. */
const MOST_CHARACTERS = 60;

/** Below the field: where the phrase is now, who said it first, and which calls had it. */
export function ValueAnswerLine({ phrase }: { readonly phrase: string }): ReactNode {
  const { live, selection, source, state, isShown, goToFound } = usePanel();
  const liveState = useSourceState(live, isShown);
  const { call } = useSelectedPlace(selection);
  const news = useTrace(live, liveState, phrase, isShown);
  const trace = news?.status === 'here' ? news.trace : undefined;
  const told = useMemo(() => trace && callsAnswer(trace, call), [trace, call]);
  if (phrase === '') return null;
  if (news?.status === 'failed') {
    return (
      <p className="value-answer" role="status">
        Where this value was cannot be told: {news.message}
      </p>
    );
  }
  if (!trace || !told) return <p className="value-answer quiet">Following the value …</p>;
  const { lastVerbatimCall, atCall, seenBy } = told;
  const { calls, answer, messages } = trace;
  const [firstSeq] = trace.seqs;
  const isSaidYet = firstSeq !== undefined && firstSeq < state.entries;
  const selectCall = (next: number | undefined) => selection.select({ call: next });
  return (
    <section className="value-answer" aria-label="Where the value is">
      <p role="status">
        <code>{shownLine(phrase.slice(0, MOST_CHARACTERS))}</code>
        {atCall && (
          <span>
            at call {formatWhole(atCall.call)}: <b>{atCall.where}</b>
          </span>
        )}
        <span>
          {atCall ? 'now: ' : ''}
          <b>{answer.sentence}</b>
        </span>
        {messages > 1 && <span>{formatCount(messages, 'message')} say it</span>}
        {seenBy !== undefined && <span>{seenBy}</span>}
      </p>
      <AnswerActions key={phrase} actions={answer.actions} />
      {firstSeq !== undefined &&
        (isSaidYet || !source.past ? (
          <Press look="link" onClick={() => goToFound(firstSeq)}>
            first said in #{firstSeq}
          </Press>
        ) : (
          <span>first said in #{firstSeq}, after this call</span>
        ))}
      {lastVerbatimCall !== undefined && (
        <Press look="link" onClick={() => selectCall(lastVerbatimCall)}>
          last verbatim in call {formatWhole(lastVerbatimCall)}
        </Press>
      )}
      {calls.length > 0 && (
        <>
          <ValueStrip calls={calls} call={call} onCall={selectCall} />
          <span className="hidden">{stripWords(calls)}</span>
        </>
      )}
    </section>
  );
}

const MOST_COLUMNS = 40;

/** The calls as columns, by the form in which each had the value; a slider over them selects a call. */
function ValueStrip(props: {
  readonly calls: readonly TracedCalls[];
  /** The selected call; `undefined`: the present. */
  readonly call: number | undefined;
  readonly onCall: (call: number | undefined) => void;
}): ReactNode {
  const { calls, call, onCall } = props;
  const columns = useMemo(() => valueColumns(calls, MOST_COLUMNS), [calls]);
  const { first, last } = spanOf(calls);
  const shown = Math.min(last, Math.max(first, call ?? last));

  function onPointerDown({ clientX, currentTarget }: PointerEvent<HTMLElement>): void {
    const { left, width } = currentTarget.getBoundingClientRect();
    const index = Math.floor(((clientX - left) / width) * columns.length);
    const column = columns[Math.min(columns.length - 1, Math.max(0, index))];
    if (column) onCall(column.toCall);
  }

  return (
    <div
      className="value-strip"
      role="slider"
      tabIndex={0}
      aria-label="Calls, by whether they had it"
      aria-valuemin={first}
      aria-valuemax={last}
      aria-valuenow={shown}
      aria-valuetext={spokenForm(calls, shown)}
      title={spokenForm(calls, shown)}
      onPointerDown={onPointerDown}
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const next = event.key === 'Escape' ? undefined : callForKey(calls, event.key, shown);
        if (next === undefined && (event.key !== 'Escape' || call === undefined)) return;
        event.preventDefault();
        onCall(next);
      }}
    >
      {columns.map(({ fromCall, toCall, ...place }) => (
        <span
          key={fromCall}
          className="value-column"
          data-selected={call !== undefined && fromCall <= call && call <= toCall}
        >
          <span data-part={partOf(place)} data-where={place.where} />
        </span>
      ))}
    </div>
  );
}
