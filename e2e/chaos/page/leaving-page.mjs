// @ts-check
import { indexedDbStore } from '@agent-memory/indexeddb';
import { memoryOf, saysDurable } from './memories.mjs';
import { textOf } from './texts.mjs';

export { find } from './memories.mjs';

/**
 * The state of a page that left in the middle of its writes, once it is back.
 *
 * @typedef {object} CameBack
 * @property {boolean} wasKept whether the browser kept the page as it was, and did not load it anew
 * @property {number} notStored messages that the store did not take: of this page, and of the one in between
 */

const ELSEWHERE = '/elsewhere';
const SESSION = { left: 'left', between: 'between' };
const BETWEEN = 10;
/** Where the page in between leaves how many of its messages were not stored. */
const NOT_STORED = 'not-stored';

const [arrival] = performance.getEntriesByType('navigation');
const wasLoadedAnew =
  arrival instanceof PerformanceNavigationTiming && arrival.type === 'back_forward';
const isElsewhere = location.pathname === ELSEWHERE;
const memory = memoryOf(isElsewhere ? SESSION.between : SESSION.left, indexedDbStore());

/** @type {ReturnType<typeof append>[]} */
const begun = [];

if (isElsewhere) {
  for (let place = 0; place < BETWEEN; place += 1) begun.push(append(place));
  sessionStorage.setItem(NOT_STORED, String((await Promise.all(begun)).filter(isNotStored).length));
  await memory.dispose();
  history.back();
  await new Promise(() => undefined);
}

// A page with a connection is not kept: nothing connects until this one is back.
if (location.hash === '#leave' && !wasLoadedAnew) {
  const isBack = new Promise((resolve) => {
    addEventListener('pageshow', ({ persisted }) => persisted && resolve(undefined));
  });
  await append(0);
  let writing = setTimeout(function write() {
    begun.push(append(begun.length + 1));
    writing = setTimeout(write);
  });
  addEventListener('pagehide', () => clearTimeout(writing));
  location.assign(ELSEWHERE);
  await isBack;
}

/** @param {number} place */
async function append(place) {
  const { id } = memory;
  return { place, entries: await memory.append({ role: 'user', content: textOf(id, place) }) };
}

/** @param {Awaited<ReturnType<typeof append>>} appended */
function isNotStored({ entries }) {
  return !saysDurable(entries);
}

/**
 * Says something more, and reports everything that is stored by then.
 *
 * @param {undefined} _
 * @param {(news: import('./memories.mjs').Stored) => void} tell
 * @returns {Promise<CameBack>}
 */
export async function goOn(_, tell) {
  await memory.ready;
  const appended = await Promise.all([...begun, append(memory.entries().length)]);
  const notStored = appended.filter(isNotStored);
  for (const { place, entries } of appended) {
    for (const { id, durable } of entries) {
      if (durable) tell({ sessionId: SESSION.left, place, id });
    }
  }
  return {
    wasKept: !wasLoadedAnew,
    notStored: notStored.length + Number(sessionStorage.getItem(NOT_STORED)),
  };
}
