// @ts-check

/** @typedef {import('@agent-memory/core').Entry} Entry */
/** @typedef {import('@agent-memory/core').MemoryStore} MemoryStore */
/** @typedef {import('@agent-memory/indexeddb').IndexedDbStoreOptions} IndexedDbStoreOptions */
/** @typedef {(options: IndexedDbStoreOptions) => MemoryStore} MakeStore */

/** Commits of a block: one alone is shorter than what the page's clock can tell. */
const BLOCK = 50;

/**
 * Runs in the page: fills a new database with `n` messages, then measures single commits, opening the
 * session, and what it costs to guard against a loss of the database.
 *
 * @param {MakeStore} indexedDbStore
 * @param {{ readonly n: number, readonly writes: number, readonly loads: number }} effort
 * @returns {Promise<{ readonly writeMs: number[], readonly loadMs: number[], readonly logRotationMs: number[], readonly canaryMs: number[] }>}
 */
export async function measureStore(indexedDbStore, { n, writes, loads }) {
  const databaseName = `scale-${n}`;
  const store = indexedDbStore({ databaseName });
  const commit = async (/** @type {number} */ fromSeq, /** @type {number} */ toSeq) => {
    const entries = Array.from({ length: toSeq - fromSeq }, (_, index) => entryAt(fromSeq + index));
    await store.commit('scale', { atMs: toSeq, entries });
  };
  for (let seq = 0; seq < n; seq += 1_000) await commit(seq, Math.min(n, seq + 1_000));

  const writeMs = [];
  const canaryMs = [];
  for (let seq = n; seq < n + writes; seq += 1) {
    const beganMs = performance.now();
    await commit(seq, seq + 1);
    writeMs.push(performance.now() - beganMs);
  }
  for (let block = 0; block < loads; block += 1) {
    const from = n + writes + block * BLOCK;
    canaryMs.push((await msInLocalStorage(() => eachOf(from, from + BLOCK, commit))) / BLOCK);
  }
  await store.close();

  const loadMs = [];
  for (let load = 0; load < loads; load += 1) {
    const opened = indexedDbStore({ databaseName });
    const beganMs = performance.now();
    const session = await opened.load('scale');
    loadMs.push(performance.now() - beganMs);
    await opened.close();
    const stored = n + writes + loads * BLOCK;
    if (session?.entries.length !== stored) throw new Error('The session came back short.');
  }
  const logRotationMs = [];
  for (let round = 0; round < loads; round += 1) {
    const withoutMs = await openingMs(indexedDbStore, { databaseName, logRotation: false });
    const withMs = await openingMs(indexedDbStore, { databaseName, logRotation: true });
    logRotationMs.push(Math.max(0, withMs - withoutMs));
  }
  return { writeMs, loadMs, logRotationMs, canaryMs };
}

/**
 * Lists what a store holds that was just made. A factory of its own makes it the first of its page.
 *
 * @param {MakeStore} indexedDbStore
 * @param {{ readonly databaseName: string, readonly logRotation: boolean }} options
 */
async function openingMs(indexedDbStore, options) {
  const store = indexedDbStore({
    ...options,
    getIndexedDb: () =>
      /** @type {IDBFactory} */ ({
        open: (name, version) => indexedDB.open(name, version),
        deleteDatabase: (name) => indexedDB.deleteDatabase(name),
      }),
  });
  const beganMs = performance.now();
  await store.list();
  const tookMs = performance.now() - beganMs;
  await store.close();
  return tookMs;
}

/**
 * @param {number} from
 * @param {number} to
 * @param {(from: number, to: number) => Promise<void>} work
 */
async function eachOf(from, to, work) {
  for (let at = from; at < to; at += 1) await work(at, at + 1);
}

/**
 * The time that work spends in `localStorage`, where the canaries are.
 *
 * @param {() => Promise<void>} work
 */
async function msInLocalStorage(work) {
  const { getItem, setItem } = Storage.prototype;
  let spentMs = 0;
  /** @param {() => unknown} call */
  const timed = (call) => {
    const beganMs = performance.now();
    const result = call();
    spentMs += performance.now() - beganMs;
    return result;
  };
  Object.assign(Storage.prototype, {
    /** @this {Storage} @param {[string]} given */
    getItem(...given) {
      return timed(() => getItem.apply(this, given));
    },
    /** @this {Storage} @param {[string, string]} given */
    setItem(...given) {
      return timed(() => setItem.apply(this, given));
    },
  });
  try {
    await work();
    return spentMs;
  } finally {
    Object.assign(Storage.prototype, { getItem, setItem });
  }
}

/**
 * @param {number} seq
 * @returns {Entry}
 */
function entryAt(seq) {
  const text = `Message ${seq}: train ${1000 + seq} leaves at noon, platform ${seq % 12}, and takes a bicycle.`;
  return {
    id: idOf(seq),
    seq,
    parentId: seq === 0 ? null : idOf(seq - 1),
    createdAtMs: seq,
    unitStart: seq,
    message: { role: 'user', parts: [{ type: 'text', text }] },
    tokens: { value: 24, source: 'counted', encoding: 'o200k_base' },
  };
}

/** @param {number} seq */
function idOf(seq) {
  return `message-${String(seq).padStart(7, '0')}`;
}
