// @ts-check
import { FAULTS, faultsOf } from './context-faults.mjs';
import { NeededValues } from './needed-values.mjs';
import { PrefixCost } from './prefix-cost.mjs';
import { reachedValues } from './reachable-values.mjs';
import { weightsOf } from './session-weights.mjs';
import { UsableValues } from './usable-values.mjs';

/** @typedef {import('./chat-message.mjs').ChatMessage} ChatMessage */
/** @typedef {import('./context-faults.mjs').Fault} Fault */
/** @typedef {import('./sessions.mjs').Session} Session */
/** @typedef {import('./systems/system.mjs').System} System */
/** @typedef {import('./systems/system.mjs').Memory} Memory */

/** A session says something about cost when it outgrows the budget by this factor … */
const CHARGED_ABOVE_BUDGETS = 1.3;
/** … and its system message leaves room to work with. */
const CHARGED_SYSTEM_SHARE = 0.5;

/**
 * One session replayed through one memory.
 *
 * @typedef {object} Replay
 * @property {number} contexts how often a context was asked for
 * @property {number} refused how often the memory said that not even the protected part fits
 * @property {Record<Fault, number>} faults contexts with each fault
 * @property {number} needed values that calls needed, see `NeededValues`
 * @property {number} kept
 * @property {UsableValues['balance']} values clean ones that calls needed, see `UsableValues`
 * @property {PrefixCost | undefined} charges undefined for a session that says nothing about cost
 * @property {readonly number[]} assembleMs
 */

/**
 * Everything measured about a system at one budget, sums over sessions.
 *
 * @typedef {object} Score
 * @property {string} system
 * @property {number} budget
 * @property {number} contexts
 * @property {number} refused
 * @property {Record<Fault, number>} faults
 * @property {number} needed
 * @property {number | null} retention share of needed values kept, over all sessions together
 * @property {number | null} retentionMean mean of the sessions' own shares
 * @property {number | null} clean share of clean values kept, no session above its weight; see `weightsOf`
 * @property {number | null} usable the same of those that a model could use
 * @property {number | null} reachable the same of those that the context holds or one search brings back
 * @property {number | null} cleanMean mean of the sessions' own shares
 * @property {number | null} usableMean
 * @property {number} cost tokens at full price
 * @property {number | null} cachedShare of the tokens sent
 * @property {number} compactions
 * @property {number} p50Ms
 * @property {number} p95Ms
 */

/**
 * Replays all sessions through a system, one after the other.
 *
 * @param {readonly Session[]} sessions
 * @param {number} budget tokens
 * @param {System} system
 * @returns {Promise<Score>}
 */
export async function scoreSystem(sessions, budget, system) {
  /** @type {Replay[]} */
  const replays = [];
  for (const session of sessions) replays.push(await replay(session, budget, system));

  const needed = sumOf(replays, (one) => one.needed);
  const sentTokens = sumOf(replays, (one) => one.charges?.sentTokens ?? 0);
  const shares = replays.filter((one) => one.needed > 0).map((one) => one.kept / one.needed);
  const values = replays.map((one) => one.values);
  const times = replays.flatMap((one) => one.assembleMs).sort((a, b) => a - b);
  return {
    system: system.name,
    budget,
    contexts: sumOf(replays, (one) => one.contexts),
    refused: sumOf(replays, (one) => one.refused),
    faults: tally((fault) => sumOf(replays, (one) => one.faults[fault])),
    needed,
    retention: ratio(
      sumOf(replays, (one) => one.kept),
      needed,
    ),
    retentionMean: ratio(
      sumOf(shares, (share) => share),
      shares.length,
    ),
    clean: cappedShare(values, 'clean'),
    usable: cappedShare(values, 'usable'),
    reachable: cappedShare(values, 'reachable'),
    cleanMean: meanShare(values, 'clean'),
    usableMean: meanShare(values, 'usable'),
    cost: sumOf(replays, (one) => one.charges?.cost ?? 0),
    cachedShare: ratio(
      sumOf(replays, (one) => one.charges?.cachedTokens ?? 0),
      sentTokens,
    ),
    compactions: sumOf(replays, (one) => one.charges?.compactions ?? 0),
    p50Ms: quantile(times, 0.5),
    p95Ms: quantile(times, 0.95),
  };
}

/**
 * Feeds a session to a fresh memory message by message, never one ahead, and asks for a context
 * before every assistant message but one that opens the session.
 *
 * @param {Session} session
 * @param {number} budget
 * @param {System} system
 * @returns {Promise<Replay>}
 */
async function replay(session, budget, system) {
  const memory = await system.open({ budget, system: session.system?.text });
  const values = new NeededValues(session);
  const usable = new UsableValues(session);
  const charges = isCharged(session, budget) ? new PrefixCost() : undefined;
  const faults = tally(() => 0);
  const assembleMs = [];
  let refused = 0;

  for (const [position, message] of session.messages.entries()) {
    if (message.role === 'assistant' && position > 0) {
      const { context, tookMs } = await timedAssemble(memory, session, position);
      assembleMs.push(tookMs);
      if (context === undefined) {
        refused += 1;
        charges?.refuse(budget);
      } else {
        charges?.send(context);
        for (const fault of faultsOf(session, position, context, budget)) faults[fault] += 1;
      }
      if ((session.tokensBefore[position] ?? 0) > budget) {
        values.check(message, context);
        const missing = usable.check(message, context);
        usable.reach((await reachedValues(memory, context ?? [], missing)).length);
      }
    }
    if (position !== session.system?.index) {
      values.remember(message);
      usable.remember(message);
    }
    await memory.append(message);
  }
  await memory.close?.();

  const contexts = assembleMs.length;
  const { needed, kept } = values;
  return { contexts, refused, faults, needed, kept, values: usable.balance, charges, assembleMs };
}

/**
 * @param {Memory} memory
 * @param {Session} session
 * @param {number} position
 * @returns {Promise<{ context: readonly ChatMessage[] | undefined, tookMs: number }>} no context: refused
 */
async function timedAssemble(memory, session, position) {
  const startedMs = performance.now();
  try {
    const context = await memory.assemble();
    return { context, tookMs: performance.now() - startedMs };
  } catch (error) {
    const tookMs = performance.now() - startedMs;
    if (isOverflow(error)) return { context: undefined, tookMs };
    throw new Error(`No context for message ${position + 1} of session ${session.id}.`, {
      cause: error,
    });
  }
}

/** @param {unknown} error */
function isOverflow(error) {
  return error instanceof Error && 'code' in error && error.code === 'CONTEXT_OVERFLOW';
}

/**
 * @param {Session} session
 * @param {number} budget
 */
function isCharged(session, budget) {
  return (
    session.totalTokens > CHARGED_ABOVE_BUDGETS * budget &&
    (session.system?.tokens ?? 0) < CHARGED_SYSTEM_SHARE * budget
  );
}

/**
 * @param {(fault: Fault) => number} count
 * @returns {Record<Fault, number>}
 */
function tally(count) {
  return /** @type {Record<Fault, number>} */ (
    Object.fromEntries(FAULTS.map((fault) => [fault, count(fault)]))
  );
}

/**
 * @param {readonly UsableValues['balance'][]} balances
 * @param {'clean' | 'usable' | 'reachable'} kept
 */
function cappedShare(balances, kept) {
  const weights = weightsOf(balances.map(({ needed }) => needed));
  const weighed = (/** @type {'needed' | 'clean' | 'usable' | 'reachable'} */ field) =>
    balances.reduce((sum, balance, index) => sum + (weights[index] ?? 0) * balance[field], 0);
  return ratio(weighed(kept), weighed('needed'));
}

/**
 * @param {readonly UsableValues['balance'][]} balances
 * @param {'clean' | 'usable'} kept
 */
function meanShare(balances, kept) {
  const needing = balances.filter(({ needed }) => needed > 0);
  const total = sumOf(needing, (balance) => balance[kept] / balance.needed);
  return ratio(total, needing.length);
}

/**
 * @template Item
 * @param {readonly Item[]} items
 * @param {(item: Item) => number} value
 */
function sumOf(items, value) {
  return items.reduce((sum, item) => sum + value(item), 0);
}

/**
 * @param {number} part
 * @param {number} whole
 * @returns {number | null} null where there is nothing to share out
 */
function ratio(part, whole) {
  return whole === 0 ? null : part / whole;
}

/**
 * @param {readonly number[]} sorted ascending
 * @param {number} share
 */
function quantile(sorted, share) {
  return sorted[Math.floor(sorted.length * share)] ?? 0;
}
