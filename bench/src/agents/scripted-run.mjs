// @ts-check

/** @typedef {import('@agent-memory/core').OpenAiMessage} OpenAiMessage */
/** @typedef {import('@agent-memory/core').Summarizer} Summarizer */

/** Tokens of one line of a result, about. */
const TOKENS_PER_LINE = 16;

/**
 * The shape of an agent's session.
 *
 * @typedef {object} Shape
 * @property {string} name
 * @property {number} runs requests of the user
 * @property {number} steps calls of tools for each; 0: a chat
 * @property {number} resultTokens of each result, about
 * @property {number} contextWindow
 */

/**
 * The messages of a run: a request, calls with their results, an answer.
 *
 * @param {number} run from 0
 * @param {Pick<Shape, 'steps' | 'resultTokens'>} shape
 * @returns {OpenAiMessage[]}
 */
export function runMessages(run, { steps, resultTokens }) {
  const calls = Array.from({ length: steps }, (_, step) => [
    callOf('read_orders', `${run}-${step}`, { page: step, day: `2026-03-${10 + (run % 18)}` }),
    resultOf(`${run}-${step}`, ordersOf(run, step, resultTokens)),
  ]).flat();
  return [
    { role: 'user', content: `Look through the orders of day ${run} and say which ones are late.` },
    ...calls,
    {
      role: 'assistant',
      content: `Order ORD-${run}-0-0 of day ${run} is late; the others are not.`,
    },
  ];
}

/**
 * @param {string} name of the tool
 * @param {string} id
 * @param {object} args
 * @returns {OpenAiMessage}
 */
export function callOf(name, id, args) {
  const call = { name, arguments: JSON.stringify(args) };
  return {
    role: 'assistant',
    content: null,
    tool_calls: [{ id, type: 'function', function: call }],
  };
}

/**
 * @param {string} id
 * @param {string} content
 * @returns {OpenAiMessage}
 */
export function resultOf(id, content) {
  return { role: 'tool', tool_call_id: id, content };
}

/**
 * @param {number} run
 * @param {number} step
 * @param {number} tokens
 */
export function ordersOf(run, step, tokens) {
  const lines = Math.max(1, Math.round(tokens / TOKENS_PER_LINE));
  return Array.from(
    { length: lines },
    (_, line) => `order ORD-${run}-${step}-${line} packed in hall ${(line * 7) % 40} by noon`,
  ).join('\n');
}

/**
 * A summariser that answers after a while, in plain words, and counts how often it is asked.
 *
 * @param {number} latencyMs
 * @returns {Summarizer & { readonly asked: () => number }}
 */
export function scriptedSummarizer(latencyMs) {
  let asked = 0;
  return {
    name: 'scripted',
    asked: () => asked,
    async summarize({ previous, sources }, { signal }) {
      asked += 1;
      await later(latencyMs);
      if (signal?.aborted) throw signal.reason;
      const [first, last] = [sources[0], sources.at(-1)];
      return {
        madeBy: 'scripted',
        fromSeq: previous?.fromSeq ?? first?.seq ?? 0,
        toSeq: last?.seq ?? 0,
        text: `The user asked which orders are late. ${sources.length} messages were read up to #${last?.seq}; the pages name the orders, their halls and their times.`,
      };
    },
  };
}

/** @param {number} ms */
export function later(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
