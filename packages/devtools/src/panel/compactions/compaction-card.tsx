import { errorText } from '@agent-memory/core/internal';
import { Tooltip } from 'radix-ui';
import { type ReactNode, useCallback, useId, useRef, useState } from 'react';
import type { Answer } from '../../source/answer.ts';
import type { CompactionFacts } from '../../source/compaction-facts.ts';
import {
  cachePrice,
  compactionLine,
  isNewerThanPlan,
} from '../../view-model/compaction-summary.ts';
import { rangeAt } from '../../view-model/context-rows.ts';
import { formatCount, formatMoment, formatPlaces } from '../../view-model/format.ts';
import { type UndoOffer, undoOffer } from '../../view-model/undo-offer.ts';
import { usePanel } from '../parts/panel-context.ts';
import { LostValues } from './lost-values.tsx';
import { StageList } from './stage-list.tsx';
import { SummaryBesideSources } from './summary-beside-sources.tsx';
import { UndoQuestion } from './undo-question.tsx';

/** One compaction: its line, its stages as bars, its price, the messages that left, and the way back. */
export function CompactionCard({ record }: { readonly record: CompactionFacts }): ReactNode {
  const { state } = usePanel();
  const isUndone = state.compactions.some(({ undoes }) => undoes === record.id);
  return (
    <article className="compaction" data-undone={isUndone}>
      <header>
        <div className="compaction-title">
          <h2>{compactionLine(record)}</h2>
          {record.wasPrepared && <span className="tag">prepared ahead</span>}
          {isUndone && <span className="tag">undone</span>}
        </div>
        <time dateTime={new Date(record.startedAtMs).toISOString()}>
          {formatMoment(record.startedAtMs, state.planAtMs)}
        </time>
      </header>
      {record.trigger === 'undo' ? (
        <TakenBack record={record} />
      ) : (
        <>
          <StageList record={record} />
          {record.summaryFailure !== undefined && (
            <p className="quiet">The summariser that was asked failed: {record.summaryFailure}</p>
          )}
          <LeftRanges record={record} />
          <SummaryBesideSources record={record} />
        </>
      )}
      <Price record={record} />
      {record.trigger !== 'undo' && <UndoButton record={record} />}
    </article>
  );
}

function Price({ record }: { readonly record: CompactionFacts }): ReactNode {
  const { source } = usePanel();
  const { id, lostValues, cacheLostTokens } = record;
  const askValues = useCallback(() => source.lostValues(id), [source, id]);
  if (lostValues === undefined && cacheLostTokens === undefined) return null;
  return (
    <div className="prices">
      {cacheLostTokens !== undefined && <p className="price">{cachePrice(cacheLostTokens)}</p>}
      {lostValues !== undefined && <LostValues total={lostValues} askValues={askValues} />}
    </div>
  );
}

function TakenBack({ record }: { readonly record: CompactionFacts }): ReactNode {
  const { state } = usePanel();
  const undone = state.compactions.find(({ id }) => id === record.undoes);
  return (
    <p className="quiet">
      {undone
        ? `Took back the compaction of ${formatMoment(undone.startedAtMs, state.planAtMs)}; what left with it is in the context again.`
        : 'Took a compaction back; what left with it is in the context again.'}
    </p>
  );
}

type Undoing =
  | { readonly status: 'idle' | 'asking' | 'working' }
  | { readonly status: 'refused'; readonly reason: string };

const IDLE: Undoing = { status: 'idle' };

/**
 * Takes the compaction back. Where that cannot be done the button stays in the tab order and says
 * why: to a pointer, to the focus, to a reader, and when it is pressed.
 */
function UndoButton({ record }: { readonly record: CompactionFacts }): ReactNode {
  const { source, state, overlays } = usePanel();
  const [undoing, setUndoing] = useState<Undoing>(IDLE);
  const reasonId = useId();
  const button = useRef<HTMLButtonElement>(null);
  const offer = undoOffer(record, state, source.setBudget !== undefined);
  const isOff = offer.kind === 'refused' || undoing.status === 'working';
  const reason = reasonOf(offer);

  function press(): void {
    if (offer.kind === 'refused') setUndoing({ status: 'refused', reason: offer.reason });
    else if (undoing.status === 'working') return;
    else if (offer.kind === 'would-not-hold') setUndoing({ status: 'asking' });
    else void undo(takeBack);
  }

  function leave(): void {
    setUndoing(IDLE);
    button.current?.focus();
  }

  const takeBack = () => source.undoCompaction(record.id);

  /** Under another budget nothing has left: the raise alone brings all of it back. */
  function raiseOf({ raise }: UndoOffer & { readonly kind: 'would-not-hold' }) {
    if (!raise) return undefined;
    return () => {
      button.current?.focus();
      void undo(() => source.setBudget?.(raise.inputTokens));
    };
  }

  async function undo(work: () => Answer<unknown>): Promise<void> {
    setUndoing({ status: 'working' });
    try {
      await work();
      setUndoing(IDLE);
    } catch (error) {
      setUndoing({ status: 'refused', reason: errorText(error) });
    }
  }

  return (
    <div className="undo">
      <Tooltip.Root>
        <Tooltip.Trigger asChild>
          <button
            ref={button}
            type="button"
            className="button"
            aria-disabled={isOff}
            aria-describedby={reasonId}
            onClick={press}
          >
            Undo
          </button>
        </Tooltip.Trigger>
        <Tooltip.Portal container={overlays}>
          <Tooltip.Content className="tooltip" sideOffset={6} collisionPadding={8}>
            {reason}
          </Tooltip.Content>
        </Tooltip.Portal>
      </Tooltip.Root>
      <span id={reasonId} className="hidden">
        {reason}
      </span>
      <span role="status" className="outcome">
        {undoing.status === 'refused' ? undoing.reason : ''}
      </span>
      {undoing.status === 'asking' && offer.kind === 'would-not-hold' && (
        <UndoQuestion
          question={offer.question}
          onCancel={leave}
          onUndo={() => {
            button.current?.focus();
            void undo(takeBack);
          }}
          onRaise={raiseOf(offer)}
        />
      )}
    </div>
  );
}

function reasonOf(offer: UndoOffer): string {
  if (offer.kind === 'refused') return offer.reason;
  return offer.kind === 'would-not-hold' ? offer.question : 'Puts back what left with it.';
}

function LeftRanges({ record }: { readonly record: CompactionFacts }): ReactNode {
  const { state, goToMessage } = usePanel();
  const { plan, planAtMs } = state;
  const isNews = isNewerThanPlan(record, planAtMs);
  if (record.left.length === 0) {
    return <p className="quiet">No message left; what is sent of some was shortened.</p>;
  }
  return (
    <ul className="left-ranges" aria-label="Messages that left">
      {record.left.map(({ fromSeq, toSeq }) => {
        const label = `${formatCount(toSeq - fromSeq, 'message')} ${formatPlaces(fromSeq, toSeq)}`;
        // Neighbouring ranges are merged later on, so the plan may hold it as part of a longer one.
        const isOut = plan && (isNews || rangeAt(plan, fromSeq));
        return (
          <li key={fromSeq}>
            {isOut ? (
              <>
                <span className="relation">Left: </span>
                <button type="button" className="link" onClick={() => goToMessage(fromSeq)}>
                  {label}
                </button>
              </>
            ) : (
              <span className="quiet">{label}, back in the context since</span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
