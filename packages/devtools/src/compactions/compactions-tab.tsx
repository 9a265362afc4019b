import { type ReactNode, useCallback, useId, useRef, useState } from 'react';
import { Changes, EmptyView, Press } from '../elements/elements.tsx';
import { Question, type QuestionAnswer } from '../elements/forms.tsx';
import { useAction, usePanel } from '../elements/panel-context.ts';
import type { CompactionFacts } from '../source/devtools-source.ts';
import { formatCount, formatMoment, formatPlaces } from '../words/format.ts';
import { CompactionPreview } from './compaction-preview.tsx';
import {
  cachePrice,
  compactionLine,
  isNewerThanPlan,
  type UndoOffer,
  undoOffer,
} from './compaction-summary.ts';
import { LostValues } from './lost-values.tsx';
import { StageList } from './stage-list.tsx';
import { SummariserState } from './summariser-state.tsx';
import { SummaryBesideSources } from './summary-beside-sources.tsx';

/** Records drawn at first, and added each time more are asked for. */
const PAGE_SIZE = 20;

/**
 * The summariser and its breaker, a compaction that can be tried out, and every compaction that the
 * memory keeps on record, newest first [DEV-4].
 */
export function CompactionsTab(): ReactNode {
  const { state } = usePanel();
  const [shown, setShown] = useState(PAGE_SIZE);
  const newestFirst = state.compactions.toReversed();
  const older = newestFirst.length - shown;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it
    <section className="compactions" aria-label="Compactions, newest first" tabIndex={0}>
      <SummariserState />
      <Changes>
        <CompactionPreview />
      </Changes>
      {newestFirst.length === 0 && <NoCompactions />}
      <ol>
        {newestFirst.slice(0, shown).map((record) => (
          <li key={record.id}>
            <CompactionCard record={record} />
          </li>
        ))}
      </ol>
      {older > 0 && (
        <Press onClick={() => setShown((count) => count + PAGE_SIZE)}>
          Show {formatCount(Math.min(older, PAGE_SIZE), 'older one')}
        </Press>
      )}
    </section>
  );
}

function NoCompactions(): ReactNode {
  const { state } = usePanel();
  const high = state.plan?.budget.highTokens;
  return (
    <EmptyView title="Nothing has been compacted yet">
      {high === undefined
        ? 'Compaction starts when it pays, at the latest at the high watermark, or when compact() is called.'
        : `Compaction starts when it pays, at the latest when the context passes ${formatCount(high, 'token')}, or when compact() is called.`}{' '}
      Each one is listed here, stage by stage, with the messages that it took out.
    </EmptyView>
  );
}

/** One compaction: its line, its stages as bars, its price, the messages that left, and the way back. */
function CompactionCard({ record }: { readonly record: CompactionFacts }): ReactNode {
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
      {record.trigger !== 'undo' && (
        <Changes>
          <UndoButton record={record} />
        </Changes>
      )}
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
        ? `Took back the compaction of ${formatMoment(undone.startedAtMs, state.planAtMs)}; its messages are in the context again.`
        : 'Took a compaction back; its messages are in the context again.'}
    </p>
  );
}

/** Takes a compaction back, after a question where it would not hold. */
function UndoButton({ record }: { readonly record: CompactionFacts }): ReactNode {
  const { source, state } = usePanel();
  const [isAsking, setAsking] = useState(false);
  const [told, setTold] = useState('');
  const { run, isRunning, failure } = useAction(() => undefined);
  const reasonId = useId();
  const button = useRef<HTMLButtonElement>(null);
  const offer = undoOffer(record, state, source.setBudget !== undefined);
  const isOff = offer.kind === 'refused' || isRunning;
  const takeBack = async () => void (await source.undoCompaction(record.id));

  function press(): void {
    setTold(offer.kind === 'refused' ? offer.reason : '');
    if (offer.kind === 'would-not-hold') setAsking(true);
    else if (offer.kind === 'offered') run(takeBack);
  }

  /** The focus comes back to the button; what was asked is done or left. */
  function close(act?: () => Promise<void>): void {
    setAsking(false);
    button.current?.focus();
    if (act) run(act);
  }

  const budget = offer.kind === 'would-not-hold' ? offer.raise?.inputTokens : undefined;
  const raise = async () => void (await source.setBudget?.(budget ?? 0));
  const raises: readonly QuestionAnswer[] =
    budget === undefined ? [] : [{ title: 'Raise and undo', onGive: () => close(raise) }];
  return (
    <div className="undo">
      <button
        ref={button}
        type="button"
        className="button"
        aria-disabled={isOff}
        aria-describedby={reasonId}
        title={reasonOf(offer)}
        onClick={press}
      >
        Undo
      </button>
      <span id={reasonId} className="hidden">
        {reasonOf(offer)}
      </span>
      <span role="status" className="outcome">
        {failure ?? told}
      </span>
      {isAsking && offer.kind === 'would-not-hold' && (
        <Question
          legend={<span className="hidden">Undo a compaction that would come again</span>}
          stay="Leave it compacted"
          answers={[...raises, { title: 'Undo all the same', onGive: () => close(takeBack) }]}
          onCancel={() => close()}
        >
          <p>{offer.question}</p>
        </Question>
      )}
    </div>
  );
}

function reasonOf(offer: UndoOffer): string {
  if (offer.kind === 'refused') return offer.reason;
  return offer.kind === 'would-not-hold' ? offer.question : 'Puts its messages back.';
}

function LeftRanges({ record }: { readonly record: CompactionFacts }): ReactNode {
  const { state, goToMessage } = usePanel();
  const { plan, planAtMs } = state;
  const isNews = isNewerThanPlan(record, planAtMs);
  if (record.left.length === 0) {
    return <p className="quiet">No message went out of context; some were shortened.</p>;
  }
  return (
    <ul className="left-ranges" aria-label="Messages out of context">
      {record.left.map(({ fromSeq, toSeq }) => {
        const label = `${formatCount(toSeq - fromSeq, 'message')} ${formatPlaces(fromSeq, toSeq)}`;
        // Neighbouring ranges are merged later on, so the plan may hold it as part of a longer one.
        const isOut =
          plan &&
          (isNews || plan.ranges.some((left) => left.fromSeq <= fromSeq && fromSeq < left.toSeq));
        return (
          <li key={fromSeq}>
            {isOut ? (
              <>
                <span className="relation">Left: </span>
                <Press look="link" onClick={() => goToMessage(fromSeq)}>
                  {label}
                </Press>
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
