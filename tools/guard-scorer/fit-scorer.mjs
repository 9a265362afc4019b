import { fitLogistic } from './logistic-regression.mjs';

/**
 * @typedef {import('./corpus.mjs').Example} Example
 * @typedef {(text: string) => readonly { readonly signs: ReadonlySet<string> }[]} PiecesOf
 * @typedef {{ readonly bias: number, readonly weights: Readonly<Record<string, number>> }} Scorer
 * @typedef {{ readonly isAttack: boolean, readonly share: number, readonly pieces: readonly (readonly number[])[] }} Numbered
 */

/** A sign that texts of fewer patterns have says nothing. */
const SEEN_IN = 3;
/** Signs of harmless talk: they never speak for an attack. */
const TALK = [
  'question',
  'aQuestion',
  'ownWords',
  'courtesy',
  'past',
  'aboutSecurity',
  'toYou',
  'money',
  'address',
  'fence',
  'theUser',
  'advert',
  'order',
  'useTool',
  'rules',
  'prior',
  'always',
  'secret',
  'assistant',
  'capitals',
  'memory',
  'putIn',
  'answerAs',
  'only',
  'sendOff',
  'reveal',
  'placeholder',
  'edge',
  'swap',
  'persona',
  'todo',
];
/** Talk that turns the meaning of what stands beside it. */
const NEUTRAL = ['question', 'aQuestion', 'ownWords', 'courtesy', 'past', 'aboutSecurity', 'toYou'];
const SINGLE = { least: -2, most: 3, penalty: 0.0004 };
/** Forms that harmless text hardly ever has. */
const STRONG = [
  'template',
  'toolCall',
  'setting',
  'hiddenTags',
  'hiddenInWord',
  'encoded',
  'disguised',
  'override+prior+rules',
  'picture',
  'noQuestion',
];
const HARMLESS = { least: -2, most: 0.3, penalty: 0.001 };
/** Together two signs speak for an attack or not at all. */
const PAIR = { least: 0, most: 4, penalty: 0.00015 };
const PAIR_OF_TALK = { least: 0, most: 1, penalty: 0.0003 };
const PAIR_WITH_NEUTRAL = { least: -2, most: 0.4, penalty: 0.0002 };

/**
 * The expectations that a weight begins with: few texts are not to teach that politeness is an attack, or
 * that an override of rules is none.
 *
 * @param {string} sign
 * @returns {import('./logistic-regression.mjs').Prior}
 */
function priorOf(sign) {
  if (STRONG.includes(sign)) return PAIR;
  if (sign.includes('+')) {
    const names = sign.split(/\++/);
    if (names.some((name) => NEUTRAL.includes(name))) return PAIR_WITH_NEUTRAL;
    return names.every((name) => TALK.includes(name)) ? PAIR_OF_TALK : PAIR;
  }
  return TALK.includes(sign) ? HARMLESS : SINGLE;
}

/** Times that the worst piece of an attack is chosen anew with the weights found so far. */
const CHOICES = 4;
/** Weights under it are left out. */
const LIGHTEST = 0.1;
/** A false alarm costs this much more than an attack that passes. */
const FALSE_ALARM = 2;
/** The share of harmless training texts that may lie over the threshold. */
const MOST_ALARMS = 0.004;

/**
 * A scorer fitted to examples: an attack is told by its worst piece, a harmless text by all of them.
 *
 * @param {readonly Example[]} examples
 * @param {PiecesOf} piecesOf
 * @returns {Scorer}
 */
export function fitScorer(examples, piecesOf) {
  const seen = examples.map((example) => ({
    ...example,
    pieces: signsOfPieces(example, piecesOf),
  }));
  const names = namesOf(seen);
  const numbers = new Map(names.map((name, at) => [name, at]));
  const shares = sharesOf(examples);
  const numbered = seen.map(({ isAttack, pieces }, at) => ({
    isAttack,
    share: shares[at] ?? 1,
    pieces: pieces.map((signs) => signs.flatMap((sign) => numbers.get(sign) ?? [])),
  }));
  /** @type {import('./logistic-regression.mjs').Model | undefined} */
  let model;
  for (let choice = 0; choice < CHOICES; choice += 1) {
    const weights = model?.weights;
    const scoreOf = (/** @type {readonly number[]} */ signs) =>
      signs.reduce((sum, sign) => sum + (weights?.[sign] ?? 1), 0);
    model = fitLogistic(samplesOf(numbered, scoreOf), names.map(priorOf), model);
  }
  if (!model) throw new Error('Nothing was fitted.');
  const { weights, bias } = model;
  const kept = weights.map((weight) => (Math.abs(weight) < LIGHTEST ? 0 : rounded(weight)));
  const entries = names.map((name, at) => /** @type {const} */ ([name, kept[at] ?? 0]));
  return {
    bias: rounded(bias - shiftOf(numbered, kept, bias)),
    weights: Object.fromEntries(entries.filter(([, weight]) => weight !== 0)),
  };
}

/**
 * @param {Example} example
 * @param {PiecesOf} piecesOf
 * @returns {readonly (readonly string[])[]}
 */
function signsOfPieces({ text }, piecesOf) {
  return piecesOf(text).map(({ signs }) => [...signs]);
}

/** @param {readonly (Example & { readonly pieces: readonly (readonly string[])[] })[]} seen */
function namesOf(seen) {
  /** @type {Map<string, Set<string>>} */
  const patterns = new Map();
  for (const { isAttack, pattern, pieces } of seen) {
    for (const sign of new Set(pieces.flat())) {
      patterns.set(sign, (patterns.get(sign) ?? new Set()).add(`${isAttack} ${pattern}`));
    }
  }
  return [...patterns]
    .filter(([, { size }]) => size >= SEEN_IN)
    .map(([name]) => name)
    .sort();
}

/**
 * Each pattern counts as much as any other, however many texts were made of it.
 *
 * @param {readonly Numbered[]} examples
 * @param {(signs: readonly number[]) => number} scoreOf
 * @returns {import('./logistic-regression.mjs').Sample[]}
 */
function samplesOf(examples, scoreOf) {
  /** @type {import('./logistic-regression.mjs').Sample[]} */
  const samples = [];
  for (const { isAttack, pieces, share } of examples) {
    if (isAttack) {
      const [worst = []] = pieces.toSorted((one, other) => scoreOf(other) - scoreOf(one));
      samples.push({ signs: worst, label: 1, weight: share });
    } else {
      const weight = FALSE_ALARM * share;
      for (const signs of pieces) samples.push({ signs, label: 0, weight });
    }
  }
  return samples;
}

/**
 * The part that each example is of its pattern.
 *
 * @param {readonly Example[]} examples
 */
function sharesOf(examples) {
  const nameOf = (/** @type {Example} */ { isAttack, kind, pattern }) =>
    `${isAttack} ${kind === 'pages'} ${pattern}`;
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const example of examples) {
    counts.set(nameOf(example), (counts.get(nameOf(example)) ?? 0) + 1);
  }
  return examples.map((example) => 1 / (counts.get(nameOf(example)) ?? 1));
}

/**
 * The score over which no more than the allowed share of harmless texts lies; 0 where fewer do anyway.
 *
 * @param {readonly Numbered[]} examples
 * @param {readonly number[]} weights
 * @param {number} bias
 */
function shiftOf(examples, weights, bias) {
  const scores = examples
    .filter(({ isAttack }) => !isAttack)
    .map(({ pieces }) =>
      Math.max(
        ...pieces.map((signs) => signs.reduce((sum, sign) => sum + (weights[sign] ?? 0), bias)),
      ),
    )
    .sort((one, other) => other - one);
  return Math.max(0, scores[Math.floor(MOST_ALARMS * scores.length)] ?? 0);
}

/** @param {number} value */
function rounded(value) {
  return Math.round(value * 100) / 100;
}

/**
 * @param {Scorer} scorer
 * @param {PiecesOf} piecesOf
 * @param {string} text
 */
export function scoreBy({ bias, weights }, piecesOf, text) {
  const scores = piecesOf(text).map(({ signs }) =>
    [...signs].reduce((sum, sign) => sum + (weights[sign] ?? 0), bias),
  );
  return Math.max(bias, ...scores);
}
