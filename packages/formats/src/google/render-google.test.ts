import { createAgentMemory, fixedBudget } from '@agent-memory/core';
import { expect, test } from 'vitest';
import { simpleCounter } from '../../../core/src/testing/simple-counter.ts';
import { googleFaults } from '../testing/google-faults.ts';
import { holdsForPlans, liveWords } from '../testing/plans-of-conversations.ts';
import type { GoogleIncomingContent } from './google-content.ts';
import { google } from './google-format.ts';

const format = google;

test('[MSG-6] [TIER-4] a context for Gemini obeys its grammar, whatever the transcript', async () => {
  await holdsForPlans((plan) => {
    const context = google.render(plan);
    expect(googleFaults(context)).toEqual([]);
    expect(JSON.stringify(context)).not.toMatch(/cache_control|server_tool_use|encrypted_content/);
    const live = liveWords(plan);
    if (live) expect(JSON.stringify(context).split(live)).toHaveLength(2);
    expect(google.render(plan)).toEqual(context);
  });
});

function aMemory(system?: string) {
  return createAgentMemory({
    id: 'contents',
    ...(system !== undefined && { system }),
    budget: fixedBudget(4_000),
    tokenCounter: simpleCounter,
  });
}

const user = { role: 'user', parts: [{ text: 'Find trains.' }] };
const call = (name: string, fields: object = {}, beside: object = {}) => ({
  functionCall: { name, args: {}, ...fields },
  ...beside,
});
const answer = (name: string, output: string, fields: object = {}) => ({
  functionResponse: { name, response: { output }, ...fields },
});

async function contextOf(contents: readonly GoogleIncomingContent[]) {
  const memory = aMemory();
  for (const content of contents) await memory.append(content, { format });
  return { memory, ...(await memory.assemble({ format })) };
}

test('[MSG-2] contents go back as they came, each signature in its part, the system text apart', async () => {
  const contents = [
    user,
    {
      role: 'model',
      parts: [
        { text: 'Hm.', thought: true },
        call('find', {}, { thoughtSignature: 'c2ln' }),
        call('find'),
      ],
    },
    { role: 'user', parts: [answer('find', '3 trains'), answer('find', '2 buses')] },
    { role: 'model', parts: [{ text: 'Five.' }, { text: '', thoughtSignature: 'ZW5k' }] },
    { role: 'user', parts: [{ text: 'And back?' }] },
  ];
  const memory = aMemory('Answer briefly.');
  await memory.append(contents, { format });
  const { contents: sent, systemInstruction } = await memory.assemble({ format });
  expect(sent).toEqual(contents);
  expect(systemInstruction).toEqual({ parts: [{ text: 'Answer briefly.' }] });
  expect((await contextOf([user])).systemInstruction).toBeUndefined();
});

test('[MSG-4] answers of parallel calls without ids are paired in their order, together or one by one', async () => {
  const calls = {
    role: 'model',
    parts: [call('find', { args: { n: 1 } }), call('find', { args: { n: 2 } })],
  };
  const [one, two] = [answer('find', 'one'), answer('find', 'two')];
  for (const answers of [[[one, two]], [[one], [two]]]) {
    const { memory, contents } = await contextOf([
      user,
      calls,
      ...answers.map((parts) => ({ role: 'user', parts })),
    ]);
    expect(memory.entries().map(({ unitStart }) => unitStart)).toEqual([0, 1, 1, 1]);
    expect(contents).toEqual([user, calls, { role: 'user', parts: [one, two] }]);
  }
});

test('[MSG-6] answers stand in the order of their calls, under their names and ids', async () => {
  const { contents } = await contextOf([
    user,
    { role: 'model', parts: [call('find', { id: 'a' }), call('look up', { id: 'b' })] },
    {
      role: 'user',
      parts: [answer('look up', 'two', { id: 'b' }), answer('find', 'one', { id: 'a' })],
    },
  ]);
  expect(contents.at(-2)?.parts).toEqual([call('find', { id: 'a' }), call('look_up', { id: 'b' })]);
  expect(contents.at(-1)?.parts).toEqual([
    answer('find', 'one', { id: 'a' }),
    answer('look_up', 'two', { id: 'b' }),
  ]);
});

test('[CMP-3] a call without an answer gets one, an answer without a call is passed on as text', async () => {
  const { contents } = await contextOf([
    user,
    { role: 'model', parts: [call('find'), call('book')] },
    { role: 'user', parts: [answer('find', 'one')] },
    { role: 'user', parts: [answer('sell', 'late')] },
  ]);
  expect(contents.at(-1)).toEqual({
    role: 'user',
    parts: [
      answer('find', 'one'),
      answer('book', '[No result was recorded for this call.]'),
      { text: '[Tool output without a matching call (sell)]\nlate' },
    ],
  });
});

test('[MSG-6] half a surrogate pair in an answer that is an object is repaired', async () => {
  const response = { found: ['a \ud83d', { 'b\udc00': 1 }] };
  const { contents } = await contextOf([
    user,
    { role: 'model', parts: [call('find')] },
    { role: 'user', parts: [{ functionResponse: { name: 'find', response } }] },
  ]);
  expect(contents.at(-1)?.parts).toEqual([
    { functionResponse: { name: 'find', response: { found: ['a \ufffd', { 'b\ufffd': 1 }] } } },
  ]);
});

test('[MSG-6] the user begins and ends a context', async () => {
  const { contents } = await contextOf([{ role: 'model', parts: [{ text: 'How can I help?' }] }]);
  expect(contents.map(({ role }) => role)).toEqual(['user', 'model', 'user']);
  const none = await contextOf([]);
  expect(none.contents).toEqual([
    { role: 'user', parts: [{ text: '(The conversation begins.)' }] },
  ]);
});

test('[TIER-4] live text stands ahead of the user’s words, and behind the answers of functions', async () => {
  const memory = aMemory();
  await memory.patchScratchpad({ objective: 'Book a train' });
  await memory.append(user, { format });
  const asked = await memory.assemble({ format });
  expect(asked.contents.at(-1)?.parts).toEqual([
    { text: expect.stringMatching(/Book a train.*\n\n$/s) },
    { text: 'Find trains.' },
  ]);
  await memory.append(
    [
      { role: 'model', parts: [call('find')] },
      { role: 'user', parts: [answer('find', '3 trains')] },
    ],
    { format },
  );
  const ran = await memory.assemble({ format });
  expect(ran.contents.at(-1)?.parts).toEqual([
    answer('find', '3 trains'),
    { text: expect.stringContaining('Book a train') },
  ]);
});

test('[MSG-5] a list that holds the whole conversation is known again, content by content', async () => {
  const contents = [
    user,
    { role: 'model', parts: [call('find', {}, { thoughtSignature: 'c2ln' })] },
    { role: 'user', parts: [answer('find', '3 trains'), { text: 'And by bus?' }] },
    { role: 'model', parts: [{ text: 'Five.' }] },
    { role: 'user', parts: [{ text: 'And back?' }] },
  ];
  const memory = aMemory();
  await memory.reconcile(contents.slice(0, 3), { format });
  const before = memory.entries().map(({ id }) => id);
  await memory.reconcile(contents, { format });
  await memory.reconcile(structuredClone(contents), { format });
  expect(memory.entries()).toHaveLength(6);
  expect(
    memory
      .entries()
      .slice(0, 4)
      .map(({ id }) => id),
  ).toEqual(before);
  expect(await memory.messages({ format })).toEqual(contents);
});

const EMPTY = { role: 'model', parts: [{}] };

test.each([
  ['an empty part', [{ text: 'a' }, {}], [{ text: 'a' }]],
  [
    'a part of a kind that there is not',
    [{ text: 'a' }, { ofTomorrow: { a: 1 } }],
    [{ text: 'a' }],
  ],
  ['a file without data', [{ text: 'a' }, { inlineData: {} }], [{ text: 'a' }]],
  [
    'a signature alone',
    [{ text: 'a' }, { thoughtSignature: 'c2ln' }],
    [{ text: 'a' }, { text: '', thoughtSignature: 'c2ln' }],
  ],
])('[MSG-6] %s does not go out, and the original keeps it', async (_, parts, sent) => {
  const contents = [user, { role: 'model', parts }, EMPTY, user];
  const { memory, contents: context } = await contextOf(contents);
  expect(context).toEqual([user, { role: 'model', parts: sent }, user]);
  expect(await memory.messages({ format })).toEqual(contents);
});

test('[MSG-6] an answer without a response is sent with an empty one, and its parts are files', async () => {
  const file = { inlineData: { mimeType: 'image/png', data: 'iVBORw0=' } };
  const given = { functionResponse: { name: 'find', parts: [{}, file] } };
  const contents = [
    user,
    { role: 'model', parts: [call('find')] },
    { role: 'user', parts: [given] },
  ];
  const { memory, contents: context } = await contextOf(contents);
  expect(context.at(-1)?.parts).toEqual([
    { functionResponse: { name: 'find', response: {}, parts: [file] } },
  ]);
  expect(await memory.messages({ format })).toEqual(contents);
});
