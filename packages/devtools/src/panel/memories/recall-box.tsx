import { type ReactNode, type RefObject, useCallback, useId, useState } from 'react';
import type { LongTermSource } from '../../source/long-term-source.ts';
import type { RecallCut, RecallFacts, RecallHit } from '../../source/recall-facts.ts';
import { formatCount, formatScore, formatTokens } from '../../view-model/format.ts';
import { cutWords, packedWords, signalBars } from '../../view-model/recall-words.ts';
import { marksWithUse } from '../../view-model/record-words.ts';
import { FillBar } from '../parts/fill-bar.tsx';
import { usePanel } from '../parts/panel-context.ts';
import { type Asked, useLatestAnswer } from '../parts/use-answer.ts';
import { RecordMarks } from './record-cells.tsx';
import { RecordLink } from './record-link.tsx';

const USUAL_LIMIT = 5;
const MOST_LIMIT = 50;

/** Tries a recall: what would be found for a question, in which order and why [RET-3]. */
export function RecallBox({
  longTerm,
  results,
}: {
  readonly longTerm: LongTermSource;
  /** Takes the focus when the details are left. */
  readonly results: RefObject<HTMLDivElement | null>;
}): ReactNode {
  const { recall } = usePanel().memories;
  const asked = useLatestAnswer(
    longTerm,
    useCallback(() => recall && longTerm.recall(recall), [longTerm, recall]),
  );
  return (
    <div className="recall">
      <RecallForm />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it */}
      <section ref={results} className="recall-results" aria-label="What is found" tabIndex={0}>
        <RecallAnswer asked={asked} />
      </section>
    </div>
  );
}

function RecallForm(): ReactNode {
  const { memories, dispatchMemories } = usePanel();
  const id = useId();
  const [text, setText] = useState(memories.recall?.text ?? '');
  const [limit, setLimit] = useState(String(memories.recall?.limit ?? USUAL_LIMIT));
  const [maxTokens, setMaxTokens] = useState(String(memories.recall?.maxTokens ?? ''));
  const isAskable = text.trim() !== '';
  return (
    <form
      className="recall-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isAskable) return;
        const question = { text: text.trim(), limit: limitOf(limit), ...tokenLimitOf(maxTokens) };
        dispatchMemories({ type: 'recall', question });
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
      <label className="recall-limit" title="Most tokens of all records together">
        tokens
        <input
          type="number"
          className="recall-tokens"
          min={1}
          placeholder="no limit"
          value={maxTokens}
          onChange={({ currentTarget }) => setMaxTokens(currentTarget.value)}
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

/** Nothing where no limit was typed. */
function tokenLimitOf(typed: string): { readonly maxTokens?: number } {
  const maxTokens = Math.round(Number(typed));
  return maxTokens >= 1 ? { maxTokens } : {};
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
  const { hits, cut, degraded } = recall;
  return (
    <>
      {degraded.map((sentence) => (
        <p key={sentence} className="remedy">
          {sentence}
        </p>
      ))}
      {hits.length === 0 ? <p>{nothingWords(cut)}</p> : <Packed recall={recall} />}
      <ol className="hits" aria-label="Given out">
        {hits.map((hit) => (
          <HitRow key={hit.facts.id} hit={hit} hits={hits} />
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

/** The tokens of all hits together against the limit that was asked for. */
function Packed({ recall }: { readonly recall: RecallFacts }): ReactNode {
  const { words, fill, isOver } = packedWords(recall);
  return (
    <p className="packed" data-over={isOver} title={TOKENS_MEANING}>
      {fill !== undefined && <FillBar fill={fill} />}
      <span>{words}</span>
    </p>
  );
}

const TOKENS_MEANING =
  'Estimated from text, subject and key, as the limit is reckoned. In a context source, date and confidence come on top.';

function HitRow({
  hit,
  hits,
}: {
  readonly hit: RecallHit;
  readonly hits: readonly RecallHit[];
}): ReactNode {
  const { facts, rank, score, tokens } = hit;
  return (
    <li>
      <p className="hit-head">
        <span className="hit-rank">{rank}</span>
        <RecordLink id={facts.id} start={facts.start} />
        <RecordMarks marks={marksWithUse(facts)} />
        <HitFigures tokens={tokens} score={score} />
      </p>
      <ul className="signals" aria-label={`Signals of number ${rank}`}>
        {signalBars(hit, hits).map(({ name, meaning, fill, isAgainst, words }) => (
          <li key={name}>
            <span className="signal-name" title={meaning}>
              {name}
            </span>
            <FillBar fill={fill} isAgainst={isAgainst} />
            <span className="quiet">{words}</span>
          </li>
        ))}
      </ul>
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

function HitFigures({
  tokens,
  score,
}: {
  /** `undefined` where the record is gone meanwhile. */
  readonly tokens: number | undefined;
  readonly score: number;
}): ReactNode {
  return (
    <span className="hit-score">
      {tokens !== undefined && (
        <span title={TOKENS_MEANING}>{formatTokens(tokens, 'estimated')} tokens · </span>
      )}
      score {formatScore(score)}
    </span>
  );
}
