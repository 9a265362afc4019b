import { InvalidOptionError } from '@agent-memory/core';
import { expect, test } from 'vitest';
import { createLongTermMemory } from './create-long-term-memory.ts';
import type { LongTermMemory } from './long-term-memory.ts';

const FACT = { type: 'user', kind: 'fact', source: 'user_stated' } as const;

async function aMemory() {
  const memory = createLongTermMemory({ user: 'ada', namespace: 'project:apollo' });
  await memory.store({ ...FACT, subject: 'Ada', text: 'Ada lives in Paris.' });
  await memory.store({ ...FACT, key: 'theme', value: 'dark' });
  return memory;
}

/** A call as JavaScript makes it, where no type is in the way. */
function call(
  memory: LongTermMemory,
  name: Exclude<keyof LongTermMemory, 'ready' | 'quarantine'>,
  ...given: readonly unknown[]
): Promise<unknown> {
  return Reflect.apply(memory[name], memory, given);
}

async function countOf(memory: LongTermMemory): Promise<number> {
  return (await memory.list()).items.length;
}

test('[LTM-8] a target that cannot be understood erases nothing', async () => {
  const memory = await aMemory();
  const targets = [
    undefined,
    null,
    'everything',
    {},
    [],
    ['an-id'],
    { everything: false },
    { everything: 1 },
    { everything: undefined },
    { everything: true, namespace: 'user:ada' },
    { ids: ['an-id'] },
    { everythin: true },
    { id: '' },
    { id: undefined },
    { id: 7 },
    { id: 'an-id', key: 'theme' },
    { key: undefined, namespace: 'user:ada' },
    { key: 'theme', namespace: '' },
    { namespace: '' },
    { namespace: ['user:ada'] },
  ];
  for (const target of targets) {
    await expect(call(memory, 'erase', target)).rejects.toMatchObject({ code: 'INVALID_OPTION' });
  }
  await expect(call(memory, 'erase', 'an-id')).rejects.toThrow(/`\{ id \}` for one record/);
  expect(await countOf(memory)).toBe(2);
  expect((await memory.erase({ key: 'theme', namespace: 'user:ada' })).recordIds).toHaveLength(1);
  expect((await memory.erase({ everything: true })).recordIds).toHaveLength(1);
  expect(await countOf(memory)).toBe(0);
});

test('[LTM-11] a reference that names nothing reaches no record', async () => {
  const memory = await aMemory();
  const refs = [
    undefined,
    null,
    '',
    7,
    {},
    [],
    { id: 'an-id' },
    { key: undefined },
    { key: '' },
    { key: 'theme', namespace: '' },
    { key: 'theme', id: 'an-id' },
  ];
  for (const ref of refs) {
    for (const name of [
      'record',
      'forget',
      'verify',
      'reject',
      'pin',
      'unpin',
      'mute',
      'unmute',
    ] as const) {
      await expect(call(memory, name, ref)).rejects.toMatchObject({ code: 'INVALID_OPTION' });
    }
    for (const name of ['update', 'correct'] as const) {
      await expect(call(memory, name, ref, 'x')).rejects.toMatchObject({ code: 'INVALID_OPTION' });
    }
  }
  await expect(call(memory, 'get')).rejects.toMatchObject({ code: 'INVALID_OPTION' });
  await expect(call(memory, 'history', { key: 'theme' })).rejects.toThrow(/history.id/);
  expect(await countOf(memory)).toBe(2);
});

test('[OBS-3] a slip in what is asked for is refused, with the name that was meant', async () => {
  const memory = await aMemory();
  const cases: readonly (readonly [Parameters<typeof call>[1], readonly unknown[], RegExp])[] = [
    ['retrieve', [null], /retrieve.*null/],
    ['retrieve', [], /retrieve/],
    ['retrieve', ['Ada'], /retrieve/],
    ['retrieve', [{}], /retrieve\.text/],
    ['retrieve', [{ text: 'Ada', type: 'project' }], /`type`.*types/],
    ['retrieve', [{ text: 'Ada', namespace: 'user:ada' }], /`namespace`.*namespaces/],
    ['retrieve', [{ text: 'Ada', limt: 1 }], /`limt`.*limit/],
    ['retrieve', [{ text: 'Ada', limit: 0 }], /limit.*whole number.*0/],
    ['retrieve', [{ text: 'Ada', limit: 1.5 }], /limit.*whole number/],
    ['retrieve', [{ text: 'Ada', types: 'user' }], /types.*list/],
    ['retrieve', [{ text: 'Ada', types: ['projct'] }], /types.*project.*"projct"/],
    ['retrieve', [{ text: 'Ada', namespaces: [7] }], /namespaces.*list/],
    ['retrieve', [{ text: 'Ada', fromMs: '2026' }], /fromMs.*number/],
    ['retrieve', [{ text: 'Ada', countsAsUse: 'no' }], /countsAsUse.*true or false/],
    ['retrieve', [{ text: 'Ada' }, { sginal: 1 }], /`sginal`.*signal/],
    ['list', [null], /list.*null/],
    ['list', [{ type: 'project' }], /`type`.*types/],
    ['list', [{ limit: 1 }], /`limit`/],
    ['list', [{ subject: ['Ada'] }], /subject.*text/],
    ['list', [{}, { limit: -1 }], /limit.*whole number/],
    ['list', [{}, null], /list.*null/],
    ['audit', [{ limt: 1 }], /`limt`.*limit/],
    ['asOf', [], /timeMs/],
    ['asOf', [Number.NaN], /timeMs.*number/],
    ['asOf', [0, { kind: 'fact' }], /`kind`.*kinds/],
    ['startOf', [{ tasks: 'go on' }], /`tasks`.*task/],
    ['startOf', [{ task: 'go on', limit: '3' }], /limit.*whole number/],
    ['summarizeSession', [{ session: 'one', text: 'Done.' }], /`session`.*sessionId/],
    ['summarizeSession', [{ text: 'Done.' }], /sessionId/],
    ['erase', [{ everything: true }, { includeSource: true }], /`includeSource`.*includeSources/],
    ['get', ['theme', null], /get.*null/],
    ['set', ['theme', 'light', null], /set.*null/],
    ['cleanup', [null], /cleanup.*null/],
  ];
  for (const [name, given, words] of cases) {
    const refused = expect(call(memory, name, ...given), `${name} ${JSON.stringify(given)}`);
    await refused.rejects.toMatchObject({
      code: 'INVALID_OPTION',
      message: expect.stringMatching(words),
    });
  }
  expect(await countOf(memory)).toBe(2);
});

test('[LTM-1] what is no store, no index and no clock is refused when the memory is made', () => {
  const slips: readonly (readonly [string, unknown])[] = [
    ['store', {}],
    ['store', 'memory'],
    ['index', {}],
    ['clock', {}],
    ['sessions', []],
    ['allow', 5],
    ['retrieval', { langauge: 'de' }],
    ['retrieval', { language: 'klingon!' }],
    ['retrieval', { questionTimeoutMs: 0 }],
    ['retrieval', { neighbours: 'english' }],
    ['retrieval', { embedder: {} }],
    ['retrieval', { worker: true }],
  ];
  for (const [option, value] of slips) {
    expect(() => createLongTermMemory({ [option]: value })).toThrow(InvalidOptionError);
  }
});

test('[OBS-1] a listener that is no function is refused', () => {
  const memory = createLongTermMemory();
  expect(() => Reflect.apply(memory.subscribe, memory, [5])).toThrow(InvalidOptionError);
});

test('[LTM-11] a page begins where the one before has ended, and nowhere else', async () => {
  const memory = await aMemory();
  for (const after of ['junk', '', ':', '12']) {
    await expect(memory.list({}, { after })).rejects.toMatchObject({ code: 'INVALID_OPTION' });
  }
  await expect(memory.audit({ after: 'junk' })).rejects.toMatchObject({ code: 'INVALID_OPTION' });
  const { next } = await memory.audit({ limit: 1 });
  expect((await memory.audit({ after: next ?? '' })).items).toHaveLength(1);
});

test('[LTM-11] a record is found under all that its name was written as', async () => {
  const memory = createLongTermMemory({ user: 'ada' });
  for (const name of [' theme ', 'half \ud800 pair']) {
    await memory.set(name, 'dark');
    expect(await memory.get(name)).toBe('dark');
    const stored = await memory.store({ ...FACT, id: name, text: `The id is ${name}.` });
    expect(await memory.record(name)).toMatchObject({
      record: { id: Reflect.get(stored, 'record').id },
    });
    expect((await memory.forget({ key: name })).kind).toBe('changed');
  }
});
