import { createAgentMemory, fixedBudget } from '@agent-memory/core';
import { expect, test } from 'vitest';
import { simpleCounter } from '../../../core/src/testing/simple-counter.ts';
import { holdsForPlans, liveWords } from '../testing/plans-of-conversations.ts';
import { responsesFaults } from '../testing/responses-faults.ts';
import { openAiResponses } from './openai-responses-format.ts';
import type { OpenAiResponsesIncomingItem } from './responses-item.ts';

const format = openAiResponses;

test('[MSG-6] [TIER-4] a context of items obeys the grammar of the Responses API, whatever the transcript', async () => {
  await holdsForPlans((plan) => {
    const context = openAiResponses.render(plan);
    expect(responsesFaults(context)).toEqual([]);
    expect(JSON.stringify(context)).not.toMatch(/cache_control|server_tool_use|redacted_thinking/);
    const live = liveWords(plan);
    if (live) expect(JSON.stringify(context).split(live)).toHaveLength(2);
    expect(openAiResponses.render(plan)).toEqual(context);
  });
});

function aMemory(inputTokens = 4_000) {
  return createAgentMemory({
    id: 'items',
    system: 'Answer briefly.',
    budget: fixedBudget(inputTokens),
    tokenCounter: simpleCounter,
  });
}

const user = { role: 'user', content: 'Find a train.' } as const;
const reasoning = (id: string) =>
  ({ type: 'reasoning', id, summary: [], encrypted_content: 'gAAAAAB=' }) as const;
const call = (id: string, fields = {}) =>
  ({
    type: 'function_call',
    id: `fc_${id}`,
    call_id: id,
    name: 'find',
    arguments: '{}',
    status: 'completed',
    ...fields,
  }) as const;
const output = (id: string, text = 'ok') =>
  ({ type: 'function_call_output', call_id: id, output: text }) as const;
const said = (id: string) =>
  ({
    type: 'message',
    id,
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'output_text', text: 'Done.', annotations: [] }],
  }) as const;
const system = { role: 'system', content: 'Answer briefly.' };

async function contextOf(items: readonly OpenAiResponsesIncomingItem[]) {
  const memory = aMemory();
  for (const item of items) await memory.append(item, { format });
  const { input } = await memory.assemble({ format });
  return { memory, input };
}

/** An answer with two calls and their outputs, and the answer behind it. */
const twoAnswers = [
  user,
  reasoning('rs_1'),
  call('a'),
  call('b'),
  output('a'),
  output('b'),
  reasoning('rs_2'),
  said('msg_1'),
];

test('[MSG-2] what was appended item by item goes back as it came, behind the system text', async () => {
  const { input } = await contextOf(twoAnswers);
  expect(input).toEqual([system, ...twoAnswers]);
});

test('[MSG-4] the items of one answer and the outputs of its calls are one unit, the next answer another', async () => {
  const { memory } = await contextOf(twoAnswers);
  expect(memory.entries().map(({ unitStart }) => unitStart)).toEqual([0, 1, 1, 1, 1, 1, 6, 6]);
});

test('[MSG-4] an output of an item that is not read stays with its call', async () => {
  const screen = {
    type: 'computer_call_output',
    call_id: 'cu',
    output: { type: 'computer_screenshot', file_id: 'file-1' },
  } as const;
  const asked = { type: 'computer_call', id: 'cu_1', call_id: 'cu', status: 'completed' } as const;
  const { memory, input } = await contextOf([user, reasoning('rs_1'), asked, screen]);
  expect(memory.entries().map(({ unitStart }) => unitStart)).toEqual([0, 1, 1, 1]);
  expect(input).toEqual([system, user, reasoning('rs_1'), asked, screen]);
});

test('[MSG-6] reasoning that led to nothing is not sent, nor a call of the app that nobody ran', async () => {
  const asked = { type: 'computer_call', id: 'cu_1', call_id: 'cu' } as const;
  const { input } = await contextOf([
    user,
    reasoning('rs_1'),
    asked,
    user,
    reasoning('rs_2'),
    user,
  ]);
  expect(input).toEqual([system, user, user, user]);
});

test('[MSG-6] an output that stands ahead of its call is none of it', async () => {
  const asked = { type: 'computer_call', id: 'cu_1', call_id: 'cu' } as const;
  const screen = {
    type: 'computer_call_output',
    call_id: 'cu',
    output: { type: 'computer_screenshot', file_id: 'file-1' },
  } as const;
  const { input } = await contextOf([screen, asked, user]);
  expect(input).toEqual([system, user]);
});

test('[CMP-3] a call without an output gets one, an output without a call is passed on as text', async () => {
  const { input } = await contextOf([
    user,
    reasoning('rs_1'),
    { type: 'custom_tool_call', id: 'ct_1', call_id: 'a', name: 'run', input: 'ls' },
    call('b'),
    output('b'),
    user,
    output('z', 'late'),
  ]);
  expect(input.slice(1)).toEqual([
    user,
    reasoning('rs_1'),
    { type: 'custom_tool_call', id: 'ct_1', call_id: 'a', name: 'run', input: 'ls' },
    call('b'),
    output('b'),
    {
      type: 'custom_tool_call_output',
      call_id: 'a',
      output: '[No result was recorded for this call.]',
    },
    user,
    { role: 'user', content: '[Tool output without a matching call (z)]\nlate' },
  ]);
});

test('[MSG-6] an id that comes again names one call, and one item', async () => {
  const memory = aMemory();
  await memory.append([user, reasoning('rs_1'), call('a'), output('a')], { format });
  await memory.append([{ ...call('a', { arguments: '{"n":2}' }) }, output('a', 'two')], { format });
  const { input } = await memory.assemble({ format });
  expect(responsesFaults({ input })).toEqual([]);
  const { id: _, ...second } = call('a_2', { id: undefined, arguments: '{"n":2}' });
  expect(input.slice(-2)).toEqual([second, output('a_2', 'two')]);
});

test('[MSG-6] fields that a client adds to an answer are kept, and not sent', async () => {
  const given = call('a', { parsed_arguments: { n: 1 }, created_by: 'me' });
  const { memory, input } = await contextOf([user, given, output('a')]);
  expect(await memory.messages({ format })).toEqual([user, given, output('a')]);
  expect(input[2]).toEqual(call('a'));
});

test('[MSG-6] broken arguments, blank words and names with dots are sent as the provider takes them', async () => {
  const { input } = await contextOf([
    user,
    call('a', { arguments: '{"place":', name: 'trains.find' }),
    output('a', ''),
    { role: 'user', content: [{ type: 'input_text', text: ' ' }] },
  ]);
  expect(input.slice(2)).toEqual([
    call('a', { arguments: '{"arguments":"{\\"place\\":"}', name: 'trains_find' }),
    output('a', ''),
  ]);
});

test('[TIER-4] live text stands ahead of the user’s words, and behind the words of a tool', async () => {
  const memory = aMemory();
  await memory.patchScratchpad({ objective: 'Book a train' });
  await memory.append(user, { format });
  const asked = await memory.assemble({ format });
  expect(asked.input.at(-1)).toMatchObject({
    role: 'user',
    content: [
      { type: 'input_text', text: expect.stringMatching(/Book a train.*\n\n$/s) },
      { type: 'input_text', text: 'Find a train.' },
    ],
  });
  await memory.append([call('a'), output('a', '3 trains')], { format });
  const ran = await memory.assemble({ format });
  expect(ran.input.at(-1)).toMatchObject({
    type: 'function_call_output',
    output: expect.stringMatching(/^3 trains\n\n.*Book a train/s),
  });
});

test('[MSG-2] a list that holds the whole conversation is known again, item by item', async () => {
  const items = [
    user,
    reasoning('rs_1'),
    call('a'),
    output('a'),
    said('msg_1'),
    { role: 'user', content: 'And back?' },
  ] as const;
  const memory = aMemory();
  await memory.reconcile(items.slice(0, 4), { format });
  const before = memory.entries().map(({ id }) => id);
  await memory.reconcile(items, { format });
  await memory.reconcile(structuredClone(items), { format });
  expect(memory.entries()).toHaveLength(items.length);
  expect(
    memory
      .entries()
      .slice(0, 4)
      .map(({ id }) => id),
  ).toEqual(before);
  expect(await memory.messages({ format })).toEqual(items);
});

test('[MSG-2] without any message there is still something to answer', async () => {
  const memory = createAgentMemory({ id: 'none', budget: fixedBudget(500) });
  const { input } = await memory.assemble({ format });
  expect(input).toEqual([{ role: 'user', content: '(The conversation begins.)' }]);
});
