import type { ReactNode } from 'react';
import type { CompactionFacts } from '../../source/compaction-facts.ts';
import type { LoggedDecision, MessageDecision } from '../../source/logged-decision.ts';
import {
  decisionKindWords,
  decisionSentence,
  decisionTitle,
  ruleOf,
  wholeDecision,
} from '../../view-model/decision-log.ts';
import { formatMoment, formatWhole } from '../../view-model/format.ts';
import { StageList } from '../compactions/stage-list.tsx';
import { DecisionSection } from '../detail/decision-section.tsx';
import { Pane, type PaneFrame } from '../parts/pane.tsx';
import { usePanel } from '../parts/panel-context.ts';
import { useDecision } from '../parts/use-messages.ts';

/** A decision of the log: its sentence, its figures, its rule, and the ways to what it is about. */
export function DecisionDetail({
  decision,
  compactions,
  nowMs,
  ...frame
}: PaneFrame & {
  readonly decision: LoggedDecision;
  readonly compactions: ReadonlyMap<string, CompactionFacts>;
  readonly nowMs: number;
}): ReactNode {
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
function WithoutRule({
  decision,
  compactions,
}: {
  readonly decision: LoggedDecision;
  readonly compactions: ReadonlyMap<string, CompactionFacts>;
}): ReactNode {
  const code = ruleOf(decision);
  const record =
    decision.kind === 'compaction' ? compactions.get(decision.compactionId) : undefined;
  return (
    <section className="why" aria-label="Why">
      <p className="sentence">{decisionSentence(decision, compactions)}</p>
      {record && <StageList record={record} />}
      {code !== undefined && (
        <dl className="figures">
          <div>
            <dt>code</dt>
            <dd>
              <code>{code}</code>
            </dd>
          </div>
        </dl>
      )}
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
      <button type="button" className="button" onClick={() => goToMessage(seq)}>
        {shown.tokens.sent === 0 ? `Why is #${seq} not here?` : `Show #${seq} in the context`}
      </button>
    </p>
  );
}

/** The way to a record of the long-term memory. */
function RecordNow({
  id,
  rule = '',
}: {
  readonly id: string;
  readonly rule: string | undefined;
}): ReactNode {
  const { goToRecord } = usePanel();
  if (!goToRecord || !rule.startsWith('RECORD_')) return null;
  return (
    <p>
      <button type="button" className="button" onClick={() => goToRecord(id)}>
        Show the record
      </button>
    </p>
  );
}
