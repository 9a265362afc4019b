// @ts-check

import { messageAt, SYSTEM_TEXT } from './conversation.mjs';
import { DOCUMENT_WORK } from './document-work.mjs';
import { LARGE_INPUT_WORK } from './large-input-work.mjs';
import { idRichResult, longProse } from './large-texts.mjs';
import { BEGIN_MARK, END_MARK } from './longest-task.mjs';

/** @typedef {typeof import('@agent-memory/core') & Pick<typeof import('@agent-memory/agent'), 'replaySession'>} Core */
/** @typedef {import('@agent-memory/core').AgentMemory} AgentMemory */
/** @typedef {import('./long-work.mjs').LongWork} LongWork */
/** @typedef {import('./long-work.mjs').SessionWork} SessionWork */
/** @typedef {import('./document-work.mjs').DocumentLibrary} DocumentLibrary */
/** @typedef {import('./large-input-work.mjs').SessionLibrary} SessionLibrary */

const BUDGET_TOKENS = 8_000;
const OTHER_BUDGET_TOKENS = 16_000;
const APPENDED_TOGETHER = 1_000;
const RESULT_BYTES = 64_000;
const MEGABYTE = 1_000_000;

/**
 * Runs in the page: prepares a session or a place for documents, then does one long piece of work between two marks.
 *
 * @param {Core} core
 * @param {DocumentLibrary & SessionLibrary} library
 * @param {{ readonly work: LongWork, readonly n: number }} effort
 */
export async function measureLongWork(core, library, { work, n }) {
  const act = await prepared(core, library, { work, n });
  await nextTask();
  performance.mark(BEGIN_MARK);
  await act();
  await nextTask();
  performance.mark(END_MARK);
}

/**
 * @param {Core} core
 * @param {DocumentLibrary & SessionLibrary} library
 * @param {{ readonly work: LongWork, readonly n: number }} effort
 */
async function prepared(core, library, { work, n }) {
  if (isOf(work, SESSION_WORK)) return SESSION_WORK[work](await openedSession(core, work), n, core);
  if (isOf(work, LARGE_INPUT_WORK)) return LARGE_INPUT_WORK[work](n, library);
  return DOCUMENT_WORK[work](n, library);
}

/**
 * @template {LongWork} Work
 * @param {LongWork} work
 * @param {Readonly<Record<Work, unknown>>} works
 * @returns {work is Work}
 */
function isOf(work, works) {
  return Object.hasOwn(works, work);
}

/**
 * @param {Core} core
 * @param {SessionWork} id
 */
async function openedSession(core, id) {
  const budget = core.fixedBudget(BUDGET_TOKENS);
  const memory = core.createAgentMemory({ id, budget, system: SYSTEM_TEXT });
  await memory.ready;
  return memory;
}

/** @type {Readonly<Record<SessionWork, (memory: AgentMemory, n: number, core: Core) => Promise<() => Promise<void>>>>} */
const SESSION_WORK = {
  firstContext: async (memory, n) => {
    await fill(memory, n);
    return async () => void (await memory.assemble());
  },
  settingsChange: async (memory, n, { fixedBudget }) => {
    await fill(memory, n);
    await memory.assemble();
    return async () => {
      await memory.configure({ budget: fixedBudget(OTHER_BUDGET_TOKENS) });
      await memory.assemble();
    };
  },
  bulkAppend: async (memory, n) => {
    const messages = Array.from({ length: n }, (_, index) => message(index + 1));
    return async () => void (await memory.append(messages));
  },
  idRich: async (memory, n) => {
    await memory.append({ role: 'user', content: 'Which of the orders are late?' });
    const results = Array.from({ length: Math.ceil((n * MEGABYTE) / RESULT_BYTES) }, (_, index) =>
      idRichResult(index, RESULT_BYTES),
    );
    return async () => {
      for (const [index, content] of results.entries()) {
        await memory.append([callAt(index, '{}'), resultAt(index, content)]);
      }
      await memory.append({ role: 'user', content: 'And which are lost?' });
      await memory.assemble();
    };
  },
  longProse: async (memory, n) => {
    await memory.append({ role: 'user', content: 'Read me the minutes.' });
    const texts = Array.from({ length: Math.ceil((n * MEGABYTE) / RESULT_BYTES) }, (_, index) =>
      longProse(index, RESULT_BYTES),
    );
    return async () => {
      for (const content of texts) {
        await memory.append([
          { role: 'user', content: 'Go on.' },
          { role: 'assistant', content },
        ]);
      }
      await memory.append({ role: 'user', content: 'Who was against it?' });
      await memory.assemble();
    };
  },
  hugeArgument: async (memory, n) => {
    const file = JSON.stringify({ path: 'orders.json', content: idRichResult(0, n * MEGABYTE) });
    return async () => {
      await memory.append({ role: 'user', content: 'Write all orders into a file.' });
      await memory.append([callAt(0, file), resultAt(0, 'written')]);
      await memory.append({ role: 'user', content: 'Thanks. Which was the last?' });
      await memory.assemble();
    };
  },
  replay: async (_memory, n, { replaySession, fixedBudget }) => {
    const messages = Array.from({ length: n }, (_, index) => message(index + 1));
    return async () =>
      void (await replaySession(messages, { budget: fixedBudget(BUDGET_TOKENS) }).all());
  },
};

/**
 * @param {AgentMemory} memory
 * @param {number} n
 */
async function fill(memory, n) {
  for (let from = 1; from <= n; from += APPENDED_TOGETHER) {
    const length = Math.min(APPENDED_TOGETHER, n + 1 - from);
    await memory.append(Array.from({ length }, (_, index) => message(from + index)));
  }
}

/**
 * @param {number} index
 * @param {string} input
 * @returns {import('@agent-memory/core').OpenAiMessage}
 */
function callAt(index, input) {
  const called = { name: 'orders', arguments: input };
  return {
    role: 'assistant',
    content: '',
    tool_calls: [{ id: `orders-${index}`, type: 'function', function: called }],
  };
}

/**
 * @param {number} index
 * @param {string} content
 * @returns {import('@agent-memory/core').OpenAiMessage}
 */
function resultAt(index, content) {
  return { role: 'tool', tool_call_id: `orders-${index}`, content };
}

/**
 * @param {number} index
 * @returns {import('@agent-memory/core').OpenAiMessage}
 */
function message(index) {
  return /** @type {import('@agent-memory/core').OpenAiMessage} */ (
    /** @type {unknown} */ (messageAt(index))
  );
}

/** The marks stand in tasks of their own: what prepares the work is not in a task with it. */
function nextTask() {
  return new Promise((resolve) => setTimeout(resolve));
}
