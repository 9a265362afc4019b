import { type ReactNode, useMemo } from 'react';
import { shownLine } from '../../source/shown-text.ts';
import { keyOfSeq } from '../../view-model/context-rows.ts';
import { formatWhole } from '../../view-model/format.ts';
import { valueAnswer } from '../../view-model/value-answer.ts';
import { stripWords } from '../../view-model/value-strip.ts';
import { wayToRow } from '../../view-model/way-to-row.ts';
import { usePanel } from '../parts/panel-context.ts';
import { useSelectedPlace } from '../selection/use-selected-place.ts';
import { useSourceState } from '../use-source-state.ts';
import { useTrace } from './use-trace.ts';
import { ValueStrip } from './value-strip.tsx';

/** So much of a phrase is said again. */
const MOST_CHARACTERS = 60;

/** Below the field: where the phrase is now, who said it first, and which calls had it. */
export function ValueAnswerLine({ phrase }: { readonly phrase: string }): ReactNode {
  const { live, selection, source, state, runs, isShown, dispatch } = usePanel();
  const liveState = useSourceState(live, isShown);
  const { call } = useSelectedPlace(selection);
  const news = useTrace(live, liveState, phrase, isShown);
  const found = news?.status === 'here' ? news.found : undefined;
  const answer = useMemo(
    () => found && valueAnswer(found, liveState.plan, call),
    [found, liveState.plan, call],
  );
  if (phrase === '') return null;
  if (news?.status === 'failed') {
    return (
      <p className="value-answer" role="status">
        Where this value was cannot be told: {news.message}
      </p>
    );
  }
  if (!found || !answer) return <p className="value-answer quiet">Following the value …</p>;
  const { firstSeq, lastVerbatimCall, atCall } = answer;
  const { calls } = found.trace;
  const isSaidYet = firstSeq !== undefined && firstSeq < state.entries;
  const { plan } = state;
  const goToSaid = (seq: number) => {
    if (plan) dispatch({ ...wayToRow(plan, runs, keyOfSeq(plan, seq)), keepsPhrase: true });
  };
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
          <b>{answer.now}</b>
        </span>
        {answer.reason !== undefined && <span className="quiet">{answer.reason}</span>}
        {answer.saidBy !== undefined && <span>{answer.saidBy}</span>}
        {answer.seenBy !== undefined && <span>{answer.seenBy}</span>}
      </p>
      {firstSeq !== undefined &&
        (isSaidYet || !source.past ? (
          <button type="button" className="link" onClick={() => goToSaid(firstSeq)}>
            first said in #{firstSeq}
          </button>
        ) : (
          <span>first said in #{firstSeq}, after this call</span>
        ))}
      {lastVerbatimCall !== undefined && (
        <button type="button" className="link" onClick={() => selectCall(lastVerbatimCall)}>
          last verbatim in call {formatWhole(lastVerbatimCall)}
        </button>
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
