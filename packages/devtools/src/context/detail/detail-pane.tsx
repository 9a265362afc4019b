import type { Decision, Entry, Role } from '@agent-memory/core';
import type { ReactNode } from 'react';
import { DecisionSection, DecisionWords } from '../../answer/decision-section.tsx';
import { Press } from '../../elements/elements.tsx';
import { Pane, type PaneFrame } from '../../elements/pane.tsx';
import {
  arrived,
  useAnswer,
  useDecision,
  useEntry,
  usePanel,
  useRecalled,
  useSentMessage,
} from '../../elements/panel-context.ts';
import { RunDetail } from '../../runs/run-detail.tsx';
import { recallCall } from '../../runs/run-words.ts';
import type { ItemFacts, PlanFacts } from '../../source/devtools-source.ts';
import { messageText } from '../../source/message-text.ts';
import { timeFacts } from '../../time/time-words.ts';
import { formatCount, formatPlaces, formatShare, titleOfCode } from '../../words/format.ts';
import {
  fateWords,
  itemTitle,
  provenanceOf,
  rangeTitle,
  roleWord,
  tierWords,
} from '../../words/item-words.ts';
import { partsOfKey, rangeAt } from '../context-rows.ts';
import { useContextView } from '../context-view.ts';
import { MessageSection, SentAndOriginal } from './message-section.tsx';
import {
  partsInOrder,
  type RelatedItem,
  relatedOriginal,
  relatedToDecision,
  relatedToEntry,
  relatedToItem,
} from './related-items.ts';

interface DetailPaneProps extends PaneFrame {
  readonly plan: PlanFacts;
}

/** The frame of each pane, with the name of its body. */
type PaneProps = DetailPaneProps & { readonly bodyLabel: string };

/** Everything about the selected row: the exact text, the reason, and what it is tied to. */
export function DetailPane(props: DetailPaneProps & { readonly selectedKey: string }): ReactNode {
  const { selectedKey, ...frame } = props;
  const { plan } = frame;
  const pane = { ...frame, bodyLabel: 'Reason and text' };
  const { kind, id } = partsOfKey(selectedKey);
  const item = selectedItem(plan, kind, id);
  if (item) return <ItemDetail {...pane} item={item} />;
  if (kind === 'run') return <RunDetail {...frame} number={Number(id.split(':')[0])} />;
  const range = kind === 'range' ? rangeAt(plan, Number(id)) : undefined;
  if (range) return <RangeDetail {...pane} fromSeq={range.fromSeq} />;
  const withheld = plan.withheld.find(({ itemId }) => kind === 'withheld' && itemId === id);
  if (withheld) return <WithheldDetail {...pane} decision={withheld} />;
  return kind === 'entry' ? (
    <EntryDetail {...pane} seq={Number(id)} />
  ) : (
    <LeftDetail {...pane} entryId={id} />
  );
}

/** An original that was selected may be sent by now. */
function selectedItem(plan: PlanFacts, kind: string, id: string): ItemFacts | undefined {
  if (kind === 'item') return plan.items.find((item) => item.id === id);
  if (kind !== 'entry') return undefined;
  return plan.items.find((item) => item.kind === 'entry' && item.seq === Number(id));
}

function ItemDetail({ item, ...pane }: PaneProps & { readonly item: ItemFacts }): ReactNode {
  const { plan } = pane;
  const asked = useSentMessage(item.id);
  const entry = useEntry(item.seq);
  const message = arrived(asked);
  const provenance = provenanceOf(item);
  const differs = provenance === 'shortened' || provenance === 'changed';
  return (
    <Pane
      {...pane}
      title={itemTitle(item)}
      facts={[
        roleWord(item),
        `${tierWords(item.tier).name.toLowerCase()} tier`,
        `${formatShare(item.decision.tokens.sent / plan.budget.contextWindow)} of the window`,
        ...useTimeFacts(entry),
      ]}
      id={item.id}
      seq={item.kind === 'entry' ? item.seq : undefined}
      copy={message && (() => messageText(message))}
    >
      <DecisionSection decision={item.decision} />
      {item.seq !== undefined && <RecalledSection role={item.role} seq={item.seq} />}
      {provenance === 'shortened' && item.seq !== undefined && (
        <RecallCallLine fromSeq={item.seq} toSeq={item.seq + 1} />
      )}
      <PartsSection parts={item.decision.parts ?? []} />
      <RelatedSection related={relatedToItem(plan, item)} decision={item.decision} />
      {differs && message && entry ? (
        <SentAndOriginal
          key={item.id}
          sent={message}
          original={entry.message}
          decision={item.decision}
        />
      ) : (
        <MessageSection key={item.id} title="Sent, exactly" asked={asked} />
      )}
    </Pane>
  );
}

function RangeDetail({ fromSeq, ...pane }: PaneProps & { readonly fromSeq: number }): ReactNode {
  const { view, dispatch } = useContextView();
  const range = rangeAt(pane.plan, fromSeq);
  if (!range) return null;
  const isOpen = view.openRanges.has(range.fromSeq);
  return (
    <Pane
      {...pane}
      title={rangeTitle(range)}
      facts={[formatPlaces(range.fromSeq, range.toSeq), 'the originals are kept']}
    >
      <DecisionSection decision={range.decision} />
      <RecallCallLine fromSeq={range.fromSeq} toSeq={range.toSeq} />
      <RelatedSection
        related={relatedToDecision(pane.plan, range.decision)}
        decision={range.decision}
      />
      <p>
        <Press
          onClick={() =>
            dispatch({ type: 'toggle-range', fromSeq: range.fromSeq, isOpen: !isOpen })
          }
        >
          {isOpen ? 'Hide the messages' : 'List the messages'}
        </Press>
      </p>
    </Pane>
  );
}

function WithheldDetail(props: PaneProps & { readonly decision: Decision }): ReactNode {
  const { decision, ...pane } = props;
  return (
    <Pane
      {...pane}
      title={`${titleOfCode(decision.itemId)}: left out`}
      facts={[`${tierWords(decision.tier).name.toLowerCase()} tier`, 'not lost']}
    >
      <DecisionSection decision={decision} />
    </Pane>
  );
}

function EntryDetail({ seq, ...pane }: PaneProps & { readonly seq: number }): ReactNode {
  return <OriginalDetail {...pane} entry={useEntry(seq)} title={`Message #${seq}`} />;
}

/** An item that was sent when it was selected and is not in the newest plan any more. */
function LeftDetail({ entryId, ...pane }: PaneProps & { readonly entryId: string }): ReactNode {
  const { source } = usePanel();
  const entry = arrived(useAnswer(() => source.entryById(entryId), [source, entryId]));
  const title = entry ? `Message #${entry.seq}` : 'Not in this context';
  return <OriginalDetail {...pane} entry={entry} title={title} />;
}

function OriginalDetail(
  props: PaneProps & { readonly entry: Entry | undefined; readonly title: string },
): ReactNode {
  const { entry, title, ...pane } = props;
  const decision = useDecision(entry?.id);
  const times = useTimeFacts(entry);
  if (!entry) {
    return (
      <Pane {...pane} title={title} facts={[]}>
        <p className="quiet">This context does not hold what was selected before.</p>
      </Pane>
    );
  }
  return (
    <Pane
      {...pane}
      title={title}
      facts={[
        entry.message.role,
        decision ? fateWords(decision.fate) : 'not in this context',
        ...times,
      ]}
      id={entry.id}
      seq={entry.seq}
      copy={() => messageText(entry.message)}
    >
      {decision && (
        <DecisionSection
          decision={decision}
          title={decision.tokens.sent === 0 ? 'Why not here?' : undefined}
        />
      )}
      <RecalledSection role={entry.message.role} seq={entry.seq} />
      {decision && decision.tokens.sent === 0 && (
        <RecallCallLine fromSeq={entry.seq} toSeq={entry.seq + 1} />
      )}
      <RelatedSection
        related={[
          ...(decision ? relatedToDecision(pane.plan, decision) : []),
          ...relatedToEntry(pane.plan, entry.seq),
        ]}
        decision={decision}
      />
      <MessageSection
        key={entry.id}
        title="The original, kept in the transcript"
        asked={{ status: 'here', value: entry.message }}
      />
    </Pane>
  );
}

/** When a message was written: in the session's own time, so that a recorded one keeps its times. */
function useTimeFacts(entry: Entry | undefined): readonly string[] {
  const { state } = usePanel();
  const newest = useEntry(state.plan && state.plan.transcriptLength - 1);
  return entry ? timeFacts(entry, newest ?? entry) : [];
}

/** Rules about records of a long-term memory begin so; their parts go by the ids of records. */
const RECORD_RULES = 'RECORD_';

/** The parts of a live section, each with its reason: those that are sent, then those left out [RET-3]. */
function PartsSection({ parts }: { readonly parts: readonly Decision[] }): ReactNode {
  if (parts.length === 0) return null;
  const { inside, leftOut } = partsInOrder(parts);
  return (
    <section className="parts" aria-label="Parts">
      <PartList title={`${formatCount(inside.length, 'part')} sent`} parts={inside} />
      <PartList title={`${formatCount(leftOut.length, 'part')} left out`} parts={leftOut} />
    </section>
  );
}

function PartList(props: {
  readonly title: string;
  readonly parts: readonly Decision[];
}): ReactNode {
  const { title, parts } = props;
  if (parts.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul>
        {parts.map((part) => (
          <PartRow key={part.itemId} part={part} />
        ))}
      </ul>
    </>
  );
}

function PartRow({ part }: { readonly part: Decision }): ReactNode {
  const { goToRecord } = usePanel();
  return (
    <li>
      <DecisionWords decision={part} />
      <p className="facts">
        <code>{part.itemId}</code> · {formatCount(part.tokens.raw, 'token')} ·{' '}
        <code>{part.rule}</code>
        {goToRecord && part.rule.startsWith(RECORD_RULES) && (
          <>
            {' · '}
            <Press look="link" onClick={() => goToRecord(part.itemId)}>
              Show the record
            </Press>
          </>
        )}
      </p>
    </li>
  );
}

/** The ways that lead from an item to others. */
function RelatedSection(props: {
  readonly related: readonly RelatedItem[];
  readonly decision: Decision | undefined;
}): ReactNode {
  const { related, decision } = props;
  const { goToRow } = usePanel();
  const elsewhere = useDisplacingOriginals(decision);
  const all = [...related, ...elsewhere];
  if (all.length === 0) return null;
  return (
    <ul className="related" aria-label="Related">
      {all.map((item) => (
        <li key={`${item.relation}:${item.key}`}>
          <span className="relation">{item.relation} </span>
          <Press look="link" onClick={() => goToRow(item.key)}>
            {item.title}
          </Press>
        </li>
      ))}
    </ul>
  );
}

/** An entry that displaced the item and is itself not sent: only the transcript names it. */
function useDisplacingOriginals(decision: Decision | undefined): readonly RelatedItem[] {
  const { source, state } = usePanel();
  const { plan } = state;
  const asked = useAnswer(() => {
    const absent = (decision?.by ?? []).filter((id) => !plan?.items.some((item) => item.id === id));
    return absent.length === 0 ? [] : Promise.all(absent.map((id) => source.entryById(id)));
  }, [source, decision, plan]);
  return (arrived(asked) ?? []).flatMap((entry) => (entry ? [relatedOriginal(entry.seq)] : []));
}

/** A result can quote hundreds of messages; so many ways are shown. */
const MOST_WAYS = 40;

/** The originals that a message brought back, with the ways to them. */
function RecalledSection(props: { readonly role: Role; readonly seq: number }): ReactNode {
  const { role, seq } = props;
  const { goToMessage } = usePanel();
  const recalled = useRecalled(role, seq);
  if (!recalled) return null;
  const { toolName, seqs } = recalled;
  const hidden = seqs.length - MOST_WAYS;
  return (
    <section className="recalled" aria-label="Recalled">
      <p>
        <span className="tag" data-recalled="">
          recalled
        </span>{' '}
        {seqs.length === 0 ? (
          <>
            <code>{toolName}</code> brought no message of this branch back.
          </>
        ) : (
          <>
            <code>{toolName}</code> brought back, to the letter:
          </>
        )}
      </p>
      {seqs.length > 0 && (
        <ul className="related" aria-label="Originals">
          {seqs.slice(0, MOST_WAYS).map((original) => (
            <li key={original}>
              <Press look="link" onClick={() => goToMessage(original)}>
                Message #{original}
              </Press>
            </li>
          ))}
          {hidden > 0 && <li className="quiet">and {formatCount(hidden, 'message')} more</li>}
        </ul>
      )}
    </section>
  );
}

/** Names the call by which the model has messages brought back, where it has the tool; `toSeq` is exclusive. */
function RecallCallLine(props: { readonly fromSeq: number; readonly toSeq: number }): ReactNode {
  const { fromSeq, toSeq } = props;
  const { source } = usePanel();
  if (!source.runs) return null;
  const whole = toSeq - fromSeq > 1 ? 'them' : 'it';
  return (
    <p className="recall-call">
      The model brings {whole} back whole with <code>{recallCall(fromSeq, toSeq)}</code>.
    </p>
  );
}
