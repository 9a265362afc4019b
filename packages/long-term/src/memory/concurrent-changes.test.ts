import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inMemoryRecordStore } from '../store/in-memory-record-store.ts';
import type { RecordStore } from '../store/record-store.ts';
import { createLongTermMemory } from './create-long-term-memory.ts';
import type { ChangeOutcome, LongTermMemory, WriteOutcome } from './long-term-memory.ts';

const SEED = 20261123;

const CHANGES = {
  correct: (memory, id, text) => memory.correct(id, text),
  update: (memory, id, text) => memory.update(id, { text, source: 'user_stated' }),
  supersede: (memory, id, text) =>
    memory.store({
      type: 'user',
      kind: 'fact',
      text,
      source: 'user_correction',
      supersedes: id,
    }),
  forget: (memory, id) => memory.forget(id),
  reject: (memory, id) => memory.reject(id),
  pin: (memory, id) => memory.pin(id),
  annotate: (memory, id) => memory.update(id, { metadata: { seen: true } }),
} as const satisfies Record<
  string,
  (memory: LongTermMemory, id: string, text: string) => Promise<WriteOutcome | ChangeOutcome>
>;

type ChangeName = keyof typeof CHANGES;

/** Texts with nothing in common: only the store can tell that they are about one record. */
const TEXTS = ['Two cats.', 'She owns three animals.', 'Nobody purrs here.', 'Dogs, all five.'];

/** The same store, whose answers come as much later as the list says, in turns of the event queue. */
function slowed(store: RecordStore, delays: readonly number[]): RecordStore {
  let calls = 0;
  return new Proxy(store, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return async (...given: unknown[]) => {
        const turns = delays[calls++ % delays.length] ?? 0;
        for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
        return value.apply(target, given);
      };
    },
  });
}

const aChange = fc.record({
  name: fc.constantFrom(...(Object.keys(CHANGES) as ChangeName[])),
  memory: fc.constantFrom(0, 1),
});

test('[LTM-5] of changes of one record at the same time one counts, and the others are refused', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(aChange, { minLength: 2, maxLength: 4 }),
      fc.array(fc.nat(9), { minLength: 1, maxLength: 20 }),
      async (changes, delays) => {
        const store = inMemoryRecordStore();
        let nowMs = Date.UTC(2026, 4, 4);
        const clock = { nowMs: () => ++nowMs };
        const memories = [0, 1].map(() =>
          createLongTermMemory({ user: 'ada', clock, store: slowed(store, delays) }),
        );
        const [first] = memories;
        if (first === undefined) throw new Error('There are two memories.');
        const cat = { type: 'user', kind: 'fact', text: 'Ada has 1 cat.', id: 'cat' } as const;
        await first.store({ ...cat, source: 'user_stated' });
        const outcomes = await Promise.all(
          changes.map(({ name, memory }, at) =>
            CHANGES[name](memories[memory] ?? first, 'cat', TEXTS[at] ?? ''),
          ),
        );

        const rules = outcomes.flatMap((one) => ('refusal' in one ? [one.refusal.rule] : []));
        expect(new Set(rules)).toEqual(new Set(rules.length > 0 ? ['UNKNOWN_RECORD'] : []));
        const replacing = outcomes.filter(({ kind }) => kind === 'stored');
        const ending = outcomes.filter((_, at) => /forget|reject/.test(changes[at]?.name ?? ''));
        const ended = ending.filter(({ kind }) => kind === 'changed').length;
        expect(replacing.length + ended).toBeLessThanOrEqual(1);

        const { items } = await first.list();
        expect(items).toHaveLength(1 - ended);
        const texts = (await first.history(items[0]?.record.id ?? 'cat')).map(({ text }) => text);
        expect(texts[0]).toBe('Ada has 1 cat.');
        await Promise.all(memories.map((memory) => memory.dispose()));
      },
    ),
    { seed: SEED, numRuns: 100 },
  );
});

test('[LTM-5] of two corrections of a key at the same time the second corrects the first', async () => {
  const memory = createLongTermMemory({ user: 'ada' });
  await memory.set('cats', 1);
  const outcomes = await Promise.all([
    memory.correct({ key: 'cats' }, 'Two cats.'),
    memory.correct({ key: 'cats' }, 'She owns three animals.'),
  ]);
  expect(outcomes.map(({ kind }) => kind)).toEqual(['stored', 'stored']);
  expect((await memory.list()).items.map(({ record }) => record.text)).toEqual([
    'She owns three animals.',
  ]);
});

test('[LTM-5] what was corrected, forgotten or erased meanwhile is corrected by nothing', async () => {
  const memory = createLongTermMemory({ user: 'ada' });
  const draft = { type: 'user', kind: 'fact', source: 'user_stated' } as const;
  await memory.store({ ...draft, id: 'cat', text: 'Ada has 1 cat.' });
  await memory.store({ ...draft, id: 'dog', text: 'Rex barks.' });
  const [, cat, , dog] = await Promise.all([
    memory.forget('cat'),
    memory.correct('cat', 'Two cats.'),
    memory.erase({ id: 'dog' }),
    memory.store({ ...draft, text: 'Rex never barks.', supersedes: 'dog' }),
  ]);
  expect([cat, dog]).toMatchObject([
    { kind: 'refused', refusal: { rule: 'UNKNOWN_RECORD' } },
    { kind: 'refused', refusal: { rule: 'UNKNOWN_RECORD' } },
  ]);
  expect((await memory.list()).items).toEqual([]);
});
