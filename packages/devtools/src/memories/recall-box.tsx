import { type ReactNode, useId, useState } from 'react';
import { type Asked, useLatestAnswer } from '../elements/panel-context.ts';
import type { RecallCut, RecallFacts, RecallHit } from '../source/record-facts.ts';
import { formatCount, formatScore, formatTokens } from '../words/format.ts';
import { useMemories } from './memories-context.ts';
import { useMemoriesView } from './memories-view.ts';
import { cutWords, signalWords } from './recall-words.ts';
import { RecordLink, RecordMarks } from './record-link.tsx';
import { marksWithUse } from './record-words.ts';

const USUAL_LIMIT = 5;
const MOST_LIMIT = 50;

/** Tries a recall: what would be found for a question, in which order and why [RET-3]. */
export function RecallBox(): ReactNode {
  const { longTerm, find } = useMemories();
  const { recall } = useMemoriesView().memories;
  const asked = useLatestAnswer(longTerm, () => recall && longTerm.recall(recall), [
    longTerm,
    recall,
  ]);
  return (
    <div className="recall">
      <RecallForm />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it */}
      <section ref={find.grid} className="recall-results" aria-label="What is found" tabIndex={0}>
        <RecallAnswer asked={asked} />
      </section>
    </div>
  );
}

function RecallForm(): ReactNode {
  const { memories, dispatchMemories } = useMemoriesView();
  const id = useId();
  const [text, setText] = useState(memories.recall?.text ?? '');
  const [limit, setLimit] = useState(String(memories.recall?.limit ?? USUAL_LIMIT));
  const isAskable = text.trim() !== '';
  return (
    <form
      className="recall-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isAskable) return;
        const recall = { text: text.trim(), limit: limitOf(limit) };
        dispatchMemories({ type: 'change', change: { recall } });
      }}
    >
      <div className="find">
        <label className="hidden" htmlFor={id}>
          Question
        </label>
        <input
          id={id}
          autoComplete="off"
          placeholder="A question, or the task at hand"
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
      </div>
      <label className="recall-limit">
        at most
        <input
          type="number"
          min={1}
          max={MOST_LIMIT}
          value={limit}
          onChange={({ currentTarget }) => setLimit(currentTarget.value)}
        />
      </label>
      <button type="submit" className="button primary" aria-disabled={!isAskable}>
        Try
      </button>
    </form>
  );
}

function limitOf(typed: string): number {
  const limit = Math.round(Number(typed));
  return limit >= 1 ? Math.min(limit, MOST_LIMIT) : USUAL_LIMIT;
}

function RecallAnswer({ asked }: { readonly asked: Asked<RecallFacts | undefined> }): ReactNode {
  if (asked.status === 'waiting') return <p className="quiet">Looking …</p>;
  if (asked.status === 'failed') {
    return <p className="quiet">The recall failed; nothing was changed. {asked.message}</p>;
  }
  if (!asked.value) {
    return (
      <p className="quiet">
        Shows what would come into the context for a question: each record with its rank, what each
        signal gave to its score and what it costs in tokens, and what was cut and why. Trying
        counts as no use.
      </p>
    );
  }
  return <RecallResult recall={asked.value} />;
}

function RecallResult({ recall }: { readonly recall: RecallFacts }) {
  const { hits, cut, degraded, tokens } = recall;
  return (
    <>
      {degraded.map((sentence) => (
        <p key={sentence} className="remedy">
          {sentence}
        </p>
      ))}
      <p>
        {hits.length === 0
          ? nothingWords(cut)
          : `${formatTokens(tokens, 'estimated')} tokens together`}
      </p>
      <ol className="hits" aria-label="Given out">
        {hits.map((hit) => (
          <HitRow key={hit.facts.id} hit={hit} />
        ))}
      </ol>
      {cut.length > 0 && (
        <>
          <p className="cut-line">
            <span>Cut here: {formatCount(cut.length, 'candidate')} left out</span>
          </p>
          <ul className="cut-list" aria-label="Left out">
            {cut.map((candidate) => (
              <CutRow key={candidate.id} candidate={candidate} />
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function nothingWords(cut: readonly RecallCut[]): string {
  const isCrowded = cut.some(({ rule }) => rule === 'OVER_TOKEN_BUDGET');
  return isCrowded ? 'Nothing that is found has room.' : 'Nothing is found for this.';
}

const TOKENS_MEANING =
  'Estimated from text, subject and key, as the limit is reckoned. In a context source, date and confidence come on top.';

function HitRow({ hit }: { readonly hit: RecallHit }): ReactNode {
  const { facts, rank, score, tokens } = hit;
  const { sentence, details } = signalWords(hit);
  return (
    <li>
      <p className="hit-head">
        <span className="hit-rank">{rank}</span>
        <RecordLink id={facts.id} start={facts.start} />
        <RecordMarks marks={marksWithUse(facts)} />
        <HitFigures tokens={tokens} score={score} />
      </p>
      <p className="quiet signals" title={details}>
        {sentence}
      </p>
    </li>
  );
}

function CutRow({ candidate }: { readonly candidate: RecallCut }): ReactNode {
  const { id, start, score, rule, tokens } = candidate;
  return (
    <li>
      <p className="hit-head">
        <RecordLink
          id={start === undefined ? undefined : id}
          start={start ?? 'a record that is gone'}
        />
        <HitFigures tokens={tokens} score={score} />
      </p>
      <p className="quiet">
        {cutWords(candidate)} · <code>{rule}</code>
      </p>
    </li>
  );
}

function HitFigures(props: {
  /** `undefined` where the record is gone meanwhile. */
  readonly tokens: number | undefined;
  readonly score: number;
}): ReactNode {
  const { tokens, score } = props;
  return (
    <span className="hit-score">
      {tokens !== undefined && (
        <span title={TOKENS_MEANING}>{formatTokens(tokens, 'estimated')} tokens · </span>
      )}
      score {formatScore(score)}
    </span>
  );
}
