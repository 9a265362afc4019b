import { aSimulatedClock } from '@agent-memory/core/testing';
import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../records/time.ts';
import { inMemoryRecordStore } from '../store/in-memory-record-store.ts';
import type { LongTermMemoryOptions } from './check-options.ts';
import { createLongTermMemory } from './create-long-term-memory.ts';
import type { WriteOutcome } from './long-term-memory.ts';

const LIVES_IN_PARIS = {
  type: 'user',
  kind: 'fact',
  subject: 'Ada',
  text: 'Ada lives in Paris.',
  source: 'user_stated',
} as const;

function aMemory(options: LongTermMemoryOptions = {}) {
  const clock = aSimulatedClock();
  const store = inMemoryRecordStore();
  const memory = createLongTermMemory({
    store,
    clock,
    user: 'ada',
    namespace: 'project:apollo',
    utcOffsetMinutes: 0,
    ...options,
  });
  return { clock, store, memory };
}

function recordOf(outcome: WriteOutcome) {
  if (outcome.kind === 'refused') throw new Error(outcome.refusal.sentence);
  return outcome.record;
}

function ruleOf(outcome: { readonly kind: string; readonly refusal?: { readonly rule: string } }) {
  return outcome.refusal?.rule ?? outcome.kind;
}

test('[LTM-2] writing the same twice writes it once', async () => {
  const { memory } = aMemory();
  const first = await memory.store(LIVES_IN_PARIS);
  const again = await memory.store({ ...LIVES_IN_PARIS, text: ' ada  lives in PARIS' });
  expect([first.kind, again.kind]).toEqual(['stored', 'unchanged']);
  expect(recordOf(again).id).toBe(recordOf(first).id);
  expect((await memory.list()).items).toHaveLength(1);
});

test('[LTM-2] also a statement that is about nobody in particular is written once', async () => {
  const { memory } = aMemory();
  const { subject: _, ...plain } = LIVES_IN_PARIS;
  await memory.store(plain);
  const again = await memory.store(plain);
  expect([again.kind, recordOf(again).revision]).toEqual(['unchanged', 1]);
});

test('[LTM-2] the same from another message joins the evidence', async () => {
  const { memory } = aMemory();
  const evidence = [{ sessionId: 's', entryId: '1' }];
  await memory.store({ ...LIVES_IN_PARIS, evidence });
  const merged = await memory.store({
    ...LIVES_IN_PARIS,
    evidence: [...evidence, { sessionId: 's', entryId: '2' }],
  });
  expect(merged.kind).toBe('merged');
  expect(recordOf(merged).evidence.map(({ entryId }) => entryId)).toEqual(['1', '2']);
});

test('[LTM-2] a record names as many messages as it may, the newest ones', async () => {
  const { memory } = aMemory();
  const evidence = (from: number) =>
    Array.from({ length: 800 }, (_, index) => ({ sessionId: 's', entryId: `${from + index}` }));
  await memory.store({ ...LIVES_IN_PARIS, evidence: evidence(0) });
  const merged = recordOf(await memory.store({ ...LIVES_IN_PARIS, evidence: evidence(800) }));
  expect(merged.evidence).toHaveLength(1000);
  expect(merged.evidence.at(-1)?.entryId).toBe('1599');
});

test('[LTM-5] a correction takes the place of a record and keeps it in the history', async () => {
  const { memory, clock } = aMemory();
  const old = recordOf(await memory.store(LIVES_IN_PARIS));
  clock.advance(DAY_MS);
  const outcome = await memory.correct(old.id, 'Ada lives in Rome.');
  expect(outcome).toMatchObject({ kind: 'stored', replaced: [old.id] });
  expect((await memory.list()).items.map(({ record }) => record.text)).toEqual([
    'Ada lives in Rome.',
  ]);
  const history = await memory.history(recordOf(outcome).id);
  expect(history.map(({ text, ended }) => [text, ended?.why])).toEqual([
    ['Ada lives in Paris.', undefined],
    ['Ada lives in Paris.', 'superseded'],
    ['Ada lives in Rome.', undefined],
  ]);
});

test('[LTM-7] as of a time, what was known then is known', async () => {
  const { memory, clock } = aMemory();
  const then = clock.nowMs();
  const old = recordOf(await memory.store(LIVES_IN_PARIS));
  clock.advance(DAY_MS);
  await memory.correct(old.id, 'Ada lives in Rome.');
  const textsAt = async (atMs: number) =>
    (await memory.asOf(atMs)).map(({ record }) => record.text);
  expect(await textsAt(then - 1)).toEqual([]);
  expect(await textsAt(then)).toEqual(['Ada lives in Paris.']);
  expect(await textsAt(clock.nowMs())).toEqual(['Ada lives in Rome.']);
});

test('[LTM-5] what was said before and holds again is one record with its history', async () => {
  const { memory, clock } = aMemory();
  const paris = recordOf(await memory.store(LIVES_IN_PARIS));
  clock.advance(DAY_MS);
  const rome = recordOf(await memory.correct(paris.id, 'Ada lives in Rome.'));
  clock.advance(DAY_MS);
  const back = recordOf(await memory.correct(rome.id, 'Ada lives in Paris.'));
  expect(back.id).toBe(paris.id);
  expect(await memory.history(back.id)).toHaveLength(5);
  expect((await memory.list()).items).toHaveLength(1);
});

test('[LTM-5] without a subject, what may contradict is listed, and one value takes the place of another', async () => {
  const { memory } = aMemory();
  const { subject: _, ...plain } = LIVES_IN_PARIS;
  const paris = recordOf(await memory.store(plain));
  const rome = await memory.store({ ...plain, text: 'Ada lives in Rome.' });
  expect(rome).toMatchObject({ kind: 'stored', replaced: [], doubtful: [paris.id] });
  const before = recordOf(await memory.store({ ...plain, text: 'The budget is 500.' }));
  const now = await memory.store({ ...plain, text: 'The budget is 700.' });
  expect(now).toMatchObject({ kind: 'stored', replaced: [before.id], doubtful: [] });
  const other = await memory.store({ ...plain, kind: 'preference', text: 'The budget is 900.' });
  expect(other).toMatchObject({ kind: 'stored', replaced: [], doubtful: [] });
});

test('[LTM-5] a weaker statement does not take the place of a surer one', async () => {
  const { memory } = aMemory();
  const sure = recordOf(await memory.store(LIVES_IN_PARIS));
  const guess = {
    ...LIVES_IN_PARIS,
    text: 'Ada lives in Rome.',
    source: 'agent_inferred',
  } as const;
  expect(await memory.store(guess)).toMatchObject({
    kind: 'refused',
    refusal: { rule: 'OVERRULED', recordId: sure.id },
  });
});

test('[LTM-5] [GRD-1] under an id of its own a weaker statement takes no place either', async () => {
  const { memory } = aMemory();
  const dog = { ...LIVES_IN_PARIS, id: 'dog', subject: 'dog' } as const;
  const sure = recordOf(await memory.store({ ...dog, text: 'The dog is called Rex.' }));
  const other = { ...dog, text: 'Send the dog to Eve.' };
  expect(await memory.store({ ...other, source: 'external' })).toMatchObject({
    kind: 'refused',
    refusal: { rule: 'OVERRULED', recordId: sure.id },
  });
  expect((await memory.record('dog'))?.record).toEqual(sure);
  const corrected = recordOf(await memory.store(other));
  expect([sure.id, corrected.id, corrected.revision]).toEqual(['user:ada/dog', sure.id, 2]);
  expect((await memory.history('dog')).map(({ text }) => text)).toEqual([sure.text, other.text]);
  expect((await memory.audit()).items[0]?.action).toBe('correct');
});

test('[LTM-5] [GRD-1] the same words do not bring a weaker value in', async () => {
  const { memory } = aMemory();
  const account = { ...LIVES_IN_PARIS, key: 'iban', text: "Ada's account", value: 'DE1' } as const;
  const sure = recordOf(await memory.store(account));
  const weaker = { ...account, value: 'XX9', source: 'external' } as const;
  expect(ruleOf(await memory.store(weaker))).toBe('OVERRULED');
  expect(await memory.get('iban')).toBe('DE1');
  await memory.store({ ...account, value: 'DE2' });
  expect(await memory.get('iban')).toBe('DE2');
  expect((await memory.history(sure.id)).map(({ value }) => value)).toEqual(['DE1', 'DE2']);
});

test('[LTM-5] what the user put right in a session wins over what was verified', async () => {
  const { memory } = aMemory();
  const old = recordOf(await memory.store(LIVES_IN_PARIS));
  await memory.verify(old.id);
  const rome = { ...LIVES_IN_PARIS, text: 'Ada lives in Rome.', nature: 'correction' } as const;
  const outcome = await memory.store({ ...rome, source: 'in_session_correction' });
  expect(outcome).toMatchObject({ kind: 'stored', replaced: [old.id] });
  expect((await memory.list()).items[0]?.record.source).toBe('in_session_correction');
});

test('[LTM-2] an inference is flagged for an hour, stays, and fades unless confirmed', async () => {
  const { memory, clock } = aMemory();
  const guess = { ...LIVES_IN_PARIS, source: 'agent_inferred' } as const;
  const record = recordOf(await memory.store(guess));
  clock.advance(HOUR_MS - 1);
  const labels = async () => (await memory.list()).items[0]?.labels;
  expect(await labels()).toEqual(['hypothesis', 'needs-verification']);
  clock.advance(1);
  expect(await labels()).toEqual(['hypothesis']);
  clock.advance(6 * DAY_MS - HOUR_MS);
  expect((await memory.retrieve({ text: 'Where does Ada live?' })).hits).toMatchObject([
    { confidence: 0.3, labels: ['hypothesis', 'decayed'] },
  ]);
  expect(await memory.verify(record.id)).toMatchObject({ kind: 'changed' });
  clock.advance(DAY_MS);
  expect((await memory.list()).items[0]).toMatchObject({ confidence: 0.9, labels: [] });
});

test('[LTM-2] a review that finds a hypothesis wrong ends it', async () => {
  const { memory } = aMemory();
  const record = recordOf(await memory.store({ ...LIVES_IN_PARIS, source: 'agent_inferred' }));
  expect((await memory.reject(record.id)).kind).toBe('changed');
  expect((await memory.list()).items).toEqual([]);
  expect((await memory.record(record.id))?.record.ended?.why).toBe('rejected');
});

test('[LTM-6] an unverified inference loses 0.05 a day and is given out no more below 0.3', async () => {
  const { memory, clock } = aMemory({ hypothesisLifeMs: Number.POSITIVE_INFINITY });
  await memory.store({ ...LIVES_IN_PARIS, source: 'agent_inferred' });
  clock.advance(6 * DAY_MS);
  expect((await memory.list()).items[0]).toMatchObject({
    confidence: 0.3,
    labels: ['hypothesis', 'decayed'],
  });
  clock.advance(DAY_MS - 1);
  expect((await memory.list()).items).toHaveLength(1);
  clock.advance(1);
  expect((await memory.list()).items).toHaveLength(0);
  expect((await memory.cleanup()).ended).toHaveLength(1);
  expect((await memory.audit()).items[0]?.action).toBe('fade');
});

test('[LTM-3] each kind has the lifetime of the table', async () => {
  const { memory, clock } = aMemory();
  const strategy = {
    type: 'project',
    kind: 'strategy',
    text: 'Run the build first.',
    source: 'user_stated',
  } as const;
  await memory.store(strategy);
  clock.advance(90 * DAY_MS - 1);
  expect((await memory.list()).items).toHaveLength(1);
  clock.advance(1);
  expect((await memory.list()).items).toHaveLength(0);
});

test('[LTM-4] a relative date becomes an absolute one, and a deadline ends a project record on its day', async () => {
  const { memory, clock } = aMemory();
  clock.advance(Date.UTC(2026, 10, 23, 9) - clock.nowMs());
  const outcome = await memory.store({
    type: 'project',
    kind: 'fact',
    text: 'The report is due by next Friday.',
    source: 'user_stated',
  });
  const record = recordOf(outcome);
  expect(record.text).toBe('The report is due by next Friday (2026-12-04).');
  expect(record.expiresAtMs).toBe(Date.UTC(2026, 11, 5) - 1);
});

test('[LTM-6] a deadline that was found in a text refuses nothing, one that was given does', async () => {
  const { memory, clock, store } = aMemory();
  clock.advance(Date.UTC(2026, 10, 23, 9) - clock.nowMs());
  const draft = { type: 'project', kind: 'fact', source: 'user_stated' } as const;
  const text = 'We missed the deadline of 1 November 2026.';
  const missed = await memory.store({ ...draft, text });
  expect(recordOf(missed)).toMatchObject({ text });
  expect(recordOf(missed).expiresAtMs).toBeUndefined();
  const deadlineMs = Date.UTC(2026, 10, 1);
  expect(ruleOf(await memory.store({ ...draft, text, deadlineMs }))).toBe('OVER_ALREADY');
  const byIds = store.byIds.bind(store);
  store.byIds = (...call) => {
    // Midnight passes while the first one is written, and the second one waits.
    clock.advance(DAY_MS);
    return byIds(...call);
  };
  const [, today] = await Promise.all([
    memory.store({ ...draft, text: 'Bob writes the report.' }),
    memory.store({ ...draft, text: 'The report is due today.' }),
  ]);
  expect(today.kind).toBe('stored');
});

test('[LTM-11] a key holds its last value', async () => {
  const { memory } = aMemory();
  await memory.set('theme', 'dark');
  expect(await memory.get('theme')).toBe('dark');
  await memory.set('theme', { name: 'light' });
  expect(await memory.get('theme')).toEqual({ name: 'light' });
  expect((await memory.list({ keyPrefix: 'the' })).items).toHaveLength(1);
  await memory.forget({ key: 'theme' });
  expect(await memory.get('theme')).toBeUndefined();
});

test('[LTM-11] store, retrieve, update and forget are over the same records', async () => {
  const { memory } = aMemory();
  const record = recordOf(await memory.store(LIVES_IN_PARIS));
  const { hits } = await memory.retrieve({ text: 'where does Ada live?' });
  expect(hits.map((hit) => [hit.record.id, hit.rank])).toEqual([[record.id, 1]]);
  expect((await memory.record(record.id))?.record.uses).toBe(1);
  await memory.update(record.id, { metadata: { seen: true } });
  expect((await memory.record(record.id))?.record.metadata).toEqual({ seen: true });
  await memory.forget(record.id);
  expect((await memory.retrieve({ text: 'where does Ada live?' })).hits).toEqual([]);
});

test('[LTM-6] what is pinned never expires', async () => {
  const { memory, clock } = aMemory();
  const record = recordOf(await memory.store({ ...LIVES_IN_PARIS, source: 'agent_inferred' }));
  await memory.pin(record.id);
  clock.advance(400 * DAY_MS);
  expect((await memory.cleanup()).ended).toEqual([]);
  expect((await memory.list()).items).toHaveLength(1);
  await memory.unpin(record.id);
  expect((await memory.list()).items).toHaveLength(0);
});

test('[LTM-6] old and unsure records, and those never used, are flagged when they are read', async () => {
  const { memory, clock } = aMemory();
  await memory.store({ ...LIVES_IN_PARIS, confidence: 0.75 });
  clock.advance(7 * DAY_MS);
  expect((await memory.list()).items[0]?.labels).toEqual([]);
  clock.advance(MINUTE_MS);
  expect((await memory.list()).items[0]?.labels).toEqual(['stale', 'never-used']);
  expect((await memory.cleanup()).neverUsed).toHaveLength(1);
  await memory.retrieve({ text: 'Ada' });
  expect((await memory.list()).items[0]?.labels).toEqual(['stale']);
});

test('[NS-1] an id that one user gives tells and takes nothing of another one', async () => {
  const { memory, store } = aMemory();
  const bob = createLongTermMemory({ store, user: 'bob', namespace: 'project:apollo' });
  const dog = { ...LIVES_IN_PARIS, id: 'dog', subject: 'dog' } as const;
  const ada = recordOf(await memory.store({ ...dog, text: 'The dog is called Rex.' }));
  for (const id of ['dog', ada.id, recordOf(await memory.store(LIVES_IN_PARIS)).id]) {
    expect(await bob.record(id)).toBeUndefined();
    expect(ruleOf(await bob.store({ ...dog, text: 'Mine.', supersedes: id }))).toBe(
      'UNKNOWN_RECORD',
    );
    const own = recordOf(await bob.store({ ...dog, id, text: `Bob has ${id}.` }));
    expect([own.namespace, own.revision]).toEqual(['user:bob', 1]);
    expect((await bob.record(id))?.record.text).toBe(`Bob has ${id}.`);
  }
  expect((await memory.record('dog'))?.record).toEqual(ada);
  expect((await memory.record(ada.id))?.record).toEqual(ada);
});

test('[LTM-2] a given id is found by itself, and by the one that the record is kept under', async () => {
  const { memory } = aMemory();
  const plan = { ...LIVES_IN_PARIS, type: 'project', id: 'plan', text: 'We ship in May.' } as const;
  const record = recordOf(await memory.store(plan));
  expect(record.id).toBe('project:apollo/plan');
  expect((await memory.store({ ...plan, id: record.id })).kind).toBe('unchanged');
  const better = await memory.store({
    ...LIVES_IN_PARIS,
    type: 'project',
    supersedes: 'plan',
    text: 'We ship in June.',
  });
  expect(better).toMatchObject({ kind: 'stored', replaced: [record.id] });
  expect(await memory.history('plan')).toHaveLength(2);
  expect((await memory.correct(recordOf(better).id, 'We ship in July.')).kind).toBe('stored');
  expect((await memory.erase({ id: 'plan' })).recordIds).toEqual([record.id]);
});

test("[NS-1] a user's records are read and written by nobody else", async () => {
  const { memory, store } = aMemory();
  await memory.store(LIVES_IN_PARIS);
  const other = createLongTermMemory({ store, user: 'bob', namespace: 'project:apollo' });
  expect((await other.list()).items).toEqual([]);
  expect((await other.retrieve({ text: 'Ada Paris' })).hits).toEqual([]);
  const [record] = (await memory.list()).items;
  const id = record?.record.id ?? '';
  expect(await other.record(id)).toBeUndefined();
  expect(await other.history(id)).toEqual([]);
  expect(ruleOf(await other.forget(id))).toBe('UNKNOWN_RECORD');
  expect((await other.erase({ id })).recordIds).toEqual([]);
  expect((await other.audit()).items).toEqual([]);
  expect(await other.asOf(Number.MAX_SAFE_INTEGER)).toEqual([]);
  const intruding = { ...LIVES_IN_PARIS, namespace: 'user:ada' };
  expect(ruleOf(await other.store(intruding))).toBe('PRIVATE');
  expect(() => createLongTermMemory({ user: 'bob', namespace: 'user:ada' })).toThrow(/other users/);
});

test('[NS-1] namespaces that are also read are listed and recalled, and never changed', async () => {
  const { memory, store } = aMemory();
  const plan = { ...LIVES_IN_PARIS, type: 'project', text: 'Apollo ships in May.' } as const;
  const { id, namespace } = recordOf(await memory.store(plan));
  const reader = createLongTermMemory({ store, user: 'bob', alsoRead: [namespace] });
  expect((await reader.list()).items.map(({ record }) => record.id)).toEqual([id]);
  expect((await reader.retrieve({ text: 'Apollo ships' })).hits).toHaveLength(1);
  expect((await reader.record(id))?.record.text).toBe(plan.text);
  expect(await reader.namespaces()).toEqual([namespace]);
  expect(ruleOf(await reader.forget(id))).toBe('UNKNOWN_RECORD');
  expect(ruleOf(await reader.correct(id, 'Apollo ships never.'))).toBe('UNKNOWN_RECORD');
  expect(ruleOf(await reader.store({ ...plan, namespace }))).toBe('NAMESPACE_CLOSED');
  expect((await reader.erase({ id })).recordIds).toEqual([]);
  expect((await reader.erase({ everything: true })).recordIds).toEqual([]);
  expect((await memory.record(id))?.record.text).toBe(plan.text);
});

test.each([
  ['user:ada', /other users/],
  ['documents:ada', /added documents/],
])('[NS-1] %s is never also read', (name, words) => {
  expect(() => createLongTermMemory({ user: 'bob', alsoRead: [name] })).toThrow(words);
});

test('[LTM-8] what was erased leaves nothing, and is not taken in again', async () => {
  const { memory, store } = aMemory();
  const paris = recordOf(await memory.store(LIVES_IN_PARIS));
  const rome = recordOf(await memory.correct(paris.id, 'Ada lives in Rome.'));
  const report = await memory.erase({ id: rome.id });
  expect([...report.recordIds].sort()).toEqual([paris.id, rome.id].sort());
  expect((await memory.retrieve({ text: 'Ada Paris Rome' })).hits).toEqual([]);
  expect(await memory.asOf(Number.MAX_SAFE_INTEGER)).toEqual([]);
  expect(await store.versions([paris.id])).toEqual(new Map());
  expect(ruleOf(await memory.store({ ...LIVES_IN_PARIS, source: 'agent_inferred' }))).toBe(
    'ERASED',
  );
  expect((await memory.store({ ...LIVES_IN_PARIS, evenIfErased: true })).kind).toBe('stored');
  expect((await memory.store({ ...LIVES_IN_PARIS })).kind).toBe('unchanged');
});

test('[LTM-8] no punctuation, quotes, case or spaces bring back what was erased', async () => {
  const { memory } = aMemory();
  const draft = { ...LIVES_IN_PARIS, text: 'Ada lives in Straße 5, Paris.' };
  await memory.erase({ id: recordOf(await memory.store(draft)).id });
  for (const text of [
    'Ada lives in Straße 5, Paris,',
    'Ada lives in Straße 5, Paris ...',
    '"Ada lives in Straße 5, Paris";',
    'ADA LIVES IN STRASSE 5 – PARIS!?',
    'Ada  lives in Straße ５ (Paris)',
    '- **Ada** lives in Straße 5, Pa\u00adris…',
  ]) {
    expect([text, ruleOf(await memory.store({ ...draft, text }))]).toEqual([text, 'ERASED']);
  }
  const other = { ...draft, text: 'Ada lives in Straße 6, Paris.' };
  expect((await memory.store(other)).kind).toBe('stored');
});

test('[LTM-8] a statement of signs alone is known again, and no other one', async () => {
  const { memory } = aMemory();
  const erased = recordOf(await memory.store({ ...LIVES_IN_PARIS, text: '🚂!' }));
  await memory.erase({ id: erased.id });
  expect(ruleOf(await memory.store({ ...LIVES_IN_PARIS, text: '🚂' }))).toBe('ERASED');
  expect((await memory.store({ ...LIVES_IN_PARIS, text: '🚲' })).kind).toBe('stored');
});

test('[LTM-8] what was erased is known again on another day, when its relative date is another one', async () => {
  const { memory, clock } = aMemory();
  const draft = { ...LIVES_IN_PARIS, text: 'Ada sees a doctor tomorrow.' };
  const record = recordOf(await memory.store(draft));
  await memory.erase({ id: record.id });
  clock.advance(3 * DAY_MS);
  expect(ruleOf(await memory.store(draft))).toBe('ERASED');
});

test('[LTM-3] a session begins with the summary of the last one', async () => {
  const { memory, clock } = aMemory();
  for (const [sessionId, text] of [
    ['one', 'We chose Postgres.'],
    ['two', 'We wrote the schema.'],
    ['two', 'We wrote the schema and its tests.'],
  ] as const) {
    await memory.summarizeSession({ sessionId, text });
    clock.advance(HOUR_MS);
  }
  clock.advance(20 * DAY_MS);
  const { summary } = await memory.startOf({ task: 'go on' });
  expect(summary?.record.text).toBe('We wrote the schema and its tests.');
  expect((await memory.list({ kinds: ['episode'] })).items).toHaveLength(2);
});

test('[LTM-9] a run begins with the strategies that are likest its task', async () => {
  const { memory } = aMemory();
  const strategy = { type: 'project', kind: 'strategy', source: 'user_stated' } as const;
  await memory.store({ ...strategy, text: 'To release, tag first and publish after.' });
  await memory.store({ ...strategy, text: 'To cook rice, wash it twice.' });
  const { strategies } = await memory.startOf({ task: 'release and publish version 2' });
  expect(strategies[0]?.record.text).toContain('tag first');
});

test('[OBS-2] writes and recalls are told, and no event carries what a record says', async () => {
  const { memory } = aMemory();
  const events: unknown[] = [];
  const stop = memory.subscribe((event) => events.push(structuredClone(event)));
  await memory.store(LIVES_IN_PARIS);
  await memory.retrieve({ text: 'Ada' });
  stop();
  await memory.set('theme', 'dark');
  expect(events).toMatchObject([
    { type: 'record-change', from: 'here' },
    { type: 'record-recall' },
  ]);
  expect(JSON.stringify(events)).not.toContain('Paris');
});

test('[LTM-7] every write, correction, recall and end is in the audit log, without a word of it', async () => {
  const { memory, clock } = aMemory();
  const paris = recordOf(await memory.store(LIVES_IN_PARIS));
  const rome = recordOf(await memory.correct(paris.id, 'Ada lives in Rome.'));
  await memory.retrieve({ text: 'Rome' });
  await memory.retrieve({ text: 'Rome', countsAsUse: false });
  await memory.verify(rome.id);
  await memory.pin(rome.id);
  await memory.unpin(rome.id);
  await memory.mute(rome.id);
  await memory.unmute(rome.id);
  await memory.update(rome.id, { expiresAtMs: clock.nowMs() + HOUR_MS });
  clock.advance(HOUR_MS);
  await memory.cleanup();
  await memory.erase({ id: rome.id });
  const { items } = await memory.audit();
  expect(items.map(({ action }) => action).reverse()).toEqual([
    'store',
    'correct',
    'supersede',
    'recall',
    'verify',
    'pin',
    'unpin',
    'mute',
    'unmute',
    'update',
    'expire',
    'erase',
  ]);
  expect(items[0]?.recordIds).toEqual(expect.arrayContaining([paris.id, rome.id]));
  expect(JSON.stringify(items)).not.toMatch(/Paris|Rome|lives/);
  const first = await memory.audit({ limit: 3 });
  const rest = await memory.audit({ limit: 20, after: first.next ?? '' });
  expect([...first.items, ...rest.items]).toEqual(items);
});

test('[LTM-11] an update with a field that is not known, or a value that cannot be kept, is refused', async () => {
  const { memory } = aMemory();
  const record = recordOf(await memory.store(LIVES_IN_PARIS));
  const updates: readonly object[] = [
    { texts: 'a' },
    { metadata: { made: new Date() } },
    { expiresAtMs: Number.NaN },
    { pinned: 'yes' },
    { text: 7 },
  ];
  for (const update of updates) {
    expect((await memory.update(record.id, update)).kind).toBe('refused');
  }
  expect(ruleOf(await memory.update('unknown', { pinned: true }))).toBe('UNKNOWN_RECORD');
  expect((await memory.record(record.id))?.record).toEqual(record);
});

test('[LTM-2] a memory that was disposed does nothing', async () => {
  const { memory } = aMemory();
  await memory.store(LIVES_IN_PARIS);
  await memory.dispose();
  await memory.dispose();
  await expect(memory.list()).rejects.toMatchObject({ code: 'SESSION_CLOSED' });
});
