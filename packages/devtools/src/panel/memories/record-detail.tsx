import type { ReactNode } from 'react';
import type { LongTermSource } from '../../source/long-term-source.ts';
import { shownText } from '../../source/shown-text.ts';
import { confidenceSentences } from '../../view-model/confidence-words.ts';
import { formatConfidence } from '../../view-model/format.ts';
import { ageWords, endOf, factsOf } from '../../view-model/record-detail.ts';
import { decisionOnRecord } from '../../view-model/record-rows.ts';
import { kindWords, marksOf, markWords, sourceWords } from '../../view-model/record-words.ts';
import { DecisionSection } from '../detail/decision-section.tsx';
import { Pane, type PaneFrame } from '../parts/pane.tsx';
import { usePanel } from '../parts/panel-context.ts';
import { arrived } from '../parts/use-answer.ts';
import { EvidenceList } from './evidence-list.tsx';
import { RecordActions } from './record-actions.tsx';
import { RecordHistory } from './record-history.tsx';
import type { FinishedAction } from './use-action.ts';
import { useRecord, type WholeRecord } from './use-record.ts';
import { WhyNotHere } from './why-not-here.tsx';

export interface RecordDetailProps extends PaneFrame {
  readonly longTerm: LongTermSource;
  readonly recordId: string;
  readonly version: number;
  readonly onFinish: (action: FinishedAction) => void;
}

/** Everything about a record: its text, where it comes from, how sure it is and why, its history. */
export function RecordDetail(props: RecordDetailProps): ReactNode {
  const { longTerm, recordId, version, onFinish, ...frame } = props;
  const asked = useRecord(longTerm, recordId, version);
  const whole = arrived(asked);
  if (whole?.known.record.ended?.why === 'held') {
    return <HeldElsewhere frame={frame} id={recordId} />;
  }
  if (whole) {
    return <WholeDetail frame={frame} whole={whole} longTerm={longTerm} onFinish={onFinish} />;
  }
  const words = {
    waiting: 'Asking for the record …',
    failed: `The record did not arrive. ${asked.status === 'failed' ? asked.message : ''}`,
    here: 'There is no such record any more.',
  };
  return (
    <Pane {...frame} title="Record" facts={[]} bodyLabel="Record">
      <p className="quiet">{words[asked.status]}</p>
    </Pane>
  );
}

/** A text in quarantine is looked at there, and nothing of it here. */
function HeldElsewhere({ frame, id }: { readonly frame: PaneFrame; readonly id: string }) {
  const { dispatchMemories } = usePanel();
  return (
    <Pane {...frame} title="Held in quarantine" facts={[]} id={id} bodyLabel="Record">
      <p>It reads like an order to the assistant and waits for somebody to look at it.</p>
      <p>
        <button
          type="button"
          className="button"
          onClick={() => dispatchMemories({ type: 'look-at-held', id })}
        >
          Look at it in quarantine
        </button>
      </p>
    </Pane>
  );
}

function WholeDetail({
  frame,
  whole,
  longTerm,
  onFinish,
}: {
  readonly frame: PaneFrame;
  readonly whole: WholeRecord;
  readonly longTerm: LongTermSource;
  readonly onFinish: (action: FinishedAction) => void;
}): ReactNode {
  const { known } = whole;
  const { record, confidence, labels } = known;
  const nowMs = longTerm.nowMs();
  const end = endOf(record, nowMs);
  const age = ageWords(record.createdAtMs, nowMs);
  return (
    <Pane
      {...frame}
      title={`${capitalKind(record.kind)}, ${sourceWords(record.source).name}`}
      facts={[`${formatConfidence(confidence)} sure`, age, record.namespace]}
      id={record.id}
      copy={() => record.text}
      bodyLabel="Record and its history"
    >
      <p className="record-text">{shownText(record.text)}</p>
      {end === undefined ? (
        <MarkList pinned={record.pinned} muted={record.muted === true} labels={labels} />
      ) : (
        <p className="record-end">{end}. It is given out no more; its history is kept.</p>
      )}
      <RecordActions
        known={known}
        isOver={end !== undefined}
        longTerm={longTerm}
        onFinish={onFinish}
      />
      <InContext
        key={record.id}
        recordId={record.id}
        isMuted={record.muted === true}
        longTerm={longTerm}
      />
      <Provenance whole={whole} nowMs={nowMs} />
      <dl className="figures record-facts" aria-label="Facts">
        {factsOf(known, nowMs).map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <RecordHistory record={record} versions={whole.versions} nowMs={nowMs} />
    </Pane>
  );
}

function capitalKind(kind: string): string {
  const words = kindWords(kind);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function MarkList(facts: Parameters<typeof marksOf>[0]): ReactNode {
  const marks = marksOf(facts);
  if (marks.length === 0) return null;
  return (
    <ul className="marks" aria-label="Labels">
      {marks.map((mark) => (
        <li key={mark}>
          <span className="tag" data-mark={mark}>
            {markWords(mark).name}
          </span>{' '}
          <span className="quiet">{markWords(mark).meaning}</span>
        </li>
      ))}
    </ul>
  );
}

/** Its decision in the context that stands. */
function InContext({
  recordId,
  isMuted,
  longTerm,
}: {
  readonly recordId: string;
  readonly isMuted: boolean;
  readonly longTerm: LongTermSource;
}): ReactNode {
  const { plan } = usePanel().state;
  const decision = decisionOnRecord(plan, recordId);
  if (!plan) return null;
  return (
    <section className="record-section" aria-label="In the context now">
      <h3>In the context now</h3>
      {decision ? (
        <DecisionSection
          decision={decision}
          title={decision.tokens.sent === 0 ? 'Why not here?' : undefined}
        />
      ) : (
        <>
          <p className="quiet">
            {isMuted
              ? 'No: it is kept from recall by choice, whatever is asked.'
              : 'No: it was not among what was found for the last message.'}
          </p>
          <WhyNotHere recordId={recordId} isMuted={isMuted} longTerm={longTerm} />
        </>
      )}
    </section>
  );
}

function Provenance({
  whole: { known, versions },
  nowMs,
}: {
  readonly whole: WholeRecord;
  readonly nowMs: number;
}): ReactNode {
  return (
    <section className="record-section" aria-label="How it is known">
      <h3>How it is known</h3>
      <ul className="reasons">
        {confidenceSentences(known, versions, nowMs).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <EvidenceList evidence={known.record.evidence} />
    </section>
  );
}
