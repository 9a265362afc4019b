// @ts-check
import { inMemoryStore } from '@agent-memory/core';
import { indexedDbStore } from '@agent-memory/indexeddb';
import { sessionCatalog } from '@agent-memory/sessions';
import { randomFrom } from '../../../bench/src/runs/kill-point.mjs';
import { BUDGET_TOKENS, FORMATS, liveFullSession, smallMemory } from './full-session.mjs';
import { damaged } from './junk.mjs';
import { saying, Trials } from './trials.mjs';

/** @typedef {import('@agent-memory/core').MemoryStore} MemoryStore */

/**
 * The outcome of a batch of files.
 *
 * @typedef {object} Imported
 * @property {number} refused
 * @property {number} opened
 * @property {readonly { readonly seed: number, readonly words: string, readonly file: string }[]} harm
 * @property {number} hung
 * @property {number} slowestMs
 */

const NEIGHBOUR = 'stays';
const FUZZED = 'fuzzed';
/** One of so many files goes into the real database; the others take the same way in memory. */
const REAL_SHARE = 20;
const SEED_STEP = 1_000_003;

/** @type {readonly string[]} */
let files = [];

/** Makes what is fuzzed again and again. */
export async function prepare() {
  const store = indexedDbStore();
  await liveFullSession(store, NEIGHBOUR, 6);
  const catalog = sessionCatalog(store);
  const whole = await catalog.export(NEIGHBOUR);
  const small = inMemoryStore();
  await liveFullSession(small, NEIGHBOUR, 1);
  const short = await sessionCatalog(small).export(NEIGHBOUR);
  files = [JSON.stringify(whole), JSON.stringify(short)];
  await store.close();
}

/** @param {{ readonly seed: number, readonly files: number }} given @returns {Promise<Imported>} */
export async function importFuzzed({ seed, files: count }) {
  const harm = [];
  let [refused, opened, hung, slowestMs] = [0, 0, 0, 0];
  for (let index = 0; index < count; index += 1) {
    const seedOfFile = seed + index * SEED_STEP;
    const random = randomFrom(seedOfFile);
    const file = fuzzed(random);
    const store = index % REAL_SHARE === 0 ? indexedDbStore() : await storeWithNeighbour();
    const trials = new Trials();
    let isOpen = false;
    const { isHung, ms } = await trials.during(async () => {
      isOpen = await importOne(store, file, trials);
    });
    await store.close();
    if (isOpen) opened += 1;
    else refused += 1;
    if (isHung) hung += 1;
    slowestMs = Math.max(slowestMs, ms);
    for (const words of trials.raw) harm.push({ seed: seedOfFile, words, file: saying(file, 300) });
  }
  return { refused, opened, harm, hung, slowestMs };
}

/** @returns {Promise<MemoryStore>} */
async function storeWithNeighbour() {
  const store = inMemoryStore();
  await sessionCatalog(store).import(JSON.parse(files[0] ?? ''));
  return store;
}

/** @param {() => number} random */
function fuzzed(random) {
  const text = files[random() < 0.3 ? 1 : 0] ?? '';
  if (random() < 0.4) return parsed(withOtherLetters(text, random));
  let file = /** @type {unknown} */ (JSON.parse(text));
  for (let changes = 1 + Math.floor(random() * 3); changes > 0; changes -= 1) {
    file = damaged(file, random);
  }
  return file;
}

/** @param {string} text */
function parsed(text) {
  try {
    return /** @type {unknown} */ (JSON.parse(text));
  } catch {
    // A careless app hands in the text itself.
    return text;
  }
}

/**
 * @param {string} text
 * @param {() => number} random
 */
function withOtherLetters(text, random) {
  let changed = text;
  for (let changes = 1 + Math.floor(random() * 4); changes > 0; changes -= 1) {
    const at = Math.floor(random() * changed.length);
    const kind = random();
    const end = at + Math.floor(random() * 30);
    const other = '0123456789-eE.,:"{}[]ntf\\ax'.charAt(Math.floor(random() * 27));
    if (kind < 0.6) changed = changed.slice(0, at) + other + changed.slice(at + 1);
    else if (kind < 0.8) changed = changed.slice(0, at) + changed.slice(end);
    else changed = changed.slice(0, end) + changed.slice(at, end) + changed.slice(end);
  }
  return changed;
}

/**
 * @param {MemoryStore} store
 * @param {unknown} file
 * @param {Trials} trials
 * @returns {Promise<boolean>} whether it was taken
 */
async function importOne(store, file, trials) {
  const before = await stateOf(store);
  const catalog = sessionCatalog(store);
  const info = await trials.attempt('import', () => catalog.import(file, { id: FUZZED }));
  const ids = (await catalog.list()).map(({ id }) => id);
  if (info) await openImported(store, trials);
  else if (ids.includes(FUZZED)) trials.raw.push('import: refused, and half of it is there');
  if (info) await catalog.delete(FUZZED);
  if ((await stateOf(store)) !== before) trials.raw.push('import: the session beside it changed');
  return info !== undefined;
}

/**
 * @param {MemoryStore} store
 * @param {Trials} trials
 */
async function openImported(store, trials) {
  const memory = smallMemory(FUZZED, store);
  await trials.attempt('ready', () => memory.ready);
  const { error } = memory.getState();
  if (error) trials.raw.push(`ready: what was imported does not open: ${error.message}`);
  for (const format of FORMATS) {
    const name = typeof format === 'string' ? format : format.name;
    const context = await trials.attempt(`assemble ${name}`, () => memory.assemble({ format }));
    const tokens = context?.plan.totalTokens ?? 0;
    if (tokens > BUDGET_TOKENS) trials.raw.push(`assemble ${name}: ${tokens} tokens`);
  }
  for (const call of [1, 5]) await trials.attempt('stateAt', () => memory.stateAt(call));
  await trials.attempt('append', () => memory.append({ role: 'user', content: 'Still there?' }));
  await trials.attempt('dispose', () => memory.dispose());
  const again = await trials.attempt('export', () => sessionCatalog(store).export(FUZZED));
  if (!again) {
    trials.raw.push('export: what was imported cannot be exported');
    return;
  }
  const elsewhere = sessionCatalog(inMemoryStore());
  const taken = await trials.attempt('import again', () =>
    elsewhere.import(JSON.parse(JSON.stringify(again))),
  );
  if (!taken) trials.raw.push('import again: what was exported is refused');
}

/** @param {MemoryStore} store */
async function stateOf(store) {
  const stored = await store.load(NEIGHBOUR);
  return JSON.stringify([
    stored,
    [...(stored?.parts ?? [])],
    [...(stored?.overlays.entries ?? [])],
  ]);
}
