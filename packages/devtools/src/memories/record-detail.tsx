import type { KnownRecord, MemoryRecord } from '@agent-memory/long-term';
import { type ReactNode, useState } from 'react';
import { DecisionSection } from '../answer/decision-section.tsx';
import { Changes, FactList, Press } from '../elements/elements.tsx';
import { Pane, type PaneFrame } from '../elements/pane.tsx';
import { arrived, useAnswer, usePanel } from '../elements/panel-context.ts';
import { messageText, shownText } from '../source/message-text.ts';
import { capitalised, formatConfidence, formatMoment } from '../words/format.ts';
import { EvidenceList } from './evidence-list.tsx';
import { useMemories, useRecordsAnswer } from './memories-context.ts';
import { useMemoriesView } from './memories-view.ts';
import { whyNotRecalled } from './recall-words.ts';
import { RecordActions } from './record-actions.tsx';
import {
  ageWords,
  confidenceSentences,
  endOf,
  factsOf,
  historySteps,
} from './record-facts-words.ts';
import { decisionOnRecord, kindWords, marksOf, markWords, sourceWords } from './record-words.ts';

/** The details of the selected record; `undefined` without one. */
export function useSelectedRecord(): ReactNode | undefined {
  const { memories, dispatchMemories } = useMemoriesView();
  const { frame } = useMemories();
  const { selectedId } = memories;
  if (selectedId === undefined) return undefined;
  function onClose(): void {
    dispatchMemories({ type: 'change', change: { selectedId: undefined } });
    frame.onLeave();
  }
  return <RecordDetail key={selectedId} {...frame} onClose={onClose} recordId={selectedId} />;
}

/** Everything about a record: its text, where it comes from, how sure it is and why, its history. */
function RecordDetail(props: PaneFrame & { readonly recordId: string }): ReactNode {
  const { recordId, ...frame } = props;
  const asked = useRecordsAnswer(
    async (longTerm) => {
      const [known, versions] = await Promise.all([
        longTerm.record(recordId),
        longTerm.history(recordId),
      ]);
      return known && { known, versions };
    },
    [recordId],
  );
  const whole = arrived(asked);
  if (whole?.known.record.ended?.why === 'held') {
    return <HeldElsewhere frame={frame} id={recordId} />;
  }
  if (whole) {
    return <WholeDetail frame={frame} whole={whole} />;
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
  const { dispatchMemories } = useMemoriesView();
  return (
    <Pane {...frame} title="Held in quarantine" facts={[]} id={id} bodyLabel="Record">
      <p>It reads like an order to the assistant and waits for somebody to look at it.</p>
      <p>
        <Press onClick={() => dispatchMemories({ type: 'look-at-held', id })}>
          Look at it in quarantine
        </Press>
      </p>
    </Pane>
  );
}

function WholeDetail(props: { readonly frame: PaneFrame; readonly whole: WholeRecord }): ReactNode {
  const { frame, whole } = props;
  const { longTerm } = useMemories();
  const { known } = whole;
  const { record, confidence, labels } = known;
  const nowMs = longTerm.nowMs();
  const end = endOf(record, nowMs);
  const age = ageWords(record.createdAtMs, nowMs);
  return (
    <Pane
      {...frame}
      title={`${capitalised(kindWords(record.kind))}, ${sourceWords(record.source).name}`}
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
      <Changes>
        <RecordActions known={known} isOver={end !== undefined} />
      </Changes>
      <InContext key={record.id} recordId={record.id} isMuted={record.muted === true} />
      <Provenance whole={whole} nowMs={nowMs} />
      <FactList label="Facts" facts={factsOf(known, nowMs)} />
      <RecordHistory record={record} versions={whole.versions} nowMs={nowMs} />
    </Pane>
  );
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
function InContext({ recordId, isMuted }: WhyProps): ReactNode {
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
          <WhyNotHere recordId={recordId} isMuted={isMuted} />
        </>
      )}
    </section>
  );
}

function Provenance(props: { readonly whole: WholeRecord; readonly nowMs: number }): ReactNode {
  const {
    whole: { known, versions },
    nowMs,
  } = props;
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

/** Every version of a record and of those that it corrects, with ways to them. */
function RecordHistory(props: {
  readonly record: MemoryRecord;
  readonly versions: readonly MemoryRecord[];
  readonly nowMs: number;
}): ReactNode {
  const { record, versions, nowMs } = props;
  const { supersedes, alsoSupersedes = [], supersededBy } = record;
  const corrected = supersedes === undefined ? alsoSupersedes : [supersedes, ...alsoSupersedes];
  return (
    <section className="record-section" aria-label="History">
      <h3>History</h3>
      {(corrected.length > 0 || supersededBy !== undefined) && (
        <ul className="related" aria-label="Related records">
          {supersededBy !== undefined && (
            <li>
              <RecordLink id={supersededBy}>Corrected by a newer record</RecordLink>
            </li>
          )}
          {corrected.map((id) => (
            <li key={id}>
              <RecordLink id={id}>Corrects an earlier record</RecordLink>
            </li>
          ))}
        </ul>
      )}
      <ol className="history">
        {historySteps(record.id, versions).map(({ key, atMs, words, text, recordId }) => (
          <li key={key}>
            <time dateTime={new Date(atMs).toISOString()}>{formatMoment(atMs, nowMs)}</time>
            <p>
              {recordId === undefined ? '' : 'The record before: '}
              {recordId === undefined ? capitalised(words) : words}
              {text !== undefined && <q>{text}</q>}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}

function RecordLink({ id, children }: { readonly id: string; readonly children: string }) {
  const { dispatchMemories } = useMemoriesView();
  return (
    <Press
      look="link"
      onClick={() => dispatchMemories({ type: 'change', change: { selectedId: id } })}
    >
      {children}
    </Press>
  );
}

/** A record with every version of it; `undefined` where it is gone. */
interface WholeRecord {
  readonly known: KnownRecord;
  readonly versions: readonly MemoryRecord[];
}

/** Records that a context takes in where the app names no other limit [RET-2]. */
const USUAL_LIMIT = 5;

interface WhyProps {
  readonly recordId: string;
  /** A person marked it against recall. */
  readonly isMuted: boolean;
}

/** Asks why a record is not in the context; that counts as no use of it. */
function WhyNotHere(props: WhyProps): ReactNode {
  const [isAsked, setAsked] = useState(false);
  if (isAsked) return <WhyNot {...props} />;
  return (
    <p>
      <Press onClick={() => setAsked(true)}>Why not here?</Press>
    </p>
  );
}

/** The last message of the user is looked up again. */
function WhyNot({ recordId, isMuted }: WhyProps): ReactNode {
  const { longTerm } = useMemories();
  const { source, state } = usePanel();
  const seq = state.plan?.items.findLast(
    (item) => item.kind === 'entry' && item.role === 'user',
  )?.seq;
  const asked = useAnswer(async () => {
    const entry = seq === undefined ? undefined : await source.entry(seq);
    return entry && longTerm.recall({ text: messageText(entry.message), limit: USUAL_LIMIT });
  }, [longTerm, source, seq]);
  if (asked.status === 'waiting') return <p role="status">Looking …</p>;
  if (asked.status === 'failed') {
    return <p role="status">The recall failed; nothing was changed. {asked.message}</p>;
  }
  if (!asked.value) {
    return <p role="status">No message of the user is in the context to recall for.</p>;
  }
  const { sentence, remedy, figures } = whyNotRecalled(asked.value, recordId, isMuted);
  return (
    <div className="why" role="status">
      <p className="sentence">{sentence}</p>
      <p className="remedy">{remedy}</p>
      <FactList facts={figures} />
    </div>
  );
}
