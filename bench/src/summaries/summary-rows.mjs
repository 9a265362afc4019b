// @ts-check
import { extractiveSummarizer } from '@agent-memory/core';
import { standsIn } from '../replay/text-places.mjs';
import { textTokens } from '../replay/token-units.mjs';
import { matterOf } from './matter.mjs';
import { sentencesWithin, shuffled } from './picked-sentences.mjs';

/** @typedef {import('./matter.mjs').Matter} Matter */

/**
 * The worth of one way to sum up in one room, over all sessions that have more to say.
 *
 * @typedef {object} SummaryRow
 * @property {string} system
 * @property {number} room tokens that the extractive summary may have
 * @property {number} sessions
 * @property {number} tokens of all its texts together
 * @property {number} valuesPer1000 exact values of the matter in 1,000 tokens of its texts
 * @property {number | null} values share of the matter's exact values that its texts say, mean of the sessions
 * @property {number} neededPer1000 those of them that later calls use, in 1,000 tokens
 * @property {number | null} needed share of the values that later calls use, mean of the sessions
 */

/** A room without this many times its tokens to choose from says nothing. */
const LEAST_CHOICE = 2;
/** Random sentences are drawn so often; each draw counts as a part of one. */
const DRAWS = 20;
const SEED = 20_261_123;

/**
 * Sums up the first half of every session: extractively, and by as many tokens of other sentences.
 *
 * @param {readonly import('../replay/sessions.mjs').Session[]} sessions
 * @param {number} room tokens
 * @returns {Promise<SummaryRow[]>}
 */
export async function summaryRows(sessions, room) {
  const tallies = ['extractive', 'first sentences', 'last sentences', 'random sentences'].map(
    (system) => ({ system, scores: /** @type {Score[]} */ ([]) }),
  );
  for (const [place, session] of sessions.entries()) {
    const matter = matterOf(session);
    const size = matter.sentences.reduce((sum, sentence) => sum + textTokens(sentence), 0);
    if (size < LEAST_CHOICE * room) continue;
    const { sources, sentences } = matter;
    const request = { sources, maxTokens: room, count: textTokens };
    const { text } = await extractiveSummarizer.summarize(request, {});
    const tokens = textTokens(text);
    const draws = Array.from({ length: DRAWS }, (_, draw) =>
      sentencesWithin(shuffled(sentences, SEED + place * DRAWS + draw), tokens),
    );
    const texts = [
      [text],
      [sentencesWithin(sentences, tokens)],
      [sentencesWithin(sentences.toReversed(), tokens)],
      draws,
    ];
    for (const [index, { scores }] of tallies.entries()) {
      scores.push(meanOf((texts[index] ?? []).map((one) => scoreOf(one, matter))));
    }
  }
  return tallies.map(({ system, scores }) => rowOf(system, room, scores));
}

/**
 * @typedef {object} Score
 * @property {number} tokens
 * @property {number} kept
 * @property {number} values
 * @property {number} keptNeeded
 * @property {number} needed
 */

/**
 * @param {string} text
 * @param {Matter} matter
 * @returns {Score}
 */
function scoreOf(text, { values, needed }) {
  const keptOf = (/** @type {readonly string[]} */ wanted) =>
    wanted.filter((value) => standsIn(text, value)).length;
  return {
    tokens: textTokens(text),
    ...{ kept: keptOf(values), values: values.length },
    ...{ keptNeeded: keptOf(needed), needed: needed.length },
  };
}

/** @param {readonly Score[]} scores of one session */
function meanOf(scores) {
  const mean = (/** @type {keyof Score} */ field) => sumOf(scores, field) / scores.length;
  return {
    tokens: mean('tokens'),
    ...{ kept: mean('kept'), values: mean('values') },
    ...{ keptNeeded: mean('keptNeeded'), needed: mean('needed') },
  };
}

/**
 * @param {string} system
 * @param {number} room
 * @param {readonly Score[]} scores by session
 * @returns {SummaryRow}
 */
function rowOf(system, room, scores) {
  const tokens = sumOf(scores, 'tokens');
  const per1000 = (/** @type {number} */ count) => (tokens === 0 ? 0 : (1_000 * count) / tokens);
  return {
    ...{ system, room, sessions: scores.length, tokens: Math.round(tokens) },
    valuesPer1000: per1000(sumOf(scores, 'kept')),
    values: meanShare(scores, 'kept', 'values'),
    neededPer1000: per1000(sumOf(scores, 'keptNeeded')),
    needed: meanShare(scores, 'keptNeeded', 'needed'),
  };
}

/**
 * @param {readonly Score[]} scores
 * @param {'kept' | 'keptNeeded'} part
 * @param {'values' | 'needed'} whole
 */
function meanShare(scores, part, whole) {
  const shares = scores
    .filter((score) => score[whole] > 0)
    .map((score) => score[part] / score[whole]);
  return shares.length === 0 ? null : shares.reduce((sum, share) => sum + share, 0) / shares.length;
}

/**
 * @param {readonly Score[]} scores
 * @param {keyof Score} field
 */
function sumOf(scores, field) {
  return scores.reduce((sum, score) => sum + score[field], 0);
}
