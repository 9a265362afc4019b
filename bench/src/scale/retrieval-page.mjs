// @ts-check

/** @typedef {import('@agent-memory/long-term/retrieval').RetrievalDocument} RetrievalDocument */

/**
 * @typedef {object} Library
 * @property {typeof import('@agent-memory/long-term/retrieval').createRetrievalIndex} createRetrievalIndex
 * @property {typeof import('@agent-memory/indexeddb/long-term').indexedDbSegmentStore} indexedDbSegmentStore
 */

const DIMENSION = 384;
/** Texts point to one of so many places, and a little beside it. */
const PLACES = 200;
const VOCABULARY = 20_000;
const WORDS_PER_TURN = 14;
const TURNS_PER_SESSION = 24;

/**
 * Runs in the page: fills an index, stores it, opens it again and searches.
 *
 * @param {Library} library
 * @param {{ readonly n: number, readonly queries: number, readonly loads: number }} effort
 */
export async function measureRetrieval(library, { n, queries, loads }) {
  const segments = () => library.indexedDbSegmentStore({ databaseName: `retrieval-${n}` });
  const filled = await library.createRetrievalIndex({ segments: segments(), embedder });
  for (let at = 0; at < n; at += 1_000) {
    await filled.add(
      Array.from({ length: Math.min(1_000, n - at) }, (_, place) => turnAt(at + place)),
    );
  }
  await filled.settled();
  await filled.close();

  const loadMs = [];
  for (let load = 0; load < loads; load += 1) {
    const beganMs = performance.now();
    const opened = await library.createRetrievalIndex({ segments: segments(), embedder });
    await opened.search({ text: questionAt(load) });
    loadMs.push(performance.now() - beganMs);
    await opened.close();
  }

  let taskMs = 0;
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) taskMs = Math.max(taskMs, duration);
  });
  observer.observe({ type: 'longtask' });
  const index = await library.createRetrievalIndex({ segments: segments(), embedder });
  const retrieveMs = await timesOf(queries, (text) => index.search({ text }));
  const words = await library.createRetrievalIndex({ segments: segments() });
  const wordsMs = await timesOf(queries, (text) => words.search({ text }));
  await words.close();
  observer.disconnect();
  // Behind the rest: to tell its memory the page collects garbage first.
  const bytes = await bytesOfPage();
  await index.close();
  return { retrieveMs, wordsMs, taskMs, loadMs, bytes };
}

/**
 * @param {number} queries
 * @param {(text: string) => Promise<{ readonly hits: readonly unknown[] }>} search
 */
async function timesOf(queries, search) {
  const times = [];
  for (let query = 0; query < queries + 10; query += 1) {
    const beganMs = performance.now();
    const { hits } = await search(questionAt(query));
    // The first ones warm the code up.
    if (query >= 10) times.push(performance.now() - beganMs);
    if (hits.length === 0) throw new Error('A question found nothing.');
  }
  return times;
}

async function bytesOfPage() {
  const measured = await /** @type {any} */ (performance).measureUserAgentSpecificMemory();
  return /** @type {number} */ (measured.bytes);
}

/** @type {import('@agent-memory/long-term').Embedder} */
const embedder = {
  model: { id: 'scale', version: '1' },
  embed: async (texts) => texts.map(vectorOf),
};

/** @param {string} text */
function vectorOf(text) {
  const next = randomFrom(text.length * 7919 + (text.codePointAt(text.length >> 1) ?? 0));
  const place = randomFrom(Math.floor(next() * PLACES));
  const vector = Float32Array.from(
    { length: DIMENSION },
    () => place() - 0.5 + (next() - 0.5) * 0.8,
  );
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

/**
 * @param {number} at
 * @returns {RetrievalDocument}
 */
function turnAt(at) {
  const next = randomFrom(at);
  return {
    id: `turn-${at}`,
    text: `${Array.from({ length: WORDS_PER_TURN }, () => wordOf(next())).join(' ')}.`,
    author: at % 2 === 0 ? 'Ana' : 'Ben',
    sessionId: `session-${Math.floor(at / TURNS_PER_SESSION)}`,
    createdAtMs: 1.6e12 + Math.floor(at / TURNS_PER_SESSION) * 86_400_000,
  };
}

/** @param {number} at */
function questionAt(at) {
  const words = turnAt(at * 37)
    .text.replace('.', '')
    .split(' ');
  return `What did ${at % 2 === 0 ? 'Ana' : 'Ben'} say of ${words.slice(0, 5).join(' ')}?`;
}

/**
 * A few words are in most texts and most are in few, as in a language.
 *
 * @param {number} chance
 */
function wordOf(chance) {
  const rank = Math.floor(VOCABULARY ** chance);
  let word = '';
  for (let left = rank * 7 + 13; left > 0; left = Math.floor(left / 21)) {
    word += `${'bcdfghjklmnpqrstvwxyz'[left % 21]}${'aeiou'[left % 5]}`;
  }
  return word;
}

/** @param {number} seed */
function randomFrom(seed) {
  let state = (seed * 2_654_435_761 + 1) >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
