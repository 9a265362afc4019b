// @ts-check
import { quantile } from '../scale/quantile.mjs';
import { mean, ndcgAt, recallAt, reciprocalRank } from './measures.mjs';

/** @typedef {import('./dataset.mjs').Dataset} Dataset */
/** @typedef {import('./systems/system.mjs').RetrievalSystem} RetrievalSystem */

/**
 * @typedef {object} TurnRow
 * @property {string} system
 * @property {number} recallAt5
 * @property {number} recallAt10
 * @property {number} recallAt20
 * @property {number} mrr
 * @property {number} ndcgAt10
 * @property {number} p50Ms of a search; the question's vector is made beforehand
 * @property {number} p95Ms
 */

/**
 * @typedef {object} SessionRow
 * @property {string} system
 * @property {number} sessionRecallAt1
 * @property {number} sessionRecallAt5
 * @property {number} sessionRecallAt10
 * @property {number} questions
 */

/** Turns that are asked for. */
const TURNS = 20;
/** Turns that are asked for where sessions are to be found: enough for ten of them. */
const TURNS_FOR_SESSIONS = 100;

/**
 * How well a system finds the turns that answer.
 *
 * @param {RetrievalSystem} system
 * @param {Dataset} dataset
 * @param {import('./vectors.mjs').Vectors} vectors
 * @returns {Promise<TurnRow>}
 */
export async function turnRow(system, { conversations }, vectors) {
  /** @type {{ found: readonly string[], gold: ReadonlySet<string> }[]} */
  const answers = [];
  /** @type {number[]} */
  const timesMs = [];
  for (const conversation of conversations) {
    const search = await system.open(conversation, vectors);
    for (const { text, gold } of conversation.questions) {
      const startedAtMs = performance.now();
      const found = await search(text, TURNS);
      timesMs.push(performance.now() - startedAtMs);
      answers.push({ found, gold });
    }
  }
  const over = (/** @type {(answer: (typeof answers)[number]) => number} */ measure) =>
    mean(answers.map(measure));
  return {
    system: system.name,
    recallAt5: over(({ found, gold }) => recallAt(found, gold, 5)),
    recallAt10: over(({ found, gold }) => recallAt(found, gold, 10)),
    recallAt20: over(({ found, gold }) => recallAt(found, gold, 20)),
    mrr: over(({ found, gold }) => reciprocalRank(found, gold)),
    ndcgAt10: over(({ found, gold }) => ndcgAt(found, gold, 10)),
    p50Ms: quantile(timesMs, 0.5),
    p95Ms: quantile(timesMs, 0.95),
  };
}

/**
 * How often a system finds a session that answers: sessions in the order of their best turn.
 *
 * @param {RetrievalSystem} system
 * @param {Dataset} dataset
 * @param {import('./vectors.mjs').Vectors} vectors
 * @returns {Promise<SessionRow>}
 */
export async function sessionRow(system, { conversations }, vectors) {
  /** @type {number[]} */
  const ranks = [];
  for (const conversation of conversations) {
    const search = await system.open(conversation, vectors);
    const sessionOf = new Map(conversation.turns.map(({ id, sessionId }) => [id, sessionId]));
    for (const { text, gold } of conversation.questions) {
      const found = await search(text, TURNS_FOR_SESSIONS);
      const sessions = [...new Set(found.map((id) => sessionOf.get(id) ?? ''))];
      const at = sessions.findIndex((session) => gold.has(session));
      ranks.push(at < 0 ? Number.POSITIVE_INFINITY : at + 1);
    }
  }
  const within = (/** @type {number} */ k) => mean(ranks.map((rank) => (rank <= k ? 1 : 0)));
  return {
    system: system.name,
    sessionRecallAt1: within(1),
    sessionRecallAt5: within(5),
    sessionRecallAt10: within(10),
    questions: ranks.length,
  };
}
