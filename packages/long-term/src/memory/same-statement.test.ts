import { aSimulatedClock } from '@agent-memory/core/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { MemoryDraft } from '../policy/memory-draft.ts';
import type { JsonValue } from '../records/memory-record.ts';
import { canonicalJson } from '../records/plain-json.ts';
import { inMemoryRecordStore } from '../store/in-memory-record-store.ts';
import { createLongTermMemory } from './create-long-term-memory.ts';
import type { LongTermMemory, WriteOutcome } from './long-term-memory.ts';

const SEED = 20261123;

function aMemory() {
  const store = inMemoryRecordStore();
  const memory = createLongTermMemory({ store, clock: aSimulatedClock(), user: 'ada' });
  return { store, memory };
}

function stated(text: string): MemoryDraft {
  return { type: 'user', kind: 'fact', text, source: 'user_stated' };
}

function said(outcome: WriteOutcome): string {
  return outcome.kind === 'refused' ? outcome.refusal.rule : outcome.kind;
}

function recordOf(outcome: WriteOutcome) {
  if (outcome.kind === 'refused') throw new Error(outcome.refusal.sentence);
  return outcome.record;
}

async function textsIn(memory: LongTermMemory): Promise<readonly string[]> {
  return (await memory.list()).items.map(({ record }) => record.text);
}

const OTHERS = [
  ['The balance is -5.', 'The balance is 5.'],
  ['The budget is 1.5 million.', 'The budget is 15 million.'],
  ['Ada likes C++.', 'Ada likes C#.'],
  ['Alert when x > y holds.', 'Alert when x < y holds.'],
  ['Meet at 10:30.', 'Meet at 1030.'],
  ['The area is 10² feet.', 'The area is 102 feet.'],
] as const;

test.each(OTHERS)('[LTM-8] after "%s" was erased, "%s" is taken in', async (erased, other) => {
  const { memory } = aMemory();
  await memory.erase({ id: recordOf(await memory.store(stated(erased))).id });
  expect(said(await memory.store(stated(other)))).toBe('stored');
  expect(said(await memory.store(stated(erased)))).toBe('ERASED');
});

test.each(OTHERS)('[RET-2] "%s" does not hide "%s" from a recall', async (one, other) => {
  const { memory } = aMemory();
  for (const [subject, text] of [one, other].entries()) {
    await memory.store({ ...stated(text), subject: `thing ${subject}` });
  }
  const { hits, cut } = await memory.retrieve({ text: `${one} ${other}`, limit: 10 });
  expect(cut).toEqual([]);
  expect(hits).toHaveLength(2);
});

test.each(['user_correction', 'in_session_correction'] as const)(
  '[LTM-5] a %s that differs in case alone takes the place of the old text',
  async (source) => {
    const { memory } = aMemory();
    const wifi = recordOf(await memory.store(stated('The wifi name is hunterA.')));
    const right = { ...stated('The wifi name is HunterA.'), source };
    const outcome = await memory.store(right);
    expect(outcome).toMatchObject({ kind: 'stored', record: { id: wifi.id, source } });
    expect(await textsIn(memory)).toEqual(['The wifi name is HunterA.']);
    expect((await memory.history(wifi.id)).map(({ text }) => text)).toEqual([
      'The wifi name is hunterA.',
      'The wifi name is HunterA.',
    ]);
    expect(said(await memory.store(right))).toBe('unchanged');
  },
);

test('[LTM-5] a correction of the case keeps the key and subject of what it corrects', async () => {
  const { memory } = aMemory();
  await memory.store({ ...stated('Call me ada.'), subject: 'Ada', key: 'name' });
  await memory.store({ ...stated('Call me Ada.'), source: 'user_correction' });
  expect((await memory.record({ key: 'name' }))?.record).toMatchObject({
    text: 'Call me Ada.',
    subject: 'Ada',
  });
  expect(await textsIn(memory)).toHaveLength(1);
});

test('[LTM-8] an erased setting is set again by the user, to whatever it was', async () => {
  const { memory } = aMemory();
  await memory.set('theme', 'dark');
  await memory.set('theme', 'light');
  await memory.erase({ key: 'theme' });
  const guess = { type: 'user', kind: 'fact', key: 'theme', source: 'agent_inferred' } as const;
  for (const value of ['dark', 'light', 'Dark!']) {
    expect([value, said(await memory.store({ ...guess, value }))]).toEqual([value, 'ERASED']);
    expect(said(await memory.set('theme', value, { source: 'agent_inferred' }))).toBe('ERASED');
  }
  expect(said(await memory.store({ ...guess, value: 'blue' }))).toBe('stored');
  expect(said(await memory.set('theme', 'dark'))).toBe('stored');
  expect(await memory.get('theme')).toBe('dark');
});

test('[LTM-8] what the user set again is known from then on, and the rest stays erased', async () => {
  const { memory } = aMemory();
  for (const value of ['dark', 'light']) await memory.set('theme', value);
  await memory.erase({ key: 'theme' });
  await memory.set('theme', 'dark');
  const guess = { type: 'user', kind: 'fact', key: 'theme', source: 'agent_inferred' } as const;
  expect(said(await memory.store({ ...guess, value: 'dark' }))).toBe('unchanged');
  expect(said(await memory.store({ ...guess, value: 'light' }))).toBe('ERASED');
});

test('[LTM-8] an identifier is erased with its value, and another value is another one', async () => {
  const { memory } = aMemory();
  const draft = { type: 'user', kind: 'identifier', source: 'tool_verified' } as const;
  const text = 'The invoice number.';
  const invoice = recordOf(await memory.store({ ...draft, text, value: 'INV-1' }));
  await memory.erase({ id: invoice.id });
  expect(said(await memory.store({ ...draft, text, value: 'INV-1' }))).toBe('ERASED');
  expect(said(await memory.store({ ...draft, text, kind: 'fact' }))).toBe('ERASED');
  expect(said(await memory.store({ ...draft, text, value: 'INV-2' }))).toBe('stored');
});

const VALUE = fc.oneof(
  fc.constantFrom<JsonValue>('', [], {}, [''], [[]], null, 0, false, -5, 5, '5', '-5', { a: [] }),
  fc.integer(),
  fc.string({ maxLength: 6 }),
);

test('[LTM-8] of values under a key, a model may not set the erased one and may set others', async () => {
  await fc.assert(
    fc.asyncProperty(VALUE, VALUE, async (erased, other) => {
      const { memory } = aMemory();
      await memory.set('k', erased);
      await memory.erase({ key: 'k' });
      const set = (value: JsonValue) => memory.set('k', value, { source: 'tool_verified' });
      expect(said(await set(erased))).toBe('ERASED');
      const [ours, theirs] = [erased, other].map((value) => canonicalJson(value));
      // Words are the same in another case: of numbers, lists and objects each one is another value.
      const isExact = typeof erased !== 'string' && typeof other === typeof erased;
      if (ours !== theirs && isExact) expect(said(await set(other))).toBe('stored');
      expect(said(await memory.set('k', erased))).toMatch(/stored|unchanged/);
      expect(await memory.get('k')).toEqual(erased);
    }),
    { seed: SEED, numRuns: 150 },
  );
});

test('[LTM-8] nobody but the user lifts what was erased', async () => {
  const { memory } = aMemory();
  const bees = recordOf(await memory.store(stated('Ada keeps bees.')));
  await memory.erase({ id: bees.id });
  for (const source of ['agent_inferred', 'tool_verified', 'external', 'recalled'] as const) {
    const lifting = await memory.store({ ...stated(bees.text), source, evenIfErased: true });
    expect(lifting).toMatchObject({
      refusal: { rule: 'INVALID_FIELD', field: 'evenIfErased' },
    });
  }
  expect(said(await memory.store(stated(bees.text)))).toBe('ERASED');
  expect(said(await memory.store({ ...stated(bees.text), evenIfErased: true }))).toBe('stored');
});

test('[LTM-8] a correction by the user says again what was erased', async () => {
  const { memory } = aMemory();
  const bees = recordOf(await memory.store(stated('Ada keeps bees.')));
  await memory.erase({ id: bees.id });
  const owls = recordOf(await memory.store(stated('Ada keeps owls.')));
  expect(said(await memory.update(owls.id, { text: bees.text }))).toBe('ERASED');
  expect(said(await memory.correct(owls.id, bees.text))).toBe('stored');
});

test('[LTM-11] null is a value', async () => {
  const { memory } = aMemory();
  await memory.set('k', null);
  expect(await memory.get('k')).toBeNull();
  await memory.set('k', 1);
  await memory.update({ key: 'k' }, { value: null, source: 'user_correction' });
  expect(await memory.get('k')).toBeNull();
  expect(await memory.get('other')).toBeUndefined();
});

test('[LTM-5] an identifier is corrected by a text that holds its new value, else the call says how', async () => {
  const { memory } = aMemory();
  const draft = { ...stated('The invoice is INV-1.'), kind: 'identifier', value: 'INV-1' } as const;
  const first = recordOf(await memory.store(draft));
  const refused = await memory.correct(first.id, 'Another invoice holds.');
  expect(refused).toMatchObject({ refusal: { rule: 'NO_VALUE' } });
  expect(refused.kind === 'refused' && refused.refusal.remedy).toMatch(/`update`.*`value`/);
  const second = recordOf(await memory.correct(first.id, 'The invoice is INV-2.'));
  expect(second).toMatchObject({ value: 'INV-2', text: 'The invoice is INV-2.' });
});

test('[LTM-5] a decision is corrected by a text that says why, else the call says so', async () => {
  const { memory } = aMemory();
  const draft = {
    ...stated('Ada takes the train, because it is quick.'),
    kind: 'decision',
  } as const;
  const { id } = recordOf(await memory.store(draft));
  const refused = await memory.correct(id, 'Ada takes the bus.');
  expect(refused).toMatchObject({
    refusal: { rule: 'NO_REASON', remedy: 'Say why in the text, or in `reason`.' },
  });
  expect(said(await memory.correct(id, 'Ada takes the bus, because it is cheap.'))).toBe('stored');
});

test('[LTM-2] an inference that a review found wrong is not taken in again, the word of the user is', async () => {
  const { memory } = aMemory();
  const owls = { ...stated('Ada keeps owls.'), source: 'agent_inferred' } as const;
  const { id } = recordOf(await memory.store(owls));
  await memory.reject(id);
  for (const draft of [owls, { ...owls, subject: 'Ada' }, { ...owls, text: '"Ada" keeps OWLS' }]) {
    expect(await memory.store(draft)).toMatchObject({
      refusal: { rule: 'REJECTED', recordId: id },
    });
  }
  expect(said(await memory.store({ ...owls, text: 'Ada keeps hens.' }))).toBe('stored');
  expect(said(await memory.store({ ...owls, source: 'user_stated', subject: 'Ada' }))).toBe(
    'stored',
  );
  expect(said(await memory.store(owls))).toBe('unchanged');
});
