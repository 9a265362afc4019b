// @ts-check
import { inMemoryStore } from '@agent-memory/core';
import { indexedDbStore } from '@agent-memory/indexeddb';
import { indexedDbRecordStore } from '@agent-memory/indexeddb/long-term';
import { createLongTermMemory } from '@agent-memory/long-term';
import { sessionCatalog } from '@agent-memory/sessions';
import { randomFrom } from '../../../bench/src/runs/kill-point.mjs';
import { FORMATS, liveFullSession, smallMemory } from './full-session.mjs';
import { damaged } from './junk.mjs';
import { holdRows, rowsOf } from './raw-database.mjs';
import { saying, sayingOf, Trials } from './trials.mjs';

/** @typedef {import('./raw-database.mjs').Row} Row */

/**
 * The outcome of a round of damage.
 *
 * @typedef {object} Harm
 * @property {number} checked originals that were not touched
 * @property {number} lost of those
 * @property {readonly string[]} lostOf what they were of
 * @property {number} silent damaged originals that are there as if nothing was
 * @property {readonly string[]} raw errors that are none of the library's, and exports that no import takes
 * @property {boolean} isHung
 * @property {number} ms
 */

const DATABASE = 'agent-memory';
const SESSIONS = /** @type {const} */ (['trip', 'other']);
/** Rows that are damaged in one round. */
const MOST_DAMAGES = 4;

/** @type {readonly Row[]} */
let whole = [];
/** The originals by session and id, as JSON. @type {Map<string, Map<string, string>>} */
const originals = new Map();
/** Texts of the records by id. @type {Map<string, string>} */
const records = new Map();

/** Makes what is damaged again and again. @returns {Promise<number>} rows */
export async function prepare() {
  const store = indexedDbStore();
  for (const id of SESSIONS) {
    await liveFullSession(store, id, 6);
    const entries = (await store.load(id))?.entries ?? [];
    originals.set(id, new Map(entries.map((entry) => [entry.id, saidBy(entry)])));
  }
  await store.close();
  const memory = longTermMemory();
  for (const city of ['Lyon', 'Bern', 'Geneva', 'Basel', 'Paris']) {
    const told = await memory.store({
      ...{ type: 'user', kind: 'preference', source: 'user_stated' },
      ...{ text: `The user likes ${city}.`, key: `likes.${city}`, subject: city },
    });
    if ('record' in told && told.record) records.set(told.record.id, told.record.text);
  }
  await memory.dispose();
  whole = await rowsOf(DATABASE);
  return whole.length;
}

/** @param {{ readonly seed: number }} given @returns {Promise<Harm & { readonly damages: number, readonly touched: readonly string[] }>} */
export async function damageAndOpen({ seed }) {
  const random = randomFrom(seed);
  const rows = [...whole];
  const touched = new Set();
  const damages = 1 + Math.floor(random() * MOST_DAMAGES);
  for (let damage = 0; damage < damages; damage += 1) {
    const at = pickRow(random);
    const row = rows[at];
    if (!row || touched.has(at)) continue;
    touched.add(at);
    const swapped = rows[Math.floor(random() * rows.length)];
    const value = random() < 0.1 && swapped ? swapped.value : damaged(row.value, random);
    rows[at] = { ...row, value };
  }
  await holdRows(DATABASE, rows);
  const touchedRows = [...touched].map((at) => whole[at]).filter((row) => row !== undefined);
  const touchedNow = [...touched].map(
    (at) => `${rows[at]?.store} ${rows[at]?.key}: ${saying(rows[at]?.value)}`,
  );
  return { ...(await openAll(touchedRows)), damages: touched.size, touched: touchedNow };
}

/** Every object store gets its share, however few rows it has. @param {() => number} random */
function pickRow(random) {
  const names = [...new Set(whole.map(({ store }) => store))];
  const name = names[Math.floor(random() * names.length)];
  const places = whole.flatMap(({ store }, index) => (store === name ? [index] : []));
  return places[Math.floor(random() * places.length)] ?? 0;
}

/**
 * Opens what may have been hurt.
 *
 * @param {readonly Row[]} touched
 * @returns {Promise<Harm>}
 */
async function openAll(touched) {
  const trials = new Trials();
  /** @type {{ of: string, checked: number, lost: number, silent: number }[]} */
  const counts = [];
  const store = indexedDbStore();
  const isOfRecords = (/** @type {Row} */ row) => row.store.startsWith('record');
  const { isHung, ms } = await trials.during(async () => {
    await trials.attempt('list', () => sessionCatalog(store).list());
    if (!touched.every(isOfRecords)) {
      for (const id of SESSIONS) counts.push(await openSession(store, id, touched, trials));
    }
    if (touched.some(isOfRecords)) counts.push(await openRecords(touched, trials));
  });
  await store.close();
  const sum = (/** @type {'checked' | 'lost' | 'silent'} */ name) =>
    counts.reduce((all, count) => all + count[name], 0);
  return {
    ...{ checked: sum('checked'), lost: sum('lost'), silent: sum('silent') },
    ...{ raw: trials.raw, isHung, ms },
    lostOf: counts.filter(({ lost }) => lost > 0).map(({ of }) => of),
  };
}

/**
 * @param {import('@agent-memory/core').MemoryStore} store
 * @param {string} id
 * @param {readonly Row[]} touched
 * @param {Trials} trials
 */
async function openSession(store, id, touched, trials) {
  const expected = originals.get(id) ?? new Map();
  const keys = touched
    .filter(({ store: name }) => name === 'entries')
    .map(({ key }) => String(key));
  const hurt = new Set(
    whole
      .filter(({ store: name, key }) => name === 'entries' && keys.includes(String(key)))
      .map(({ value }) => /** @type {{ id: string }} */ (value).id),
  );
  const memory = smallMemory(id, store);
  await trials.attempt('ready', () => memory.ready);
  for (const format of FORMATS) {
    const name = typeof format === 'string' ? format : format.name;
    await trials.attempt(`assemble ${name}`, () => memory.assemble({ format }));
  }
  const { degraded } = memory.getState();
  for (const call of [1, 3, 9]) await trials.attempt('stateAt', () => memory.stateAt(call));
  await trials.attempt('dispose', () => memory.dispose());
  const loaded = await trials.attempt('load', () => store.load(id));
  const found = new Map((loaded?.entries ?? []).map((entry) => [entry.id, saidBy(entry)]));
  const good = [...expected].filter(([entryId]) => !hurt.has(entryId));
  const lost = good.filter(([entryId, said]) => found.get(entryId) !== said);
  const isHurt = [...expected].some(([entryId, said]) => found.get(entryId) !== said);
  const isTold = degraded.length > 0 || (loaded?.damaged ?? []).length > 0;
  await exported(store, id, trials);
  await trials.attempt('append', async () => {
    const again = smallMemory(id, store);
    await again.append({ role: 'user', content: 'Still there?' });
    await again.dispose();
  });
  return { of: id, checked: good.length, lost: lost.length, silent: isHurt && !isTold ? 1 : 0 };
}

/**
 * Everything that can be read can be taken away, and read elsewhere.
 *
 * @param {import('@agent-memory/core').MemoryStore} store
 * @param {string} id
 * @param {Trials} trials
 */
async function exported(store, id, trials) {
  const catalog = sessionCatalog(store);
  try {
    const file = await catalog.export(id);
    await sessionCatalog(inMemoryStore()).import(JSON.parse(JSON.stringify(file)));
  } catch (error) {
    // An app puts its own values into the scratchpad, and no file may be able to say them.
    if (error instanceof Error && error.message.includes('`session.scratchpad')) return;
    trials.raw.push(`export and import: ${sayingOf(error)}`);
  }
}

/**
 * @param {readonly Row[]} touched
 * @param {Trials} trials
 */
async function openRecords(touched, trials) {
  const memory = longTermMemory();
  const hurt = new Set(touched.filter(({ store }) => store === 'records').map(({ key }) => key));
  await trials.attempt('records ready', () => memory.ready);
  const page = await trials.attempt('records list', () => memory.list());
  await trials.attempt('retrieve', () =>
    memory.retrieve({ text: 'Which city does the user like?' }),
  );
  await trials.attempt('audit', () => memory.audit());
  for (const id of records.keys()) await trials.attempt('history', () => memory.history(id));
  await trials.attempt('cleanup', () => memory.cleanup());
  await trials.attempt('export lines', async () => {
    for await (const _ of memory.exportLines());
  });
  await trials.attempt('records dispose', () => memory.dispose());
  const found = new Map((page?.items ?? []).map(({ record }) => [record.id, record.text]));
  const good = [...records].filter(([id]) => !hurt.has(id));
  const lost = good.filter(([id, text]) => found.get(id) !== text);
  return { of: 'records', checked: good.length, lost: lost.length, silent: 0 };
}

function longTermMemory() {
  return createLongTermMemory({ store: indexedDbRecordStore(), user: 'ada' });
}

/** @param {{ readonly message: unknown, readonly createdAtMs: number }} entry */
function saidBy({ message, createdAtMs }) {
  return JSON.stringify([message, createdAtMs]);
}
