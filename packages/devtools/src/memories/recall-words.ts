import type { RecallCut, RecallFacts, RecallHit } from '../source/record-facts.ts';
import { capitalised, formatCount, formatScore, knownWords, wordsOfCode } from '../words/format.ts';
import type { NamedFact } from './record-facts-words.ts';
import { endWords } from './record-words.ts';

const SIGNALS: Readonly<Record<string, string>> = {
  name: 'the query names it, by its key or one of its other names',
  words: 'words that the query and the record share',
  'neighbour-words': 'words of the records beside it',
  meaning: 'nearness in meaning, by vectors',
  around: 'the messages around it fit as well',
  author: 'the query names whom it is about',
  session: 'other finds of the same session',
  form: 'the form of its text; what is short or only asks loses by it',
  role: 'who says it; an answer of the assistant loses by it, a choice of the user gains where advice is asked for',
  date: 'a date or time that the query names',
};

/** `Found by words (0.75) and meaning (0.25). Lowered by form (0.2).`, the strongest first, and each signal in full. */
export function signalWords({ signals }: RecallHit) {
  const sorted = Object.entries(signals).sort(([, one], [, other]) => other.share - one.share);
  const named = ([name, { share }]: (typeof sorted)[number]) =>
    `${wordsOfCode(name)} (${formatScore(Math.abs(share))})`;
  const givers = sorted.filter(([, { share }]) => share >= 0).map(named);
  const takers = sorted.filter(([, { share }]) => share < 0).map(named);
  return {
    sentence: [
      ...(givers.length > 0 ? [`Found by ${listed.format(givers)}.`] : []),
      ...(takers.length > 0 ? [`Lowered by ${listed.format(takers)}.`] : []),
    ].join(' '),
    details: sorted
      .map(
        ([name, { rank, score }]) =>
          `${wordsOfCode(name)}: ${knownWords(SIGNALS, name) ?? 'a signal that is newer than this panel'}; rank ${rank}, measure ${formatScore(score)}`,
      )
      .join('\n'),
  };
}

const listed = new Intl.ListFormat('en-GB');

const CUTS: Readonly<Record<string, string>> = {
  BELOW_LIMIT: 'fits too, but more were not asked for',
  SCORE_BELOW_CUT: 'fits too little',
  EXPIRED: 'its time is over',
  DUPLICATE: 'says the same as one above',
  OVER_TOKEN_BUDGET: 'no room for its tokens',
  MUTED: 'kept from recall by choice of a person',
};

/** Why a candidate is not given out. */
export function cutWords({ rule, standing, duplicateOf }: RecallCut): string {
  if (rule === 'NOT_ACTIVE') {
    return standing === undefined ? 'holds no more' : `holds no more: ${endWords(standing)}`;
  }
  if (rule === 'MUTED' && duplicateOf !== undefined) {
    return 'says the same as a record that is kept from recall';
  }
  return knownWords(CUTS, rule) ?? capitalised(wordsOfCode(rule));
}

/** Looks for a record in a recall. Ranks continue behind the cut, in the order of the scores. */
export function whyNotRecalled(recall: RecallFacts, recordId: string, isMarked = false) {
  const { hits, cut } = recall;
  const candidates = formatCount(hits.length + cut.length, 'candidate');
  const hit = hits.find(({ facts }) => facts.id === recordId);
  if (hit) {
    return {
      sentence: `A recall for the last message gives it out now, as number ${hit.rank} of ${candidates}.`,
      /** The change that would have brought it in. */
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
  EXPIRED: 'Pinned in time, it would hold still; now it has to be stored again.',
  NOT_ACTIVE: 'Only what holds is given out: the record in its place, or this one stored again.',
  DUPLICATE: 'The record that says the same is given out in its place.',
  OVER_TOKEN_BUDGET: 'More room for records, or a shorter text, would take it in.',
  MUTED: '“Allow recall” on the record that is kept out takes the mark away.',
  HELD: 'It waits in quarantine; once it is released it can be given out.',
};

function remedyOf({ rule }: RecallCut, rank: number): string {
  if (rule === 'BELOW_LIMIT') return `A limit of ${rank} records would take it in.`;
  return REMEDIES[rule] ?? `${capitalised(rule)} would have to be lifted.`;
}
