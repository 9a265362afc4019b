import type { SignalScore } from '@agent-memory/long-term';
import type { RecallCut, RecallFacts, RecallHit } from '../source/recall-facts.ts';
import { capitalised, knownWords, wordsOfCode } from './code-words.ts';
import { formatScore, formatTokens, formatWhole } from './format.ts';
import { endWords } from './record-words.ts';

/** The part of a hit's score that one signal gave, ready to draw. */
export interface SignalBar {
  readonly name: string;
  readonly meaning: string;
  /** Width of its bar, 0 to 1: its part of the best hit's score. */
  readonly fill: number;
  /** It speaks against the hit, and takes from its score. */
  readonly isAgainst: boolean;
  /** `1st of its own, 2.31` */
  readonly words: string;
}

const SIGNALS: Readonly<Record<string, string>> = {
  words: 'words that the query and the record share',
  'neighbour-words': 'words of the records beside it',
  meaning: 'nearness in meaning, by vectors',
  around: 'the messages around it fit as well',
  author: 'the query names whom it is about',
  session: 'other finds of the same session',
  form: 'the form of its text; what is short or only asks loses by it',
  reranker: 'a closer look at the best candidates, which orders them',
  date: 'a date or time that the query names',
};

/** The signals of a hit, the strongest first, on one scale for all hits of a recall. */
export function signalBars(hit: RecallHit, hits: readonly RecallHit[]): readonly SignalBar[] {
  const best = Math.max(...hits.map(({ score }) => score), Number.MIN_VALUE);
  return Object.entries(hit.signals)
    .sort(([, one], [, other]) => other.share - one.share)
    .map(([name, signal]) => ({
      name: wordsOfCode(name),
      meaning: knownWords(SIGNALS, name) ?? 'a signal that is newer than this panel',
      fill: Math.min(1, Math.abs(signal.share) / best),
      isAgainst: signal.share < 0,
      words: signalWords(signal),
    }));
}

function signalWords({ rank, score, share }: SignalScore): string {
  const effect = share < 0 ? 'takes' : 'gives';
  return `rank ${rank} · measure ${formatScore(score)} · ${effect} ${formatScore(Math.abs(share))}`;
}

const CUTS: Readonly<Record<string, string>> = {
  BELOW_LIMIT: 'fits too, but more were not asked for',
  SCORE_BELOW_CUT: 'fits too little',
  EXPIRED: 'its time is over',
  DUPLICATE: 'says the same as one above',
  OVER_TOKEN_BUDGET: 'no room for its tokens',
  RERANKED_AWAY: 'a closer look found others fitter',
  MUTED: 'kept from recall by choice of a person',
};

/** Why a candidate is not given out. */
export function cutWords({ rule, standing, tokens, leftTokens, duplicateOf }: RecallCut): string {
  if (rule === 'OVER_TOKEN_BUDGET' && tokens !== undefined && leftTokens !== undefined) {
    const needed = formatTokens(tokens, 'estimated');
    return `no room: takes ${needed} tokens, and ${formatTokens(leftTokens, 'estimated')} were left`;
  }
  if (rule === 'NOT_ACTIVE') {
    return standing === undefined ? 'holds no more' : `holds no more: ${endWords(standing)}`;
  }
  if (rule === 'MUTED' && duplicateOf !== undefined) {
    return 'says the same as a record that is kept from recall';
  }
  return knownWords(CUTS, rule) ?? capitalised(wordsOfCode(rule));
}

/** All hits of a recall together against the room that they were given. */
export interface PackedWords {
  readonly words: string;
  /** The filled part of the room, 0 to 1; absent where there is no limit. */
  readonly fill?: number;
  readonly isOver: boolean;
}

export function packedWords({ tokens, maxTokens }: RecallFacts): PackedWords {
  const packed = formatTokens(tokens, 'estimated');
  if (maxTokens === undefined) {
    return { words: `${packed} tokens together, without a limit`, isOver: false };
  }
  const isOver = tokens > maxTokens;
  const words = `${packed} of ${formatWhole(maxTokens)} tokens taken`;
  return {
    words: isOver ? `${words}: the index of this memory keeps to no token limit` : words,
    fill: maxTokens === 0 ? 1 : Math.min(1, tokens / maxTokens),
    isOver,
  };
}
