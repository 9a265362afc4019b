import type { Decision, Entry } from '@agent-memory/core';
import { type ReactNode, useCallback } from 'react';
import type { DrawnRecords } from '../../source/drawn-records.ts';
import { messageText } from '../../source/message-text.ts';
import type { ItemFacts, PlanFacts } from '../../source/plan-facts.ts';
import { titleOfCode } from '../../view-model/code-words.ts';
import { partsOfKey, rangeAt } from '../../view-model/context-rows.ts';
import { formatPlaces, formatShare } from '../../view-model/format.ts';
import {
  fateWords,
  itemTitle,
  provenanceOf,
  rangeTitle,
  roleWord,
  tierWords,
} from '../../view-model/item-words.ts';
import {
  relatedToDecision,
  relatedToEntry,
  relatedToItem,
} from '../../view-model/related-items.ts';
import { timeFacts } from '../../view-model/time-facts.ts';
import { Pane, type PaneFrame } from '../parts/pane.tsx';
import { usePanel } from '../parts/panel-context.ts';
import { arrived, useAnswer } from '../parts/use-answer.ts';
import { useDecision, useEntry, useSentMessage } from '../parts/use-messages.ts';
import { RunDetail } from '../runs/run-detail.tsx';
import { DecisionSection } from './decision-section.tsx';
import { DrawnSection, useDrawnRecords } from './drawn-section.tsx';
import { MessageSection, SentAndOriginal } from './message-section.tsx';
import { PartsSection } from './parts-section.tsx';
import { RecallCallLine, RecalledSection } from './recalled-section.tsx';
import { RelatedSection } from './related-section.tsx';

export interface DetailPaneProps extends PaneFrame {
  readonly plan: PlanFacts;
  readonly selectedKey: string;
}

/** The frame and all that the details of any row may show. */
interface DetailProps extends DetailPaneProps {
  readonly drawn: DrawnRecords | undefined;
}

const BODY_LABEL = 'Reason and text';

/** Everything about the selected row: the exact text, the reason, and what it is tied to. */
export function DetailPane(pane: DetailPaneProps): ReactNode {
  const props = { ...pane, drawn: useDrawnRecords() };
  const { plan, selectedKey } = props;
  const { kind, id } = partsOfKey(selectedKey);
  const item = selectedItem(plan, kind, id);
  if (item) return <ItemDetail {...props} item={item} />;
  if (kind === 'run') return <RunDetail {...props} number={Number(id.split(':')[0])} />;
  const range = kind === 'range' ? rangeAt(plan, Number(id)) : undefined;
  if (range) return <RangeDetail {...props} fromSeq={range.fromSeq} />;
  const withheld = plan.withheld.find(({ itemId }) => kind === 'withheld' && itemId === id);
  if (withheld) return <WithheldDetail {...props} decision={withheld} />;
  return kind === 'entry' ? (
    <EntryDetail {...props} seq={Number(id)} />
  ) : (
    <LeftDetail {...props} entryId={id} />
  );
}

/** An original that was selected may be sent by now. */
function selectedItem(plan: PlanFacts, kind: string, id: string): ItemFacts | undefined {
  if (kind === 'item') return plan.items.find((item) => item.id === id);
  if (kind !== 'entry') return undefined;
  return plan.items.find((item) => item.kind === 'entry' && item.seq === Number(id));
}

function ItemDetail({ item, ...pane }: DetailProps & { readonly item: ItemFacts }): ReactNode {
  const { plan } = pane;
  const asked = useSentMessage(item.id);
  const entry = useEntry(item.seq);
  const message = arrived(asked);
  const provenance = provenanceOf(item);
  const differs = provenance === 'shortened' || provenance === 'changed';
  return (
    <Pane
      {...pane}
      bodyLabel={BODY_LABEL}
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
      {item.kind === 'entry' && <DrawnSection drawn={pane.drawn} entryId={item.id} />}
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

function RangeDetail({ fromSeq, ...pane }: DetailProps & { readonly fromSeq: number }): ReactNode {
  const { view, dispatch } = usePanel();
  const range = rangeAt(pane.plan, fromSeq);
  if (!range) return null;
  const isOpen = view.openRanges.has(range.fromSeq);
  return (
    <Pane
      {...pane}
      bodyLabel={BODY_LABEL}
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
        <button
          type="button"
          className="button"
          onClick={() =>
            dispatch({ type: isOpen ? 'close-range' : 'open-range', fromSeq: range.fromSeq })
          }
        >
          {isOpen ? 'Hide the messages' : 'List the messages'}
        </button>
      </p>
    </Pane>
  );
}

function WithheldDetail({
  decision,
  ...pane
}: DetailProps & { readonly decision: Decision }): ReactNode {
  return (
    <Pane
      {...pane}
      bodyLabel={BODY_LABEL}
      title={`${titleOfCode(decision.itemId)} gave way`}
      facts={[`${tierWords(decision.tier).name.toLowerCase()} tier`, 'not lost']}
    >
      <DecisionSection decision={decision} />
    </Pane>
  );
}

function EntryDetail({ seq, ...pane }: DetailProps & { readonly seq: number }): ReactNode {
  return <OriginalDetail {...pane} entry={useEntry(seq)} title={`Message #${seq}`} />;
}

/** An item that was sent when it was selected and is not in the newest plan any more. */
function LeftDetail({ entryId, ...pane }: DetailProps & { readonly entryId: string }): ReactNode {
  const { source } = usePanel();
  const entry = arrived(useAnswer(useCallback(() => source.entryById(entryId), [source, entryId])));
  const title = entry ? `Message #${entry.seq}` : 'Not in this context';
  return <OriginalDetail {...pane} entry={entry} title={title} />;
}

function OriginalDetail({
  entry,
  title,
  ...pane
}: DetailProps & { readonly entry: Entry | undefined; readonly title: string }): ReactNode {
  const decision = useDecision(entry?.id);
  const times = useTimeFacts(entry);
  if (!entry) {
    return (
      <Pane {...pane} bodyLabel={BODY_LABEL} title={title} facts={[]}>
        <p className="quiet">This context does not hold what was selected before.</p>
      </Pane>
    );
  }
  return (
    <Pane
      {...pane}
      bodyLabel={BODY_LABEL}
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
      <DrawnSection drawn={pane.drawn} entryId={entry.id} />
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
