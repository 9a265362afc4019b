// @ts-check
import { AgentMemoryError, sessionCatalog } from '@agent-memory/core';
import { indexedDbStore } from '@agent-memory/indexeddb';
import { indexedDbRecordStore } from '@agent-memory/indexeddb/long-term';
import { createLongTermMemory } from '@agent-memory/long-term';
import { randomFrom } from '../../runs/kill-point.mjs';
import { FORMATS, liveFullSession, smallMemory } from './full-session.mjs';
import { damaged } from './junk.mjs';
import { holdRows, rowsOf } from './raw-database.mjs';
import { PATIENCE_MS } from './settled.mjs';

/** @typedef {import('./raw-database.mjs').Row} Row */

/**
 * What a round of damage showed.
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

/** The call that is under way. */
let underWay = '';

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

/** @param {unknown} value */
function saying(value) {
  const plain = (/** @type {string} */ _, /** @type {unknown} */ some) => {
    if (typeof some === 'bigint' || (typeof some === 'number' && !Number.isFinite(some)))
      return String(some);
    return some instanceof Map ? [...some] : some;
  };
  return (JSON.stringify(value, plain) ?? 'undefined').slice(0, 600);
}

/** Every object store gets its share, however few rows it has. @param {() => number} random */
function pickRow(random) {
  const names = [...new Set(whole.map(({ store }) => store))];
  const name = names[Math.floor(random() * names.length)];
  const places = whole.flatMap(({ store }, index) => (store === name ? [index] : []));
  return places[Math.floor(random() * places.length)] ?? 0;
}

/** @param {readonly Row[]} touched @returns {Promise<Harm>} */
async function openAll(touched) {
  const started = performance.now();
  /** @type {string[]} */
  const raw = [];
  const watch = (/** @type {ErrorEvent | PromiseRejectionEvent} */ event) => {
    raw.push(`unhandled: ${'reason' in event ? event.reason : event.message}`);
  };
  addEventListener('error', watch);
  addEventListener('unhandledrejection', watch);
  /** @type {{ of: string, checked: number, lost: number, silent: number }[]} */
  const counts = [];
  const store = indexedDbStore();
  const work = (async () => {
    await tried(raw, 'list', () => sessionCatalog(store).list());
    for (const id of SESSIONS) counts.push(await openSession(store, id, touched, raw));
    counts.push(await openRecords(touched, raw));
  })();
  const isHung = await isTooLate(work);
  if (isHung) raw.push(`no answer: ${underWay}`);
  await store.close();
  removeEventListener('error', watch);
  removeEventListener('unhandledrejection', watch);
  const sum = (/** @type {'checked' | 'lost' | 'silent'} */ name) =>
    counts.reduce((all, count) => all + count[name], 0);
  const ms = performance.now() - started;
  return {
    ...{ checked: sum('checked'), lost: sum('lost'), silent: sum('silent') },
    ...{ raw, isHung, ms, lostOf: counts.filter(({ lost }) => lost > 0).map(({ of }) => of) },
  };
}

/**
 * @param {import('@agent-memory/core').MemoryStore} store
 * @param {string} id
 * @param {readonly Row[]} touched
 * @param {string[]} raw
 */
async function openSession(store, id, touched, raw) {
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
  await tried(raw, 'ready', () => memory.ready);
  for (const format of FORMATS) {
    await tried(raw, `assemble ${format}`, () => memory.assemble({ format }));
  }
  const { degraded } = memory.getState();
  for (const call of [1, 3, 9]) await tried(raw, 'stateAt', () => memory.stateAt(call));
  await tried(raw, 'dispose', () => memory.dispose());
  const loaded = await tried(raw, 'load', () => store.load(id));
  const found = new Map((loaded?.entries ?? []).map((entry) => [entry.id, saidBy(entry)]));
  const good = [...expected].filter(([entryId]) => !hurt.has(entryId));
  const lost = good.filter(([entryId, said]) => found.get(entryId) !== said);
  const isHurt = [...expected].some(([entryId, said]) => found.get(entryId) !== said);
  const isTold = degraded.length > 0 || (loaded?.damaged ?? []).length > 0;
  await exported(store, id, raw);
  await tried(raw, 'append', async () => {
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
 * @param {string[]} raw
 */
async function exported(store, id, raw) {
  const catalog = sessionCatalog(store);
  underWay = 'export and import';
  try {
    const file = await catalog.export(id);
    const copy = await catalog.import(JSON.parse(JSON.stringify(file)), { id: 'copy' });
    await catalog.delete(copy.id);
  } catch (error) {
    raw.push(`export and import: ${sayingOf(error)}`);
  }
}

/**
 * @param {readonly Row[]} touched
 * @param {string[]} raw
 */
async function openRecords(touched, raw) {
  const memory = longTermMemory();
  const hurt = new Set(touched.filter(({ store }) => store === 'records').map(({ key }) => key));
  await tried(raw, 'records ready', () => memory.ready);
  const page = await tried(raw, 'records list', () => memory.list());
  await tried(raw, 'retrieve', () => memory.retrieve({ text: 'Which city does the user like?' }));
  await tried(raw, 'audit', () => memory.audit());
  for (const id of records.keys()) await tried(raw, 'history', () => memory.history(id));
  await tried(raw, 'cleanup', () => memory.cleanup());
  await tried(raw, 'export lines', async () => {
    for await (const _ of memory.exportLines());
  });
  await tried(raw, 'records dispose', () => memory.dispose());
  const found = new Map((page?.items ?? []).map(({ record }) => [record.id, record.text]));
  const good = [...records].filter(([id]) => !hurt.has(id));
  const lost = good.filter(([id, text]) => found.get(id) !== text);
  return { of: 'records', checked: good.length, lost: lost.length, silent: 0 };
}

function longTermMemory() {
  return createLongTermMemory({ store: indexedDbRecordStore(), user: 'ada' });
}

/**
 * A call may be refused, in the library's own words.
 *
 * @template Result
 * @param {string[]} raw
 * @param {string} call
 * @param {() => Promise<Result>} begin
 * @returns {Promise<Result | undefined>}
 */
async function tried(raw, call, begin) {
  underWay = call;
  try {
    return await begin();
  } catch (error) {
    if (!AgentMemoryError.isInstance(error)) raw.push(`${call}: ${sayingOf(error)}`);
    return undefined;
  }
}

/** @param {unknown} error */
function sayingOf(error) {
  if (!(error instanceof Error)) return String(error);
  const [, first = '', second = ''] = (error.stack ?? '').split('\n');
  return `${error.name}: ${error.message.slice(0, 300)} ${first.trim()} ${second.trim()}`;
}

/** @param {{ readonly message: unknown, readonly createdAtMs: number }} entry */
function saidBy({ message, createdAtMs }) {
  return JSON.stringify([message, createdAtMs]);
}

/** @param {Promise<void>} work */
async function isTooLate(work) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let limit;
  /** @type {Promise<true>} */
  const late = new Promise((resolve) => {
    limit = setTimeout(() => resolve(true), PATIENCE_MS);
  });
  const isLate = await Promise.race([work.then(() => false), late]);
  clearTimeout(limit);
  return isLate;
}
