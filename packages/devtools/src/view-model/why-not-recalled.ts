import type { RecallCut, RecallFacts } from '../source/recall-facts.ts';
import { capitalised } from './code-words.ts';
import { formatCount, formatScore } from './format.ts';
import { cutWords } from './recall-words.ts';
import type { NamedFact } from './record-detail.ts';

/** Why a recall does not give a record out, and how near it came. */
export interface NotRecalled {
  readonly sentence: string;
  /** The change that would have brought it in. */
  readonly remedy: string;
  readonly figures: readonly NamedFact[];
}

/** Looks for a record in a recall. Ranks go on behind the cut, in the order of the scores. */
export function whyNotRecalled(
  recall: RecallFacts,
  recordId: string,
  isMarked = false,
): NotRecalled {
  const { hits, cut } = recall;
  const candidates = formatCount(hits.length + cut.length, 'candidate');
  const hit = hits.find(({ facts }) => facts.id === recordId);
  if (hit) {
    return {
      sentence: `A recall for the last message gives it out now, as number ${hit.rank} of ${candidates}.`,
      remedy: 'The next context holds it, where the live tier has room for it.',
      figures: figuresOf(recall, hit.rank, hit.score),
    };
  }
  const index = cut.findIndex(({ id }) => id === recordId);
  const candidate = cut[index];
  if (!candidate && isMarked) {
    return {
      sentence: `It is kept from recall by choice of a person, and is not among the ${candidates} that the last message finds.`,
      remedy: '“Allow recall” takes the mark away; then a question in its words finds it.',
      figures: figuresOf(recall),
    };
  }
  if (!candidate) {
    return {
      sentence: `It is not among the ${candidates} that the last message finds: too little of what it says is asked for.`,
      remedy:
        'A question in words of the record finds it, and so does a subject or key that is asked for.',
      figures: figuresOf(recall),
    };
  }
  // One that a person keeps out stands where its score would have put it.
  const isMuted = candidate.rule === 'MUTED';
  const ahead = isMuted ? hits.filter(({ score }) => score > candidate.score) : hits;
  const rank = ahead.length + index + 1;
  return {
    sentence: `It is number ${rank} of ${candidates}: ${cutWords(candidate)}.`,
    remedy: remedyOf(candidate, rank),
    figures: figuresOf(recall, rank, candidate.score),
  };
}

function figuresOf({ hits }: RecallFacts, rank?: number, score?: number): readonly NamedFact[] {
  const last = hits.at(-1);
  return [
    ...(rank === undefined ? [] : [{ name: 'rank', value: String(rank) }]),
    ...(score === undefined ? [] : [{ name: 'score', value: formatScore(score) }]),
    ...(last
      ? [{ name: 'cut', value: `behind rank ${last.rank}, score ${formatScore(last.score)}` }]
      : [{ name: 'cut', value: 'nothing is given out' }]),
  ];
}

const REMEDIES: Readonly<Record<string, string>> = {
  SCORE_BELOW_CUT:
    'More of its words in the question, or a subject or key that is asked for, would raise its score.',
  EXPIRED: 'Pinned in time, it would hold still; now it has to be stored anew.',
  NOT_ACTIVE: 'Only what holds is given out: the record in its place, or this one stored anew.',
  DUPLICATE: 'The record that says the same is given out in its place.',
  OVER_TOKEN_BUDGET: 'More room for records, or a shorter text, would take it in.',
  RERANKED_AWAY: 'The reranker puts others ahead of it; without it the score alone would decide.',
  MUTED: '“Allow recall” on the record that is kept out takes the mark away.',
  HELD: 'It waits in quarantine; once it is released it can be given out.',
};

function remedyOf({ rule }: RecallCut, rank: number): string {
  if (rule === 'BELOW_LIMIT') return `A limit of ${rank} records would take it in.`;
  return REMEDIES[rule] ?? `${capitalised(rule)} would have to be lifted.`;
}
