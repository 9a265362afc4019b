// @ts-check
import { messageAt, SYSTEM_TEXT } from './conversation.mjs';

/** @typedef {import('../replay/systems/system.mjs').Memory} Memory */
/** @typedef {import('../replay/systems/system.mjs').System} System */

/** Tokens that a context may fill, for every system and every length. */
const BUDGET_TOKENS = 8_000;

/**
 * How long is measured. A system is called in blocks, in turn with the others, so that whatever else
 * the machine does meets all of them alike.
 *
 * @typedef {object} Effort
 * @property {number} blocks
 * @property {number} callsPerBlock at most
 * @property {number} blockMs a block ends early when it has taken this long, after one call at least
 * @property {number} warmUpCalls ahead of the first block, unmeasured; they too end after `blockMs`
 * @property {() => number} nowMs a clock that resolves microseconds
 */

/** @type {Effort} */
export const EFFORT = {
  blocks: 10,
  callsPerBlock: 200,
  blockMs: 250,
  warmUpCalls: 500,
  nowMs: () => performance.now(),
};

/**
 * The times of one system's calls at one length.
 *
 * @typedef {object} CallTimes
 * @property {string} system
 * @property {number} n messages that the session held when measuring began
 * @property {number[]} appendMs
 * @property {number[]} assembleMs each taken right after an append
 * @property {number} firstAssembleMs the first context of a session that received `n` messages at once
 */

/**
 * Fills one session a system with `n` messages, then measures appends and assemblies in turn.
 *
 * @param {readonly System[]} systems
 * @param {number} n
 * @param {Effort} [effort]
 * @returns {Promise<CallTimes[]>}
 */
export async function callTimes(systems, n, effort = EFFORT) {
  const runs = [];
  for (const system of systems) runs.push(await started(system, n, effort));
  for (const run of runs) await block(run, effort.warmUpCalls, effort);
  for (const run of runs) forget(run.times);
  for (let round = 0; round < effort.blocks; round += 1) {
    for (const run of runs) await block(run, effort.callsPerBlock, effort);
  }
  for (const run of runs) await run.memory.close?.();
  return runs.map((run) => run.times);
}

/**
 * @typedef {object} Run
 * @property {Memory} memory
 * @property {number} appended messages so far
 * @property {CallTimes} times
 */

/**
 * @param {System} system
 * @param {number} n
 * @param {Effort} effort
 * @returns {Promise<Run>}
 */
async function started(system, n, { nowMs }) {
  const memory = await system.open({ budget: BUDGET_TOKENS, system: SYSTEM_TEXT });
  for (let index = 0; index < n; index += 1) await memory.append(messageAt(index));
  const beganMs = nowMs();
  await memory.assemble();
  const firstAssembleMs = nowMs() - beganMs;
  const times = { system: system.name, n, appendMs: [], assembleMs: [], firstAssembleMs };
  return { memory, appended: n, times };
}

/**
 * @param {Run} run
 * @param {number} calls
 * @param {Effort} effort
 */
async function block(run, calls, { nowMs, blockMs }) {
  const endMs = nowMs() + blockMs;
  for (let call = 0; call < calls; call += 1) {
    const message = messageAt(run.appended);
    run.appended += 1;
    const beganMs = nowMs();
    await run.memory.append(message);
    const appendedMs = nowMs();
    await run.memory.assemble();
    const assembledMs = nowMs();
    run.times.appendMs.push(appendedMs - beganMs);
    run.times.assembleMs.push(assembledMs - appendedMs);
    if (assembledMs >= endMs) return;
  }
}

/** @param {CallTimes} times */
function forget(times) {
  times.appendMs.length = 0;
  times.assembleMs.length = 0;
}
