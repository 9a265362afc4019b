import { StoreUnavailableError } from '@agent-memory/core';
import { expect, test } from 'vitest';
import { memorySource } from '../source/memory-source.ts';
import { FixtureMemory, type FixtureMemoryOptions } from '../testing/fixture-memory.ts';
import { newerKind } from '../testing/newer-kind.ts';
import { storePage, storeTroubleCount } from './store-page.ts';

type State = NonNullable<FixtureMemoryOptions['state']>;
type Store = NonNullable<State['store']>;

/** A store that lasts; without a figure it is that of a memory that tells of nothing owed. */
function kept(owed?: number): Store {
  const store = { name: 'IndexedDB', persistent: true, ...(owed !== undefined && { owed }) };
  // The state of an older memory has no such figure.
  return store as Store;
}

function stateOf(state: State, isCopy = false) {
  return memorySource(new FixtureMemory({ state }), { isCopy }).getState();
}

const pageOf = (state: State) => storePage(stateOf(state));
const headlineOf = (state: State) => pageOf(state).headline;

function pageWith(code: string, store: Store = kept()) {
  const degraded = [{ code: newerKind<'STORE_UNAVAILABLE'>(code), message: 'What happened.' }];
  return pageOf({ store, degraded });
}

function troubleOf(code: string, store: Store = kept()) {
  const [trouble] = pageWith(code, store).troubles;
  if (!trouble) throw new Error(`${code} is a trouble of storage.`);
  return trouble;
}

test('[STO-2] a session of which everything is stored says so in one line', () => {
  const { headline, troubles, lines } = pageOf({ entries: 412, store: kept(0) });
  expect(headline).toEqual({
    tone: 'well',
    text: 'All is well. All 412 messages are stored in IndexedDB.',
  });
  expect(troubles).toEqual([]);
  expect(lines).toContainEqual({
    label: 'Owed',
    text: 'nothing: the store has every message',
  });
  expect(headlineOf({ entries: 1, store: kept(0) }).text).toBe(
    'All is well. The 1 message is stored in IndexedDB.',
  );
  expect(headlineOf({ entries: 0, store: kept(0) }).text).toBe(
    'All is well. IndexedDB is ready, and nothing has been said yet.',
  );
});

test('[STO-4] what only this page holds is counted before everything else', () => {
  const { headline, lines } = pageOf({ entries: 20, store: kept(3) });
  expect(headline).toEqual({
    tone: 'trouble',
    text: '3 of 20 messages are in this page alone.',
  });
  expect(lines).toContainEqual({
    label: 'Owed',
    text: '3 messages that only this page holds, tried again by itself',
    isTrouble: true,
  });
  expect(headlineOf({ entries: 20, store: kept(20) }).text).toBe(
    'All 20 messages are in this page alone.',
  );
  expect(headlineOf({ entries: 20, store: kept(22) }).text).toBe(
    '22 messages are in this page alone.',
  );
  expect(headlineOf({ entries: 20, store: kept(1) }).text).toBe(
    '1 of 20 messages is in this page alone.',
  );
});

test('[STO-2] where a note could not be stored the messages are not said to be in this page alone', () => {
  const store = { name: 'memory', persistent: false, owed: 0, leads: true };
  const degraded = [
    { code: 'STORE_WRITE_FAILED', message: 'The device has no room left.' },
  ] as const;
  const { headline } = pageOf({ entries: 6, store, degraded });
  expect(headline).toEqual({
    tone: 'trouble',
    text: 'All 6 messages are stored. Changes beside them since then, such as notes, are in this page alone.',
  });
});

test('[STO-2] an older part that is still to be read is told with its share', () => {
  const store = kept(0);
  const memory = new FixtureMemory({ state: { entries: 10_000, store } });
  const state = { ...memory.getState(), unloaded: 9_400 };
  const { getState } = memorySource({ ...memory, id: memory.id, getState: () => state });
  expect(storePage(getState()).lines).toContainEqual({
    label: 'Older part',
    text: '9,400 of 10,000 messages are still being read; the newest are here',
  });
});

test('[NS-2] which tab leads is told where others may have the session, and not of what is in this page alone', () => {
  const linesWith = (store: Partial<Store>) =>
    pageOf({ entries: 4, store: { ...kept(0), ...store } }).lines.filter(
      ({ label }) => label === 'Tabs',
    );
  expect(linesWith({ leads: true })[0]?.text).toMatch(/^this one leads/);
  expect(linesWith({ leads: false })[0]?.text).toMatch(/^another one leads/);
  expect(linesWith({})).toEqual([]);
  expect(linesWith({ name: 'memory', persistent: false, leads: true })).toEqual([]);
});

test('[STO-2] a memory that tells of nothing owed is not said to have stored every message', () => {
  const { headline, lines } = pageOf({ entries: 412, store: kept() });
  expect(headline.text).toBe('All is well. IndexedDB has taken everything that it was given.');
  expect(lines.map(({ label }) => label)).not.toContain('Owed');
});

test('[STO-2] without a store that lasts nothing is claimed, and the reason is told', () => {
  const { headline, lines } = pageOf({ entries: 4 });
  expect(headline).toEqual({
    tone: 'note',
    text: 'All 4 messages are in this page alone, and gone when it closes.',
  });
  expect(lines).toContainEqual({
    label: 'Outlives the page',
    text: 'no: the app gave this memory no store that lasts, such as `indexedDbStore()`',
  });
  const inPrivate = pageOf({
    entries: 4,
    store: { name: 'IndexedDB', persistent: false, owed: 0, leads: true },
  });
  expect(inPrivate.headline.text).toBe(
    'All 4 messages are in IndexedDB, which the browser empties when its windows close.',
  );
});

test('[STO-2] a store that failed is not said to be missing, and nothing is owed to none', () => {
  const failed = pageOf({
    entries: 4,
    degraded: [{ code: 'SESSION_CLEARED', message: 'x' }],
    store: { name: 'memory', persistent: false, owed: 4, leads: true },
  });
  expect(failed.lines).toContainEqual({
    label: 'Outlives the page',
    text: 'no, as long as the trouble lasts',
    isTrouble: true,
  });
  const labels = (state: State) => pageOf(state).lines.map(({ label }) => label);
  expect(labels({ entries: 4 })).toEqual(['Store', 'Outlives the page']);
  expect(labels({ status: 'hydrating', store: kept(0) })).toEqual(['Store']);
});

test('[STO-2] a session that is being loaded says so, and is not said to be well', () => {
  expect(headlineOf({ status: 'hydrating', store: kept() })).toEqual({
    tone: 'waiting',
    text: 'Loading what is stored …',
  });
});

test.each([
  ['STORE_UNAVAILABLE', 'The store cannot be used', ['try-again', 'export'], /tried again/],
  [
    'STORE_WRITE_FAILED',
    'Something could not be stored',
    ['try-again', 'export'],
    /tried again by itself/,
  ],
  ['QUOTA_EXCEEDED', 'There is no room left for this site', ['try-again', 'export'], /free space/],
  ['STORE_NEARLY_FULL', 'The store is nearly full', ['export'], /Nothing is missing yet/],
  ['STORED_STATE_DAMAGED', 'Some of what was stored is damaged', ['export'], /can be read/],
  ['STORE_RESET', 'The browser lost what was stored', ['write-back', 'export'], /store it again/],
  [
    'SESSION_CLEARED',
    'The stored session was deleted under this page',
    ['write-back', 'export'],
    /Write it back/,
  ],
  ['STORE_CONFLICT', 'Another tab went on with this session', ['reload', 'export'], /reload/],
  ['STORE_NEWS_UNREAD', 'What is stored by now could not be read', ['reload'], /Reload reads/],
  ['OLDER_UNREAD', 'Older messages could not be read', ['export'], /still stored/],
  ['STORE_CORRUPT', 'The stored session cannot be read', ['export'], /nothing is written over/],
  ['REDACTION_FAILED', 'Nothing is stored while redaction fails', ['export'], /`redact`/],
])('[STO-2] %s has a title, its sentence and what to do', (code, title, acts, remedy) => {
  const trouble = troubleOf(code);
  expect(trouble).toMatchObject({ code, title, acts, text: 'What happened.' });
  expect(trouble.remedy).toMatch(remedy);
  expect(pageWith(code).headline.tone).toBe('trouble');
});

test('[STO-4] a write that failed counts what is owed for it', () => {
  expect(troubleOf('STORE_WRITE_FAILED', kept(3)).title).toBe(
    'Something could not be stored: 3 messages are owed',
  );
  expect(troubleOf('QUOTA_EXCEEDED', kept(1)).title).toBe(
    'There is no room left for this site: 1 message is owed',
  );
});

test('[STO-2] each damaged thing stands in a list, and is not told twice', () => {
  const details = ['Message 4 is damaged.', 'The part "notes" is damaged.'];
  const message = `Some of what is stored cannot be read: ${details.join(' ')} The rest is whole.`;
  const degraded = [{ code: 'STORED_STATE_DAMAGED', message, details }] as const;
  expect(pageOf({ store: kept(), degraded }).troubles).toMatchObject([
    { details, text: 'Some of what is stored cannot be read. The rest is whole.' },
  ]);
});

test('[STO-2] a code of storage that came later is shown, and troubles of other parts are not', () => {
  expect(troubleOf('STORE_ON_FIRE')).toMatchObject({
    title: 'Store on fire',
    text: 'What happened.',
    severity: 'warning',
    acts: ['export'],
  });
  const degraded = [{ code: 'SUMMARIZER_FAILED', message: 'x' }] as const;
  const state = stateOf({ store: kept(0), degraded });
  expect(storePage(state)).toMatchObject({ troubles: [], headline: { tone: 'well' } });
  expect(storeTroubleCount(state)).toBeUndefined();
});

test('[STO-2] where nothing is owed no button gives the store what it lacks', () => {
  expect(troubleOf('STORE_RESET', kept(0)).acts).toEqual(['export']);
  expect(troubleOf('STORE_RESET', kept(3)).acts).toEqual(['write-back', 'export']);
});

test('[STO-3] a site that has used up its room is a trouble, read off the figures', () => {
  const state = stateOf({ entries: 4, store: kept(0) });
  const full = storePage(state, { usageBytes: 9e8, quotaBytes: 1e9 });
  expect(full.troubles).toMatchObject([
    { code: 'STORE_NEARLY_FULL', text: '900 MB of 1 GB used, 90.0 %.' },
  ]);
  expect(full.headline.tone).toBe('trouble');
  expect(storePage(state, { usageBytes: 2e8, quotaBytes: 1e9 }).troubles).toEqual([]);
});

test('[STO-2] an error that says the same as a trouble that lasts is not told beside it', () => {
  const state = { store: kept(), degraded: [{ code: 'STORE_UNAVAILABLE', message: 'x' }] as const };
  const error = new StoreUnavailableError('Access was denied.');
  expect(pageOf({ ...state, error }).troubles.map(({ text }) => text)).toEqual(['x']);
  expect(pageOf({ store: kept(), error }).troubles.map(({ text }) => text)).toEqual([
    'Access was denied.',
  ]);
});

test('[STO-2] the worst comes first, and one trouble is told once', () => {
  const degraded = (['SCRATCHPAD_OUTDATED', 'STORED_STATE_DAMAGED', 'STORE_UNAVAILABLE'] as const)
    .flatMap((code) => [code, code])
    .map((code) => ({ code, message: 'x' }));
  const state = stateOf({ store: kept(), degraded });
  expect(storePage(state).troubles.map(({ code }) => code)).toEqual([
    'STORE_UNAVAILABLE',
    'STORED_STATE_DAMAGED',
    'SCRATCHPAD_OUTDATED',
  ]);
  expect(storeTroubleCount(state)).toBe(2);
});

test('[DEV-8] a copy of a session file is in no trouble, whatever its store says', () => {
  const degraded = [{ code: 'STORE_UNAVAILABLE', message: 'x' }] as const;
  const state = stateOf({ entries: 9, degraded }, true);
  expect(storePage(state)).toEqual({
    headline: { tone: 'note', text: expect.stringContaining('A copy of a session file.') },
    lines: [],
    troubles: [],
  });
  expect(storeTroubleCount(state)).toBeUndefined();
});
