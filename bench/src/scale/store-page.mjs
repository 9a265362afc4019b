// @ts-check

/** @typedef {import('@agent-memory/core').Entry} Entry */
/** @typedef {import('@agent-memory/core').MemoryStore} MemoryStore */

/**
 * Runs in the page: fills a new database with `n` messages, then measures single commits and opening
 * the session.
 *
 * @param {(options: { readonly databaseName: string }) => MemoryStore} indexedDbStore
 * @param {{ readonly n: number, readonly writes: number, readonly loads: number }} effort
 * @returns {Promise<{ readonly writeMs: number[], readonly loadMs: number[] }>}
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
  for (let seq = n; seq < n + writes; seq += 1) {
    const beganMs = performance.now();
    await commit(seq, seq + 1);
    writeMs.push(performance.now() - beganMs);
  }
  await store.close();

  const loadMs = [];
  for (let load = 0; load < loads; load += 1) {
    const opened = indexedDbStore({ databaseName });
    const beganMs = performance.now();
    const session = await opened.load('scale');
    loadMs.push(performance.now() - beganMs);
    await opened.close();
    if (session?.entries.length !== n + writes) throw new Error('The session came back short.');
  }
  return { writeMs, loadMs };
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
