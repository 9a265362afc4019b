import {
  type AgentMemory,
  type AgentMemoryOptions,
  createAgentMemory,
  fixedBudget,
  textOf,
} from '@agent-memory/core';
import type { MessageFormat } from '@agent-memory/core/formats';
import { aSimulatedAbort, aTextMessage, aToolCall, aToolResult } from '@agent-memory/core/testing';
import { expect, test } from 'vitest';
import { nextTask } from '../../../core/src/ground/platform/clock.ts';
import { liveTextOf } from '../../../core/src/live/live-text.ts';
import { simpleCounter } from '../../../core/src/testing/simple-counter.ts';
import { aiSdkUi, anthropic, chatTemplate } from '../index.ts';

function aMemory(options: Partial<AgentMemoryOptions> = {}): AgentMemory {
  return createAgentMemory({
    id: 'chat',
    system: 'Answer briefly.',
    budget: fixedBudget(1_000),
    tokenCounter: simpleCounter,
    ...options,
  });
}

/** One line for a message, `role: text`; live text stands with the user alone. */
const lineFormat: MessageFormat<string, { readonly lines: readonly string[] }> = {
  name: 'lines',
  liveHosts: 'user',
  read(line) {
    const [role = '', text = ''] = String(line).split(': ');
    if (role !== 'user' && role !== 'assistant') throw new TypeError(`nobody is called ${role}`);
    return text.split(' / ').map((step, index) => ({
      ...(role === 'assistant' && { id: `line-${text.length}-${index}` }),
      message: aTextMessage(role, step),
    }));
  },
  write: (entries) => entries.map(({ message }) => `${message.role}: ${textOf(message)}`),
  render: ({ items, livePlacement }) => ({
    lines: [
      ...items.map(({ message }) => `${message.role}: ${textOf(message)}`),
      `live ${livePlacement.kind} ${livePlacement.kind === 'inside' ? livePlacement.itemId : ''}`,
      liveTextOf(items),
    ],
  }),
};

test("[MSG-5] a list of originals is the caller's own, whatever the format gives", async () => {
  const given = ['user: Hello'];
  const memory = aMemory();
  await memory.append('user: Hello', { format: lineFormat });
  const format = { ...lineFormat, write: () => given };
  const list = await memory.messages({ format });
  list.push('assistant: Hi');
  expect(await memory.messages({ format })).toEqual(['user: Hello']);
});

test('[MSG-2] messages go in and out in the format of Anthropic', async () => {
  const memory = aMemory();
  const messages = [
    { role: 'user', content: 'Find a train.' },
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'Search.', signature: 's' },
        { type: 'tool_use', id: 'c1', name: 'find', input: { q: 'Lyon' } },
      ],
    },
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'c1', content: 'Three.' },
        { type: 'text', text: 'Well?' },
      ],
    },
  ] as const;
  const entries = await memory.append(messages, { format: anthropic });
  expect(entries.map(({ message }) => message.role)).toEqual(['user', 'assistant', 'tool', 'user']);
  expect(await memory.messages({ format: anthropic })).toEqual(messages);
  const { system, messages: sent } = await memory.assemble({ format: anthropic });
  expect(JSON.stringify(system)).toContain('Answer briefly.');
  expect(sent.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
});

test('[MSG-2] originals are given in OpenAI’s format where none is named', async () => {
  const memory = aMemory();
  await memory.append({ role: 'user', content: 'Hello' });
  expect(await memory.messages()).toEqual([{ role: 'user', content: 'Hello' }]);
  expect((await memory.assemble({ format: 'openai' })).messages.at(-1)).toEqual({
    role: 'user',
    content: 'Hello',
  });
});

test('[MSG-5] pieces keep the ids of their format, and one that has none takes the caller’s', async () => {
  const memory = aMemory();
  const entries = await memory.append('assistant: one / two' as never, { format: lineFormat });
  expect(entries.map(({ id }) => id)).toEqual(['line-9-0', 'line-9-1']);
  const said = { id: 'mine', role: 'user', content: 'Hello' } as const;
  const [entry] = await memory.append(said, { format: chatTemplate });
  expect(entry?.id).toBe('mine');
  expect(await memory.append(said, { format: chatTemplate })).toEqual([entry]);
  expect(memory.entries()).toHaveLength(3);
  const unnamed = memory.append({ id: '', role: 'user', content: 'x' }, { format: chatTemplate });
  await expect(unnamed).rejects.toMatchObject({ code: 'INVALID_MESSAGE', field: 'id' });
});

test('[MSG-1] a message in this library’s own form goes with every format', async () => {
  const memory = aMemory();
  await memory.append(aTextMessage('user', 'Hello'), { format: anthropic });
  await memory.append([aToolCall(), aToolResult()], { format: aiSdkUi });
  expect(memory.entries().map(({ message }) => message.role)).toEqual([
    'user',
    'assistant',
    'tool',
  ]);
});

test.each([
  ['openai', 'messages.1.role'],
  [anthropic, 'messages.1.role'],
  [chatTemplate, 'messages.1.role'],
] as const)(
  '[MSG-3] %s: of several messages none is appended where one is refused, and its field is named',
  async (format, field) => {
    const memory = aMemory();
    const messages = [
      { role: 'user', content: 'Hello' },
      { role: 'nobody', content: 'x' },
    ];
    const refused = memory.append(messages as never, { format });
    await expect(refused).rejects.toMatchObject({ code: 'INVALID_MESSAGE', field });
    await expect(refused).rejects.toThrow(`\`${field}\` `);
    const [, bad] = messages;
    const alone = memory.append([bad] as never, { format });
    await expect(alone).rejects.toMatchObject({ field: 'role' });
    expect(memory.entries()).toEqual([]);
  },
);

test('[MSG-2] an unknown format is refused wherever one is named', async () => {
  const memory = aMemory();
  const named = { format: 'other' as never };
  const refusal = { code: 'INVALID_OPTION', option: 'format' };
  await expect(memory.append([], named)).rejects.toMatchObject(refusal);
  await expect(memory.reconcile([], named)).rejects.toMatchObject(refusal);
  await expect(memory.messages(named)).rejects.toMatchObject(refusal);
  await expect(memory.assemble(named)).rejects.toMatchObject(refusal);
  await expect(memory.onOverflow(named)).rejects.toMatchObject(refusal);
});

/** In the middle of a run, with notes. */
async function aRun(): Promise<AgentMemory> {
  const memory = aMemory();
  await memory.append([
    { id: 'u', ...aTextMessage('user', 'Find a train.') },
    { id: 'call', ...aToolCall() },
    { id: 'result', ...aToolResult() },
  ]);
  await memory.patchScratchpad({ objective: 'Trains' });
  return memory;
}

test('[CMP-12] a preview plans live text for the format of the last context', async () => {
  const memory = aMemory({ budget: fixedBudget(4_500, { high: 0.95, low: 0.3 }) });
  for (let turn = 0; turn < 8; turn += 1) {
    await memory.append([
      { id: `u${turn}`, ...aTextMessage('user', `Find train ${turn}. ${'Please. '.repeat(200)}`) },
      { id: `call${turn}`, ...aToolCall({ callId: `c${turn}` }) },
      { id: `result${turn}`, ...aToolResult({ callId: `c${turn}` }) },
    ]);
  }
  await memory.patchScratchpad({ objective: 'Trains' });
  const { plan } = await memory.assemble({ format: lineFormat });
  expect(plan.livePlacement).toMatchObject({ kind: 'inside', itemId: 'u7' });
  const preview = await memory.previewCompaction();
  expect(preview?.plan.livePlacement).toMatchObject({ kind: 'inside', itemId: 'u7' });
  await memory.assemble();
  const another = await memory.previewCompaction();
  expect(another?.plan.livePlacement).toMatchObject({ kind: 'inside', itemId: 'result7' });
});

test('[TIER-4] live text stands where the format asked for may have it, and the plan follows that format', async () => {
  const memory = await aRun();
  await memory.assemble();
  expect(memory.plan().livePlacement).toMatchObject({ kind: 'inside', itemId: 'result' });
  const { lines, plan } = await memory.assemble({ format: lineFormat });
  expect(lines.at(-2)).toBe('live inside u');
  expect(lines.at(-1)).toContain('Objective: Trains');
  expect(plan.liveHosts).toBe('user');
  expect(memory.plan({ liveHosts: 'user' }).livePlacement).toEqual(plan.livePlacement);
  expect(memory.plan().livePlacement).not.toEqual(plan.livePlacement);
  expect(memory.getState().plan).toBe(plan);
  await memory.assemble();
  expect(memory.plan().livePlacement).toMatchObject({ kind: 'inside', itemId: 'result' });
});

test('[TIER-4] contexts in different formats that are made at once each have live text in their place', async () => {
  const memory = await aRun();
  const many = await Promise.all(
    Array.from({ length: 10 }, async (_, index) => {
      for (let turn = 0; turn < index; turn += 1) await nextTask();
      const { plan } = await memory.assemble(index % 2 === 0 ? {} : { format: lineFormat });
      return plan.livePlacement.kind === 'inside' && plan.livePlacement.itemId;
    }),
  );
  expect(many).toEqual(
    Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? 'result' : 'u')),
  );
});

test('[BUD-4] a smaller context after a refusal is in the format that is named', async () => {
  const memory = await aRun();
  await memory.assemble({ format: lineFormat });
  const { lines } = await memory.onOverflow({ format: lineFormat });
  expect(lines).toContain('user: Find a train.');
});

test('[TOK-7] a provider’s counting is given the same messages whatever the format', async () => {
  const message = { role: 'user', content: 'Find a train to Lyon.' } as const;
  const first = aMemory();
  await first.append(message);
  const { totalTokens } = first.plan();
  const counted: unknown[] = [];
  const memory = aMemory({
    budget: fixedBudget(totalTokens),
    contextCounter: {
      name: 'provider',
      count: async (messages) => {
        counted.push(messages);
        return totalTokens;
      },
    },
  });
  await memory.append(message);
  await memory.assemble({ format: lineFormat });
  expect(counted).toEqual([[{ role: 'system', content: 'Answer briefly.' }, message]]);
});

test('[RCT-4] every call ends with the signal and changes nothing', async () => {
  const memory = await aRun();
  await memory.assemble();
  const before = memory.getState();
  const { signal, abort } = aSimulatedAbort();
  const reason = new Error('Enough.');
  abort(reason);
  const calls = [
    memory.append({ role: 'user', content: 'x' }, { signal }),
    memory.append({ role: 'user', content: 'x' }, { format: anthropic, signal }),
    memory.reconcile([{ role: 'user', content: 'x' }], { signal }),
    memory.messages({ signal }),
    memory.moveHead(null, { signal }),
    memory.assemble({ format: anthropic, signal }),
    memory.onOverflow({ signal }),
    memory.reportUsage({ inputTokens: 5 }, { signal }),
    memory.patchScratchpad({ objective: 'Planes' }, { signal }),
    memory.configure({ budget: fixedBudget(10) }, { signal }),
    memory.archived({ signal }),
  ];
  for (const outcome of await Promise.allSettled(calls)) {
    expect(outcome).toEqual({ status: 'rejected', reason });
  }
  expect(memory.getState()).toBe(before);
});
