// @ts-check
import { createAgentMemory } from '@agent-memory/core';
import { later, runMessages, scriptedSummarizer } from './scripted-run.mjs';

/** @typedef {import('@agent-memory/core').CompactionRecord} CompactionRecord */
/** @typedef {import('./scripted-run.mjs').Shape} Shape */

/** @type {readonly Shape[]} */
const SHAPES = [
  { name: '1 run of 200 steps', runs: 1, steps: 200, resultTokens: 2_000, contextWindow: 32_000 },
  { name: '30 runs of 5 steps', runs: 30, steps: 5, resultTokens: 800, contextWindow: 8_000 },
  { name: '10 runs of 20 steps', runs: 10, steps: 20, resultTokens: 1_000, contextWindow: 16_000 },
  { name: '4 runs of 60 steps', runs: 4, steps: 60, resultTokens: 500, contextWindow: 8_000 },
  { name: 'a chat of 400 turns', runs: 400, steps: 0, resultTokens: 0, contextWindow: 4_000 },
];

/** The time of a model, and of each step of the agent that asks it. */
const MODELS = [
  { name: 'fast', latencyMs: 0, stepMs: 1 },
  { name: 'slow', latencyMs: 60, stepMs: 4 },
];

/**
 * What became of the summaries that a model was asked for.
 *
 * @typedef {object} SummaryUse
 * @property {string} name
 * @property {boolean} isFast
 * @property {number} asked
 * @property {number} used in a compaction that was committed
 * @property {number} compactedRuns
 * @property {number} runsWithSummary of those: one of their compactions has a summary by the model
 * @property {number} fill share of the input budget after a compaction, on average
 */

/** @returns {Promise<SummaryUse[]>} */
export async function summaryUses() {
  const uses = [];
  for (const model of MODELS) for (const shape of SHAPES) uses.push(await summaryUse(shape, model));
  return uses;
}

/**
 * @param {Shape} shape
 * @param {typeof MODELS[number]} model
 * @returns {Promise<SummaryUse>}
 */
async function summaryUse(shape, { name, latencyMs, stepMs }) {
  const summarizer = scriptedSummarizer(latencyMs);
  const memory = createAgentMemory({
    id: shape.name,
    system: 'You look after orders.',
    contextWindow: shape.contextWindow,
    summarizer,
  });
  /** @type {number[]} */
  const fills = [];
  const compactedRuns = [];
  for (let run = 0; run < shape.runs; run += 1) {
    const before = memory.getState().compactions;
    for (const message of runMessages(run, shape)) {
      await memory.append(message);
      if (message.role === 'assistant') continue;
      const { compactions } = memory.getState();
      const { plan } = await memory.assemble();
      const isCompacted = memory.getState().compactions !== compactions;
      if (isCompacted) fills.push(plan.totalTokens / plan.budget.inputTokens);
      await later(stepMs);
    }
    const made = memory.getState().compactions.filter((record) => !before.includes(record));
    if (made.length > 0) compactedRuns.push(made.some(isByModel));
  }
  const used = memory.getState().compactions.filter(isByModel).length;
  await memory.dispose();
  return {
    name: `${shape.name}, ${name} model`,
    isFast: name === 'fast',
    asked: summarizer.asked(),
    used,
    compactedRuns: compactedRuns.length,
    runsWithSummary: compactedRuns.filter(Boolean).length,
    fill: fills.reduce((sum, fill) => sum + fill, 0) / Math.max(1, fills.length),
  };
}

/** @param {CompactionRecord} record */
function isByModel({ summariser, wasPrepared }) {
  return summariser === 'scripted' || wasPrepared === true;
}
