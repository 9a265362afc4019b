// @ts-check

import { SUMMARY_LIMIT_MS } from './clockwork.mjs';
import { memoryOf } from './conversation.mjs';
import { FAULTS } from './faults.mjs';

/** @typedef {import('@agent-memory/core').AgentMemory} AgentMemory */
/** @typedef {import('@agent-memory/core').Summarizer} Summarizer */
/** @typedef {import('./conversation.mjs').RecordedSession} RecordedSession */

/** The tiny model's answer to everything. */
const SENTENCE =
  'Hello! This reply comes from a very small model that runs the real engine in your browser.';

/**
 * The cost of a fault.
 *
 * @typedef {object} FaultCost
 * @property {string} model
 * @property {string} error that the model ended with
 * @property {number} fallbackMs from the moment that it was noticed to a usable context
 * @property {boolean} memoryIntact every original as it was, and the plan that a memory without a model has
 * @property {boolean} recovered the model, or the one that takes its place, answers again
 */

/**
 * Has a model fail while a memory wants its summary.
 *
 * @param {string} name
 * @param {RecordedSession} session
 * @returns {Promise<FaultCost>}
 */
export async function measureFault(name, session) {
  const make = FAULTS.get(name);
  if (make === undefined) throw new Error(`There is no fault “${name}”.`);
  const { model, summarizer, expected, clock, before, repair, successor = model } = await make();
  const watched = watching(summarizer);
  const compaction = { summaryTimeoutMs: SUMMARY_LIMIT_MS };
  const memory = memoryOf(session, {
    summarizer: watched.summarizer,
    compaction,
    ...(clock && { clock }),
  });
  const twin = memoryOf(session, { summarizer: WITHOUT_MODEL, compaction });
  for (const each of [memory, twin]) await each.append(session.messages.slice(0, MESSAGES));

  await before?.();
  const noticedMs = before ? performance.now() : undefined;
  await memory.compact();
  const { messages } = await memory.assemble();
  const readyMs = performance.now();

  const { failedMs, error } = watched.failure();
  if (!error.startsWith(expected)) throw new Error(`“${name}” ended with: ${error}`);
  const memoryIntact =
    (await sameOriginals(memory, session)) && (await isPlanOf(memory, messages, twin));
  await repair?.();
  await successor.load();
  const { text } = await successor.chat({
    messages: [{ role: 'user', content: 'Hi' }],
    temperature: 0,
  });
  for (const each of [memory, twin, model, successor]) each.dispose();
  const fallbackMs = readyMs - (noticedMs ?? clock?.endedMs ?? failedMs);
  return { model: model.name, error, fallbackMs, memoryIntact, recovered: text === SENTENCE };
}

/** Enough for a compaction, and no more than the tiny model's window holds. */
const MESSAGES = 12;

/** @type {Summarizer} */
const WITHOUT_MODEL = {
  name: 'none',
  summarize: async () => {
    throw new Error('There is no model.');
  },
};

/**
 * The same summariser, and how and when it failed.
 *
 * @param {Summarizer} summarizer
 */
function watching(summarizer) {
  /** @type {{ readonly failedMs: number, readonly error: string } | undefined} */
  let failure;
  return {
    /** @type {Summarizer} */
    summarizer: {
      name: summarizer.name,
      summarize: async (request, options) => {
        try {
          return await summarizer.summarize(request, options);
        } catch (error) {
          failure = { failedMs: performance.now(), error: nameOf(error) };
          throw error;
        }
      },
    },
    failure: () => {
      if (failure === undefined)
        throw new Error('The model wrote a summary in spite of the fault.');
      return failure;
    },
  };
}

/** @param {unknown} error */
function nameOf(error) {
  if (!(error instanceof Error)) return String(error);
  const hasCode = 'code' in error && typeof error.code === 'string';
  return hasCode ? String(error.code) : error.message;
}

/**
 * @param {AgentMemory} memory
 * @param {RecordedSession} session
 */
async function sameOriginals(memory, { messages }) {
  const kept = await memory.messages();
  return (
    kept.length === MESSAGES &&
    kept.every((message, place) => {
      const original = messages[place];
      return message.role === original?.role && message.content === original?.content;
    })
  );
}

/**
 * Whether a memory's context and plan are those of a memory whose model was never there.
 *
 * @param {AgentMemory} memory
 * @param {readonly unknown[]} messages its context
 * @param {AgentMemory} twin
 */
async function isPlanOf(memory, messages, twin) {
  await twin.compact();
  const wanted = await twin.assemble();
  const summarisers = [memory, twin].map((each) =>
    each.getState().compactions.map(({ summariser }) => summariser),
  );
  return (
    JSON.stringify(messages) === JSON.stringify(wanted.messages) &&
    JSON.stringify(summarisers[0]) === JSON.stringify(summarisers[1]) &&
    wanted.messages.length > 0 &&
    summarisers[0]?.length === 1 &&
    JSON.stringify(planShape(memory.plan())) === JSON.stringify(planShape(twin.plan()))
  );
}

/** @param {import('@agent-memory/core').ContextPlan} plan */
function planShape({ totalTokens, items, ranges }) {
  return {
    totalTokens,
    items: items.map(({ kind, tier, seq }) => ({ kind, tier, seq })),
    ranges: ranges.map(({ fromSeq, toSeq }) => ({ fromSeq, toSeq })),
  };
}
