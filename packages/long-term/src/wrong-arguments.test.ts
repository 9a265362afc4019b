import { createAgentMemory, fixedBudget } from '@agent-memory/core';
import { expect, test } from 'vitest';
import { proposeConsolidation } from './consolidation/consolidate.ts';
import { memoryExtraction } from './extraction/memory-extraction.ts';
import { checkText } from './guard/check-text.ts';
import { retrievedRecords } from './live/retrieved-records.ts';
import { memoryManifest } from './manifest/memory-manifest.ts';
import { createLongTermMemory } from './memory/create-long-term-memory.ts';
import { createRetrievalIndex } from './retrieval/create-retrieval-index.ts';
import { expectRefused, NO_OBJECT, type WrongCall } from './testing/wrong-arguments.ts';
import { memoryTools } from './tools/memory-tools.ts';

const MAKERS = {
  memoryExtraction,
  memoryManifest,
  retrievedRecords,
  memoryTools,
  proposeConsolidation,
};

/** Wrong values of each option. */
const SLIPS: Readonly<Record<keyof typeof MAKERS, Readonly<Record<string, readonly unknown[]>>>> = {
  memoryExtraction: {
    chatModel: [null, {}, () => '', { name: 7, chat: async () => ({ text: '' }) }],
    timeoutMs: [0, 'x', Symbol('x')],
    tools: [null, ['fetch'], 7, { fetch: 'always' }],
    memoryTools: ['save', [7]],
    onReport: [{}],
  },
  memoryManifest: {
    share: [0, 2, '0.1', Symbol('x')],
    maxLines: [0, 201, Symbol('x')],
    maxBytes: [0, 25_001],
  },
  retrievedRecords: {
    share: [0, null],
    limit: [0, Symbol('x')],
  },
  memoryTools: {
    sources: ['user_stated', ['everybody'], [Symbol('x')]],
    evidence: [[]],
    confirm: [true],
  },
  proposeConsolidation: {
    chatModel: [null, {}, 'tiny'],
    signal: [null, 7, {}],
  },
};

test.each(Object.entries(SLIPS))(
  '[OBS-3] wrong arguments of %s are refused in words',
  async (maker, slips) => {
    const memory = createLongTermMemory({ sweepEveryMs: 0 });
    await expectRefused(MAKERS, [
      ...[undefined, ...NO_OBJECT, {}].map((given): WrongCall => [maker, [given], /longTerm/]),
      ...NO_OBJECT.map((options): WrongCall => [maker, [memory, options], new RegExp(maker)]),
      [maker, [memory, { unknown: 1 }], /`unknown`/],
      ...Object.entries(slips).flatMap(([name, values]) =>
        values.map((value): WrongCall => [maker, [memory, { [name]: value }], /./]),
      ),
    ]);
    expect((await memory.list()).items).toEqual([]);
  },
);

test('[EXT-1] a session that has no extraction is refused by its name, with those that have it', async () => {
  const extraction = memoryExtraction(createLongTermMemory({ sweepEveryMs: 0 }));
  const chat = createAgentMemory({
    id: 'chat',
    budget: fixedBudget(4_000),
    features: [extraction.feature],
  });
  await chat.append({ role: 'user', content: 'I live in Ghent.' });
  await expectRefused(extraction, [
    ['extract', ['unknown'], /extract\.sessionId.*"unknown".*open: chat.*Nothing was read/],
    ...[undefined, null, '', 7, {}].flatMap((id): WrongCall[] => [
      ['extract', [id], /extract\.sessionId/],
      ['log', [id], /log\.sessionId/],
    ]),
  ]);
  expect(extraction.log('unknown')).toEqual([]);
  expect(await extraction.extract('chat')).toHaveLength(1);
});

test('[OBS-3] wrong options of a long-term memory are refused when it is made', async () => {
  const slips: Readonly<Record<string, readonly unknown[]>> = {
    user: [null, '', 7],
    namespace: [null, '', 'user:bob'],
    retrieval: [null, 7],
    index: [null, {}],
    indexName: [null, '', 7, {}],
    allow: [null, 'status', ['secret']],
    locale: [null, 'xx'],
    ...Object.fromEntries(
      ['hypothesisLifeMs', 'quarantineLifeMs', 'sweepEveryMs', 'utcOffsetMinutes'].map((name) => [
        name,
        [null, '', true, [], Number.NaN, Symbol('x')],
      ]),
    ),
  };
  const calls = Object.entries(slips).flatMap(([name, values]) =>
    values.map((value): WrongCall => ['createLongTermMemory', [{ [name]: value }], /./]),
  );
  await expectRefused({ createLongTermMemory }, [
    ...NO_OBJECT.map((options): WrongCall => ['createLongTermMemory', [options], /./]),
    ...calls,
  ]);
});

test('[OBS-3] wrong arguments of a retrieval index are refused in words', async () => {
  const index = await createRetrievalIndex({ worker: false });
  await index.add([{ id: 'a', text: 'ferry' }]);
  await expectRefused(index, [
    ...[undefined, null, 7, 'a', {}, [7]].map((ids): WrongCall => ['remove', [ids], /remove\.ids/]),
    ...[undefined, null, 7, 'a', {}, [7], [{}]].map((given): WrongCall => ['add', [given], /./]),
    ...[null, 7, 'a', {}, { text: 7 }, { text: 'x', limt: 1 }].map(
      (query): WrongCall => ['search', [query], /./],
    ),
  ]);
  expect((await index.search({ text: 'ferry' })).hits).toHaveLength(1);
  await expectRefused({ createRetrievalIndex }, [
    ...[null, 7, 'x', true].map((options): WrongCall => ['createRetrievalIndex', [options], /./]),
    ['createRetrievalIndex', [{ language: Symbol('x') }], /language/],
    ['createRetrievalIndex', [{ questionTimeoutMs: true }], /questionTimeoutMs/],
  ]);
});

test('[OBS-3] what is no text and no source is refused in words', async () => {
  await expectRefused({ checkText }, [
    ...[undefined, null, 7, {}, ['x']].map(
      (text): WrongCall => ['checkText', [text, { source: 'external' }], /text/],
    ),
    ...[undefined, null, 'external', {}, { source: 'everybody' }, { source: 7 }].map(
      (origin): WrongCall => ['checkText', ['x', origin], /checkText/],
    ),
  ]);
});
