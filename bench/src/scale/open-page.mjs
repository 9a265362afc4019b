// @ts-check
import { sessionCatalog } from '@agent-memory/sessions';
import { messageAt, SYSTEM_TEXT } from './conversation.mjs';
import { BEGIN_MARK, END_MARK } from './longest-task.mjs';

/** @typedef {typeof import('@agent-memory/core')} Core */
/** @typedef {import('@agent-memory/indexeddb').IndexedDbStoreOptions} StoreOptions */
/** @typedef {(options: StoreOptions) => import('@agent-memory/core').MemoryStore} MakeStore */
/** @typedef {'stored' | 'bare'} Kind an agent's session with its compactions, or messages alone */

/**
 * @typedef {object} Effort
 * @property {'fill' | 'open' | 'whole' | 'export' | 'import'} act
 * @property {Kind} kind
 * @property {number} n
 */

/**
 * @typedef {object} OpenTimes
 * @property {number} readyMs
 * @property {number} contextMs until the first context is assembled
 * @property {number} loaded entries that are there at `ready`
 */

const BUDGET_TOKENS = 8_000;
const APPENDED_TOGETHER = 120;
const COMMITTED_TOGETHER = 6_000;
const ID = 'scale';

/**
 * Runs in the page: fills a database with a session, or opens it as a page that was just loaded does.
 *
 * @param {Core} core
 * @param {MakeStore} indexedDbStore
 * @param {Effort} effort
 * @returns {Promise<OpenTimes | undefined>}
 */
export async function measureOpening(core, indexedDbStore, { act, kind, n }) {
  const store = indexedDbStore({ databaseName: `${kind}-${n}` });
  switch (act) {
    case 'fill':
      await fill(core, store, kind, n);
      await store.close();
      return undefined;
    case 'open':
      return opening(core, store, kind);
    case 'whole':
      return betweenMarks(async () => {
        await opened(core, store).loadOlder();
      });
    case 'export': {
      const sessions = sessionCatalog(store);
      return betweenMarks(async () => void (await sessions.export(ID)));
    }
    case 'import': {
      const sessions = sessionCatalog(store);
      const file = JSON.parse(JSON.stringify(await sessions.export(ID)));
      return betweenMarks(async () => void (await sessions.import(file, { id: 'imported' })));
    }
    default:
      return /** @type {never} */ (act);
  }
}

/**
 * @param {Core} core
 * @param {import('@agent-memory/core').MemoryStore} store
 */
function opened(core, store) {
  const budget = core.fixedBudget(BUDGET_TOKENS);
  return core.createAgentMemory({ id: ID, budget, system: SYSTEM_TEXT, store });
}

/**
 * An agent's session as it comes about: a context is assembled every hundred messages and more, and what
 * has to leave is compacted. Nothing is measured here, so many commits are written at once.
 *
 * @param {Core} core
 * @param {import('@agent-memory/core').MemoryStore} disk
 * @param {Kind} kind
 * @param {number} n
 */
async function fill(core, disk, kind, n) {
  const memory = opened(core, disk);
  for (let from = 1; from <= n; ) {
    await memory.together(async () => {
      const end = Math.min(n, from + COMMITTED_TOGETHER - 1);
      while (from <= end) {
        const length = Math.min(APPENDED_TOGETHER, end + 1 - from);
        await memory.append(
          Array.from(
            { length },
            (_, index) =>
              /** @type {import('@agent-memory/core').OpenAiMessage} */ (
                /** @type {unknown} */ (messageAt(from + index))
              ),
          ),
        );
        if (kind === 'stored') await memory.assemble();
        from += length;
      }
    });
  }
  await memory.dispose();
}

/**
 * @param {Core} core
 * @param {import('@agent-memory/core').MemoryStore} store
 * @param {Kind} kind
 * @returns {Promise<OpenTimes>}
 */
async function opening(core, store, kind) {
  await nextTask();
  performance.mark(BEGIN_MARK);
  const beganMs = performance.now();
  const memory = opened(core, store);
  await memory.ready;
  const loaded = memory.entries().length;
  const readyMs = performance.now() - beganMs;
  // Messages alone that fill no window have no context before all of them are there.
  if (kind === 'stored') await memory.assemble();
  const contextMs = performance.now() - beganMs;
  // The rest comes in the background, and keeps the page no longer than the opening did.
  await memory.loadOlder();
  await nextTask();
  performance.mark(END_MARK);
  return { readyMs, contextMs, loaded };
}

/** @param {() => Promise<void>} work */
async function betweenMarks(work) {
  await nextTask();
  performance.mark(BEGIN_MARK);
  const beganMs = performance.now();
  await work();
  const readyMs = performance.now() - beganMs;
  await nextTask();
  performance.mark(END_MARK);
  return { readyMs, contextMs: readyMs, loaded: 0 };
}

/** The marks stand in tasks of their own. */
function nextTask() {
  return new Promise((resolve) => setTimeout(resolve));
}
