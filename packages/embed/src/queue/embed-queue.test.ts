import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EmbedQueue } from './embed-queue.ts';

const SEED = 26;

type Purpose = 'query' | 'passage';

/** A model whose texts end when the test says so, in a row. */
function aModel() {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const embedOne = (text: string): Promise<Float32Array> => {
    begun.push(text);
    return new Promise((resolve, reject) => {
      const isBad = text.includes('bad');
      ends.push(() =>
        isBad ? reject(new Error(text)) : resolve(new Float32Array([begun.length])),
      );
    });
  };
  /** Ends the text that is being embedded; the queue has begun the next one when it resolves. */
  const endOne = async (): Promise<void> => {
    ends.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { begun, embedOne, endOne, isBusy: () => ends.length > 0 };
}

test('a query waits for one text of a backlog', async () => {
  const { begun, embedOne, endOne, isBusy } = aModel();
  const queue = new EmbedQueue(embedOne);
  const backlog = queue.add(
    Array.from({ length: 10_000 }, (_, index) => `passage ${index}`),
    'passage',
  );
  const query = queue.add(['query'], 'query');
  await endOne();
  expect(begun).toEqual(['passage 0', 'query']);
  await endOne();
  await query;
  while (isBusy()) await endOne();
  expect(await backlog).toHaveLength(10_000);
});

test('calls of one purpose are served in their order', async () => {
  const { begun, embedOne, endOne, isBusy } = aModel();
  const queue = new EmbedQueue(embedOne);
  const calls = [
    queue.add(['a1', 'a2'], 'passage'),
    queue.add(['b1'], 'passage'),
    queue.add(['q1', 'q2'], 'query'),
    queue.add(['r1'], 'query'),
  ];
  while (isBusy()) await endOne();
  await Promise.all(calls);
  expect(begun).toEqual(['a1', 'q1', 'q2', 'r1', 'a2', 'b1']);
});

test('a text that fails ends its own call, and the next one begins', async () => {
  const { embedOne, endOne, isBusy } = aModel();
  const queue = new EmbedQueue(embedOne);
  const bad = expect(queue.add(['good', 'bad', 'never'], 'passage')).rejects.toThrow('bad');
  const other = queue.add(['other'], 'passage');
  while (isBusy()) await endOne();
  await bad;
  expect(await other).toHaveLength(1);
});

test('[MOD-3] an abort ends the call at once, and its other texts are not begun', async () => {
  const { begun, embedOne, endOne, isBusy } = aModel();
  const queue = new EmbedQueue(embedOne);
  const controller = new AbortController();
  const given = queue.add(['one', 'two'], 'passage', controller.signal);
  const reason = new Error('no more');
  const ended = expect(given).rejects.toBe(reason);
  const other = queue.add(['other'], 'passage');
  controller.abort(reason);
  await ended;
  while (isBusy()) await endOne();
  await other;
  expect(begun).toEqual(['one', 'other']);
});

test('a list that is changed while it waits is embedded as it was given', async () => {
  const { begun, embedOne, endOne, isBusy } = aModel();
  const queue = new EmbedQueue(embedOne);
  const texts = ['one', 'two'];
  const call = queue.add(texts, 'passage');
  texts[1] = 'changed';
  while (isBusy()) await endOne();
  await call;
  expect(begun).toEqual(['one', 'two']);
});

const step = fc.oneof(
  fc.record({
    purpose: fc.constantFrom<Purpose>('query', 'passage'),
    texts: fc.array(fc.constantFrom('good', 'good', 'bad'), { maxLength: 4 }),
    isAborted: fc.boolean(),
  }),
  fc.constant('end one' as const),
);

test('every call ends, with a vector a text or its error, and no passage begins while a query waits', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
      const { begun, embedOne, endOne, isBusy } = aModel();
      const queue = new EmbedQueue(embedOne);
      const calls: Promise<unknown>[] = [];
      const waitingQueries = new Set<string>();
      for (const [place, action] of steps.entries()) {
        if (action === 'end one') {
          const known = begun.length;
          const waited = [...waitingQueries];
          await endOne();
          const next = begun[known];
          // Whatever begins now is a query as long as one waits.
          if (next && waited.some((text) => !begun.slice(0, known).includes(text))) {
            expect(next).toContain('query');
          }
          continue;
        }
        const { purpose, texts, isAborted } = action;
        const named = texts.map((text, index) => `${purpose} ${place}.${index} ${text}`);
        const controller = new AbortController();
        const ended = queue.add(named, purpose, controller.signal).then(
          (vectors) => expect(vectors).toHaveLength(texts.length),
          (error: unknown) => expect(isAborted || String(error).includes('bad')).toBe(true),
        );
        calls.push(ended);
        const isGood = !isAborted && !named.some((text) => text.includes('bad'));
        if (purpose === 'query' && isGood) for (const text of named) waitingQueries.add(text);
        if (isAborted) controller.abort();
      }
      while (isBusy()) await endOne();
      await Promise.all(calls);
    }),
    { seed: SEED },
  );
});
