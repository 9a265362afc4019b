import {
  type AgentMemory,
  AgentMemoryError,
  createAgentMemory,
  fixedBudget,
  InvalidMessageError,
  type Message,
  type PlanItem,
  toolResultsOf,
} from '@agent-memory/core';
import { type BarePlan, openAi, parseMessage } from '@agent-memory/core/formats';
import {
  tool as aTool,
  convertToModelMessages,
  generateText,
  jsonSchema,
  safeValidateUIMessages,
  type UIMessage,
} from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import * as fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { arbitraryConversation } from '../../../core/src/testing/arbitrary-conversation.ts';
import { grammarFaults } from '../../../core/src/testing/context-faults.ts';
import { simpleCounter } from '../../../core/src/testing/simple-counter.ts';
import { aiSdk } from '../index.ts';
import { aiSdkUi } from './ai-sdk-ui-format.ts';
import type { AiSdkUiMessage, AiSdkUiPart } from './ui-message.ts';

const RUNS = { numRuns: 100, seed: 20261122 };

/** A field that is there or not. */
function maybe<Value>(name: string, value: fc.Arbitrary<Value>): fc.Arbitrary<object> {
  return fc
    .option(value, { nil: undefined })
    .map((found) => (found === undefined ? {} : { [name]: found }));
}

function fieldsOf(...fields: readonly fc.Arbitrary<object>[]): fc.Arbitrary<object> {
  return fc.tuple(...fields).map((found) => Object.fromEntries(found.flatMap(Object.entries)));
}

const words = fc.oneof(
  fc.lorem({ maxCount: 30 }),
  fc.string({ maxLength: 20 }),
  fc.constantFrom('', '"quoted"', '{"a": 1}', '1'),
);
const name = fc.constantFrom('search', 'read-file', 'book_2', 'x');
/** JSON has no negative zero. */
const json = fc
  .jsonValue({ maxDepth: 2 })
  .map((value): unknown => JSON.parse(JSON.stringify(value)));
const metadata = fc.constantFrom(
  { openai: { itemId: 'i1' } },
  { anthropic: { signature: 'sig==' } },
);
const ofProvider = maybe('providerMetadata', metadata);
const approvalId = fc.constantFrom('a1', 'a2');
const state = maybe('state', fc.constantFrom('streaming', 'done'));

const text = fieldsOf(fc.record({ type: fc.constant('text'), text: words }), ofProvider, state);
const reasoning = fieldsOf(
  fc.record({ type: fc.constant('reasoning'), text: words }),
  maybe('id', fc.constant('r1')),
  ofProvider,
  state,
);
const file = fieldsOf(
  fc.constantFrom(
    { type: 'file', mediaType: 'image/png', url: 'data:image/png;base64,iVBORw0KGgo=' },
    { type: 'file', mediaType: 'image/jpeg', url: 'https://pictures.example/1.jpg' },
    { type: 'file', mediaType: 'application/pdf', url: 'data:application/pdf;base64,JVBERi0=' },
    { type: 'file', mediaType: 'text/plain', url: 'https://files.example/a.txt' },
  ),
  maybe('filename', fc.constant('a.bin')),
  ofProvider,
);
const data = fieldsOf(
  fc.record({ type: fc.constant('data-weather'), data: json }),
  maybe('id', fc.constant('d1')),
);
const source = fieldsOf(
  fc.constantFrom(
    { type: 'source-url', sourceId: 's1', url: 'https://pages.example/', title: 'Page' },
    { type: 'source-document', sourceId: 's2', mediaType: 'text/plain', title: 'Notes' },
  ),
  ofProvider,
);

const approved = fc.record({ id: approvalId, approved: fc.constant(true as const) });
const withReason = (approval: fc.Arbitrary<object>) => fieldsOf(approval, maybe('reason', words));
const resultMetadata = maybe('resultProviderMetadata', metadata);
const toolState = fc.oneof(
  fieldsOf(
    fc.constant({ state: 'input-streaming' }),
    maybe('input', json),
    maybe('rawInput', words),
  ),
  fieldsOf(fc.record({ state: fc.constant('input-available'), input: json })),
  fieldsOf(
    fc.record({
      state: fc.constant('approval-requested'),
      input: json,
      approval: fieldsOf(fc.record({ id: approvalId }), maybe('signature', fc.constant('s'))),
    }),
  ),
  fieldsOf(
    fc.record({
      state: fc.constant('approval-responded'),
      input: json,
      approval: withReason(fc.record({ id: approvalId, approved: fc.boolean() })),
    }),
  ),
  fieldsOf(
    fc.record({ state: fc.constant('output-available'), input: json }),
    fc.record({ output: fc.oneof(words, json) }),
    maybe('preliminary', fc.boolean()),
    maybe('approval', withReason(approved)),
    resultMetadata,
  ),
  fieldsOf(
    fc.record({ state: fc.constant('output-error'), errorText: words }),
    maybe('input', json),
    maybe('rawInput', words),
    maybe('approval', withReason(approved)),
    resultMetadata,
  ),
  fieldsOf(
    fc.record({
      state: fc.constant('output-denied'),
      input: json,
      approval: withReason(fc.record({ id: approvalId, approved: fc.constant(false) })),
    }),
  ),
);
const tool = fieldsOf(
  fc.oneof(
    name.map((tool) => ({ type: `tool-${tool}` })),
    name.map((toolName) => ({ type: 'dynamic-tool', toolName })),
  ),
  fc.record({ toolCallId: fc.nat({ max: 3 }).map((id) => `call_${id}`) }),
  maybe('title', fc.constant('Search')),
  maybe('toolMetadata', fc.constant({ server: 'files' })),
  maybe('providerExecuted', fc.boolean()),
  maybe('callProviderMetadata', metadata),
  toolState,
);
const stepStart = fc.constant({ type: 'step-start' });

/** As it is called in one step: no two calls with one id. */
function inOneMessage(parts: readonly object[]): AiSdkUiPart[] {
  return parts.map((part, index) =>
    'toolCallId' in part ? { ...part, toolCallId: `${part.toolCallId}-${index}` } : part,
  ) as AiSdkUiPart[];
}

const uiMessage = fc.oneof(
  fc.record({
    role: fc.constant('user'),
    parts: fc.array(fc.oneof(text, file, data), { minLength: 1, maxLength: 4 }),
  }),
  fc.record({ role: fc.constant('system'), parts: fc.array(text, { minLength: 1, maxLength: 2 }) }),
  fc.record({
    role: fc.constant('assistant'),
    parts: fc.array(
      fc.oneof(
        { weight: 3, arbitrary: text },
        { weight: 4, arbitrary: tool },
        { weight: 3, arbitrary: stepStart },
        reasoning,
        file,
        data,
        source,
      ),
      { maxLength: 9 },
    ),
  }),
);
const conversation: fc.Arbitrary<readonly AiSdkUiMessage[]> = fc
  .array(fc.tuple(uiMessage, maybe('metadata', json)), { minLength: 1, maxLength: 10 })
  .map((messages) =>
    messages.map(
      ([message, beside], index): AiSdkUiMessage => ({
        ...(message as Omit<AiSdkUiMessage, 'id'>),
        ...beside,
        id: `m${index}`,
        parts: inOneMessage(message.parts),
      }),
    ),
  );

function entriesOf(messages: readonly AiSdkUiMessage[]) {
  return messages
    .flatMap((message) => aiSdkUi.read(message))
    .map(({ id = 'none', message }) => ({ id, message }));
}

test('[MSG-2] what was read is written as it was, and nothing of it is changed', async () => {
  await fc.assert(
    fc.property(conversation, (messages) => {
      const before = structuredClone(messages);
      expect(aiSdkUi.write(entriesOf(messages))).toEqual(messages);
      expect(messages).toEqual(before);
    }),
    RUNS,
  );
});

test('[MSG-2] what was read survives JSON', async () => {
  await fc.assert(
    fc.property(conversation, (messages) => {
      const stored = JSON.parse(JSON.stringify(entriesOf(messages)));
      expect(aiSdkUi.write(stored)).toEqual(messages);
    }),
    RUNS,
  );
});

test('[MSG-5] steps and results have ids of their own, after that of their message', () => {
  const entries = entriesOf([
    {
      id: 'm1',
      role: 'assistant',
      metadata: { model: 'small' },
      parts: [
        { type: 'step-start' },
        { type: 'tool-search', toolCallId: 'c1', state: 'output-available', input: {}, output: 1 },
        { type: 'step-start' },
        {
          type: 'tool-search',
          toolCallId: 'c1',
          state: 'output-error',
          input: {},
          errorText: 'no',
        },
        { type: 'step-start' },
        { type: 'text', text: 'Done' },
      ],
    },
  ]);
  expect(entries.map(({ id, message }) => [id, message.role, message.continues])).toEqual([
    ['m1', 'assistant', undefined],
    ['m1/c1', 'tool', true],
    ['m1#2', 'assistant', true],
    ['m1/c1#2', 'tool', true],
    ['m1#3', 'assistant', true],
  ]);
  expect(entries[0]?.message.extra).toMatchObject({ id: 'm1', metadata: { model: 'small' } });
  expect(entries[1]?.message.parts[0]).toMatchObject({ type: 'tool-result', text: '1' });
  expect(entries[3]?.message.parts[0]).toMatchObject({ text: 'no', isError: true });
});

test('[MSG-2] [MSG-5] an input that was refused is the same call in either version, and comes back as it was', () => {
  const error = { state: 'output-error', errorText: 'No such field.' } as const;
  const messages = [
    aToolPart({ ...error, input: undefined, rawInput: { town: 3 } }),
    aToolPart({ ...error, input: null, rawInput: { town: 3 } }),
    aToolPart({ ...error, input: { town: 3 } }),
  ];
  const calls = messages.map((message) => entriesOf([message])[0]?.message.parts);
  expect(calls[0]).toMatchObject([{ type: 'tool-call', arguments: '{"town":3}' }]);
  expect(calls[1]).toEqual(calls[0]);
  expect(calls[2]).toEqual(calls[0]);
  for (const message of messages) {
    expect(aiSdkUi.write(entriesOf([message]))).toEqual([message]);
  }
});

test('[MSG-2] [CMP-3] two calls with one id in a message come back with their results', async () => {
  const call = { type: 'tool-search', toolCallId: 'c1', state: 'output-available' } as const;
  const parts: AiSdkUiPart[] = [
    { ...call, input: { query: 'x' }, output: 'one' },
    { ...call, input: { query: 'y' }, output: 'two' },
  ];
  const messages = [QUESTION, { id: 'm1', role: 'assistant', parts } as const];
  expect(aiSdkUi.write(entriesOf(messages))).toEqual(messages);
  const { messages: sent } = aiSdkUi.render(await planOf(messages));
  expect(sent.at(-1)?.parts).toEqual([parts[0], { ...parts[1], toolCallId: 'c1_2' }]);
});

test('[POL-7] a plain call is free of fields that would keep its arguments from being shortened', () => {
  const [call] = entriesOf([
    {
      id: 'm1',
      role: 'assistant',
      parts: [
        {
          type: 'dynamic-tool',
          toolName: 'search',
          toolCallId: 'c1',
          title: 'Search',
          state: 'output-available',
          input: { query: 'trains' },
          output: 'none',
        },
      ],
    },
  ]);
  expect(call?.message.parts).toEqual([
    { type: 'tool-call', callId: 'c1', toolName: 'search', arguments: '{"query":"trains"}' },
  ]);
});

test.each([
  ['message', 'hello'],
  ['id', { role: 'user', parts: [] }],
  ['role', { id: 'm', role: 'tool', parts: [] }],
  ['parts', { id: 'm', role: 'user', content: 'Hi' }],
  ['parts.0', { id: 'm', role: 'user', parts: ['Hi'] }],
  ['parts.0.text', { id: 'm', role: 'user', parts: [{ type: 'text' }] }],
  ['parts.0.type', { id: 'm', role: 'assistant', parts: [{ type: 'tool-', toolCallId: 'c' }] }],
  ['parts.0.toolCallId', { id: 'm', role: 'assistant', parts: [{ type: 'tool-x', state: 's' }] }],
  ['parts.0.state', { id: 'm', role: 'assistant', parts: [{ type: 'tool-x', toolCallId: 'c' }] }],
  [
    'parts.0.errorText',
    {
      id: 'm',
      role: 'assistant',
      parts: [{ type: 'tool-x', toolCallId: 'c', state: 'output-error', input: {} }],
    },
  ],
])('[MSG-3] a message without a good `%s` is refused with its name', (field, message) => {
  expect(() => aiSdkUi.read(message)).toThrow(
    expect.objectContaining({ name: InvalidMessageError.name, field }),
  );
});

/** A value that JSON writes in another way: an instance with a method and a private field. */
class Order {
  readonly id = 7;
  readonly #secret = 'x';
  total(): string {
    return this.#secret;
  }
}

test.each([
  ['a date', new Date(0), '1970-01-01T00:00:00.000Z'],
  [
    'a date far down',
    { rows: [{ at: new Date(0) }] },
    { rows: [{ at: '1970-01-01T00:00:00.000Z' }] },
  ],
  ['an address', { at: new URL('https://a.example/b') }, { at: 'https://a.example/b' }],
  ['a map', { found: new Map([['a', 1]]) }, { found: {} }],
  ['an instance', new Order(), { id: 7 }],
  ['an error', { cause: new Error('no') }, { cause: {} }],
  ['bytes', { raw: new Uint8Array([1, 2]) }, { raw: { 0: 1, 1: 2 } }],
  ['a bigint', { count: 12n }, { count: '12' }],
  ['functions', { run: () => 1, all: [() => 1], none: undefined }, { all: [null] }],
  ['an object with words of its own', { toJSON: () => ({ said: 1 }) }, { said: 1 }],
])('[MSG-2] %s in a message is taken as JSON would send it', (_, value, sent) => {
  const messageWith = (found: unknown) => ({
    id: 'm',
    role: 'assistant' as const,
    metadata: { found },
    parts: [
      {
        type: 'tool-look' as const,
        toolCallId: 'c',
        state: 'output-available' as const,
        input: { found },
        output: found,
      },
      { type: 'data-found' as const, data: found },
    ],
  });
  const entries = aiSdkUi.read(messageWith(value)).map(({ id = '', message }) => ({ id, message }));
  expect(aiSdkUi.write(entries)).toEqual([
    JSON.parse(JSON.stringify(messageWith(sent))) as unknown,
  ]);
  expect(() => structuredClone(entries)).not.toThrow();
});

test('[MSG-2] [MSG-5] a list with values that are no plain data is kept once, however often it is given', async () => {
  const list = (at: unknown): AiSdkUiMessage[] => [
    { ...NEWS, parts: [...NEWS.parts] },
    {
      id: 'a',
      role: 'assistant',
      parts: [
        { type: 'tool-x', toolCallId: 'c', state: 'output-available', input: {}, output: { at } },
      ],
    },
  ];
  const memory = createAgentMemory({ id: 'dated', budget: fixedBudget(1_000) });
  const entries = await memory.reconcile(list(new Date(0)), { format: aiSdkUi });
  expect(entries).toHaveLength(3);
  expect(await memory.reconcile(list(new Date(0)), { format: aiSdkUi })).toEqual(entries);
  expect(await memory.messages({ format: aiSdkUi })).toEqual(list('1970-01-01T00:00:00.000Z'));
});

test('[MSG-3] what JSON cannot say either is refused with its place', () => {
  const ring: { self?: unknown; at: Date } = { at: new Date(0) };
  ring.self = ring;
  const blown = Array.from({ length: 40 }).reduce<unknown>((half) => [half, half], new Date(0));
  for (const [data, field] of [
    [{ ring }, 'parts.0.data.ring.at'],
    [{ blown }, /^parts\.0\.data/],
  ] as const) {
    const message = { id: 'm', role: 'assistant', parts: [{ type: 'data-x', data }] };
    expect(() => aiSdkUi.read(message)).toThrow(
      expect.objectContaining({
        name: InvalidMessageError.name,
        field: typeof field === 'string' ? field : expect.stringMatching(field),
      }),
    );
  }
});

test('[MSG-2] [MSG-6] files without an address and calls in a state of a later version are kept and not sent', async () => {
  const answer: unknown = {
    id: 'm',
    role: 'assistant',
    parts: [
      { type: 'step-start' },
      { type: 'file', mediaType: 'image/png' },
      { type: 'text', text: 'Here it is.' },
      { type: 'tool-paint', toolCallId: 'c', state: 'output-streaming', input: {} },
    ],
  };
  const memory = createAgentMemory({ id: 'unread', budget: fixedBudget(1_000) });
  await memory.reconcile([answer as AiSdkUiMessage, NEWS], { format: aiSdkUi });
  expect(await memory.messages({ format: aiSdkUi })).toEqual([answer, NEWS]);
  const { messages } = await memory.assemble({ format: aiSdkUi });
  expect(messages[0]?.parts).toEqual([
    { type: 'step-start' },
    { type: 'text', text: 'Here it is.' },
  ]);
});

test('[MSG-6] each call of a context has an id of its own, and the originals keep theirs', async () => {
  const called = (id: string, output: string): AiSdkUiMessage => ({
    id,
    role: 'assistant',
    parts: [{ type: 'tool-x', toolCallId: 'call_1', state: 'output-available', input: {}, output }],
  });
  const list = [called('a', 'one'), { ...NEWS, parts: [...NEWS.parts] }, called('b', 'two')];
  const memory = createAgentMemory({ id: 'numbered', budget: fixedBudget(1_000) });
  await memory.reconcile(list, { format: aiSdkUi });
  expect(await memory.messages({ format: aiSdkUi })).toEqual(list);
  const { messages } = await memory.assemble({ format: aiSdkUi });
  expect(messages.map(({ id, parts: [part] }) => [id, part])).toMatchObject([
    ['a', { toolCallId: 'call_1', output: 'one' }],
    ['news', {}],
    ['b', { toolCallId: 'call_1_2', output: 'two' }],
  ]);
});

test('[MSG-6] a call that the user has just allowed keeps its id, whatever stands ahead', async () => {
  const part = { type: 'tool-x', toolCallId: 'call_1', input: {} } as const;
  const approval = { id: 'a1', approved: true } as const;
  const memory = createAgentMemory({ id: 'allowed', budget: fixedBudget(1_000) });
  await memory.reconcile(
    [
      {
        id: 'a',
        role: 'assistant',
        parts: [{ ...part, state: 'output-available', output: 'one' }],
      },
      { ...NEWS, parts: [...NEWS.parts] },
      { id: 'b', role: 'assistant', parts: [{ ...part, state: 'approval-responded', approval }] },
    ],
    { format: aiSdkUi },
  );
  const { messages } = await memory.assemble({ format: aiSdkUi });
  expect(messages.map(({ parts: [first] }) => first)).toMatchObject([
    { toolCallId: 'call_1_2', output: 'one' },
    {},
    { toolCallId: 'call_1', state: 'approval-responded' },
  ]);
  const both = await memory.assemble({ format: aiSdk });
  expect(JSON.stringify(both.messages)).toContain('"toolCallId":"call_1_2"');
});

/** A memory that keeps a small context of these messages. */
async function memoryOf(
  inputTokens: number,
  entries: readonly { readonly id: string; readonly message: Message }[],
): Promise<AgentMemory> {
  const memory = createAgentMemory({
    id: 'generated',
    system: 'Answer briefly.',
    budget: fixedBudget(inputTokens),
    tokenCounter: simpleCounter,
  });
  await memory.patchScratchpad({ objective: 'find the train' });
  for (const { id, message } of entries) {
    await memory.append({ ...message, id });
    await memory.assemble().catch(onlyOverflow);
  }
  return memory;
}

function onlyOverflow(error: unknown): undefined {
  if (AgentMemoryError.isInstance(error) && error.code === 'CONTEXT_OVERFLOW') return undefined;
  throw error;
}

function aModel(): MockLanguageModelV3 {
  return new MockLanguageModelV3({
    supportedUrls: { '*/*': [/.*/] },
    doGenerate: async () => ({
      content: [{ type: 'text', text: 'ok' }],
      finishReason: { unified: 'stop', raw: undefined },
      usage: {
        inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
        outputTokens: { total: 1, text: 1, reasoning: 0 },
      },
      warnings: [],
    }),
  });
}

/** Gives the prompt that a provider gets when the AI SDK gets these messages. */
async function promptOf(messages: readonly AiSdkUiMessage[]) {
  const model = aModel();
  const modelMessages = await convertToModelMessages(messages as UIMessage[], {
    convertDataPart: ({ data }) => ({ type: 'text', text: JSON.stringify(data) }),
  });
  await generateText({ model, messages: modelMessages, allowSystemInMessages: true });
  return model.doGenerateCalls[0]?.prompt ?? [];
}

/** Gives the faults for which a provider would refuse a prompt, in words. */
function promptFaults(prompt: Awaited<ReturnType<typeof promptOf>>): readonly string[] {
  const faults: string[] = [];
  let open = new Set<string>();
  const ofProvider = new Set<string>();
  let isBehindSystem = false;
  for (const message of prompt) {
    if (message.role === 'system') {
      if (isBehindSystem) faults.push('system behind others');
      continue;
    }
    isBehindSystem = true;
    if (message.content.length === 0) faults.push(`empty ${message.role} message`);
    if (message.role !== 'tool') {
      for (const id of open) faults.push(`call ${id} has no result`);
      open = new Set();
    }
    for (const part of message.content) {
      if (part.type === 'tool-call') open.add(part.toolCallId);
      if (part.type === 'tool-call' && part.providerExecuted) ofProvider.add(part.toolCallId);
      // The provider is told whether it may run its tool, and answers for itself.
      if (part.type === 'tool-approval-response') for (const id of ofProvider) open.delete(id);
      if (part.type === 'tool-result' && !open.delete(part.toolCallId)) {
        faults.push(`result of no call ${part.toolCallId}`);
      }
    }
  }
  for (const id of open) faults.push(`call ${id} has no result`);
  return faults;
}

/** With something new of the user, so that nothing waits for the AI SDK to be carried out. */
const NEWS = { id: 'news', role: 'user', parts: [{ type: 'text', text: 'And now?' }] } as const;

async function checkContext(plan: BarePlan): Promise<void> {
  const { messages } = aiSdkUi.render(plan);
  const calls = messages.flatMap(({ parts }) =>
    parts.flatMap((part) => ('toolCallId' in part ? [part.toolCallId] : [])),
  );
  expect(new Set(calls).size).toBe(calls.length);
  const checked = await safeValidateUIMessages({ messages });
  expect(checked).toMatchObject({ success: true });
  expect(new Set(messages.map(({ id }) => id)).size).toBe(messages.length);
  expect(promptFaults(await promptOf(messages))).toEqual([]);
  expect(aiSdkUi.render(plan).messages).toEqual(messages);
}

const budgets = fc.integer({ min: 200, max: 1_500 });

test('[MSG-6] the AI SDK takes every context, and no provider has a reason to refuse it', async () => {
  await fc.assert(
    fc.asyncProperty(conversation, budgets, async (messages, budget) => {
      const entries = entriesOf([...messages, { ...NEWS, parts: [...NEWS.parts] }]);
      const memory = await memoryOf(budget, entries);
      const context = await memory.assemble().catch(onlyOverflow);
      await checkContext(context?.plan ?? memory.plan());
    }),
    RUNS,
  );
});

test('[MSG-6] it takes contexts of messages that came in OpenAI’s format too', async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryConversation, budgets, async (messages, budget) => {
      const memory = createAgentMemory({
        id: 'generated',
        budget: fixedBudget(budget),
        tokenCounter: simpleCounter,
      });
      await memory.append([...messages, { role: 'user', content: 'And now?' }]);
      const context = await memory.assemble().catch(onlyOverflow);
      await checkContext(context?.plan ?? memory.plan());
    }),
    RUNS,
  );
});

/** The names of all fields in a value, at any depth. */
function namesIn(value: unknown): readonly string[] {
  const names: string[] = [];
  JSON.stringify(value, (name, field: unknown) => {
    names.push(name);
    return field;
  });
  return names;
}

test('[MSG-2] [MSG-6] contexts of this format’s messages can be given to OpenAI too', async () => {
  await fc.assert(
    fc.asyncProperty(conversation, budgets, async (messages, budget) => {
      const memory = await memoryOf(budget, entriesOf(messages));
      const sent = openAi.render(memory.plan()).messages;
      expect(grammarFaults(sent)).toEqual([]);
      expect(namesIn(sent)).not.toContain('callProviderMetadata');
      expect(namesIn(sent)).not.toContain('toolCallId');
      expect(sent.filter((message) => 'id' in message)).toEqual([]);
    }),
    // What the user says may look like the id of a message.
    {
      ...RUNS,
      examples: [[[{ id: 'm0', role: 'user', parts: [{ type: 'text', text: 'm0' }] }], 200]],
    },
  );
});

test('[MSG-2] originals that came in OpenAI’s format can be shown, with every result', async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryConversation, async (conversation) => {
      const entries = conversation.map((message, index) => ({
        id: `e${index}`,
        message: parseMessage(message),
      }));
      const messages = aiSdkUi.write(entries);
      expect(await safeValidateUIMessages({ messages })).toMatchObject({ success: true });
      const shown = JSON.stringify(messages);
      for (const result of entries.flatMap(({ message }) => toolResultsOf(message))) {
        expect(shown).toContain(JSON.stringify(result.text).slice(1, -1));
      }
    }),
    RUNS,
  );
});

test('[MSG-6] the tool of a call that the user has just allowed is run', async () => {
  const approval = { id: 'a1', approved: true } as const;
  const plan = await planOf([QUESTION, aToolPart({ state: 'approval-responded', approval })]);
  const execute = vi.fn(async () => '3 trains');
  const inputSchema = jsonSchema({ type: 'object' });
  const { messages } = aiSdkUi.render(plan);
  const model = aModel();
  await generateText({
    model,
    messages: await convertToModelMessages(messages as UIMessage[]),
    tools: { search: aTool({ inputSchema, execute, needsApproval: true }) },
    allowSystemInMessages: true,
  });
  expect(execute).toHaveBeenCalledTimes(1);
  expect(promptFaults(model.doGenerateCalls[0]?.prompt ?? [])).toEqual([]);
});

/** A context of these items, as a plan gives it. */
async function planOf(messages: readonly AiSdkUiMessage[], budget = 100_000): Promise<BarePlan> {
  const memory = await memoryOf(budget, entriesOf(messages));
  return memory.plan();
}

const QUESTION: AiSdkUiMessage = { id: 'q', role: 'user', parts: [{ type: 'text', text: 'Hi' }] };

function aToolPart(part: Partial<Extract<AiSdkUiPart, { toolCallId: string }>>): AiSdkUiMessage {
  const call = { type: 'tool-search', toolCallId: 'c1', input: { query: 'x' }, ...part };
  return { id: 'a', role: 'assistant', parts: [call as AiSdkUiPart] };
}

test('[MSG-6] [CMP-3] a call that was interrupted is an error in the context and open in the original', async () => {
  const messages = [QUESTION, aToolPart({ state: 'input-available' })];
  const plan = await planOf(messages);
  expect(aiSdkUi.render(plan).messages.at(-1)?.parts).toEqual([
    {
      type: 'tool-search',
      toolCallId: 'c1',
      input: { query: 'x' },
      state: 'output-error',
      errorText: '[No result was recorded for this call.]',
    },
  ]);
  expect(aiSdkUi.write(entriesOf(messages))).toEqual(messages);
});

test.each([true, false])(
  '[MSG-6] a call that the user has just decided on (%s) is left to the AI SDK',
  async (approved) => {
    const asked = aToolPart({ state: 'approval-responded', approval: { id: 'a1', approved } });
    const plan = await planOf([QUESTION, asked]);
    expect(aiSdkUi.render(plan).messages.at(-1)).toEqual(asked);
  },
);

test('[MSG-5] a call that the user has allowed is another message than one that waits for it', () => {
  const parts = [
    aToolPart({ state: 'approval-requested', approval: { id: 'a1' } }),
    aToolPart({ state: 'approval-responded', approval: { id: 'a1', approved: true } }),
  ].map((message) => entriesOf([message])[0]?.message.parts);
  expect(parts[0]).not.toEqual(parts[1]);
});

test('[MSG-6] a request for approval that the user passed over is an error', async () => {
  const asked = aToolPart({ state: 'approval-requested', approval: { id: 'a1' } });
  const plan = await planOf([QUESTION, asked, { ...QUESTION, id: 'q2' }]);
  const [call] = aiSdkUi.render(plan).messages.at(-2)?.parts ?? [];
  expect(call).toMatchObject({ state: 'output-error' });
  expect(call).not.toHaveProperty('approval');
});

test('[CMP-1] a result of JSON that was shortened is the words that are left', async () => {
  const rows = Array.from({ length: 300 }, (_, row) => ({ row, name: `train ${row}` }));
  const plan = await planOf(
    [QUESTION, aToolPart({ state: 'output-available', output: rows }), { ...QUESTION, id: 'q2' }],
    900,
  );
  const memory = await memoryOf(
    900,
    entriesOf([QUESTION, aToolPart({ state: 'output-available', output: rows })]),
  );
  const { plan: compacted } = await memory.assemble();
  const [call] = aiSdkUi.render(compacted).messages.at(-1)?.parts ?? [];
  expect(call).toMatchObject({ output: expect.stringContaining('characters left out') });
  expect(plan.items.length).toBeGreaterThan(0);
});

/** A plan with only some of its items. */
function without(plan: BarePlan, isGone: (item: PlanItem) => boolean): BarePlan {
  return { ...plan, items: plan.items.filter((item) => !isGone(item)) };
}

const STEPS: AiSdkUiMessage = {
  id: 'a',
  role: 'assistant',
  parts: [
    { type: 'step-start' },
    { type: 'tool-search', toolCallId: 'c1', state: 'output-available', input: {}, output: 'one' },
    { type: 'step-start' },
    { type: 'tool-search', toolCallId: 'c2', state: 'output-available', input: {}, output: 'two' },
    { type: 'step-start' },
    { type: 'text', text: 'Done' },
  ],
};

test('[CMP-9] of a message that left in part the rest stands under its id', async () => {
  const plan = await planOf([QUESTION, STEPS]);
  const first = without(plan, ({ id }) => id === 'a' || id === 'a/c1');
  expect(aiSdkUi.render(first).messages.at(-1)).toEqual({
    ...STEPS,
    parts: STEPS.parts.slice(2),
  });
  const middle = without(plan, ({ id }) => id === 'a#2' || id === 'a/c2');
  expect(aiSdkUi.render(middle).messages.at(-1)).toEqual({
    ...STEPS,
    parts: STEPS.parts.toSpliced(2, 2),
  });
});

test('[TIER-4] live text stands ahead of the user’s words, however far the run has come', async () => {
  const plan = await planOf([QUESTION, STEPS]);
  const [, question, answer, ...others] = aiSdkUi.render(plan).messages;
  expect(others).toEqual([]);
  expect(question?.parts).toEqual([
    { type: 'text', text: expect.stringMatching(/find the train.*\n\n$/s) },
    { type: 'text', text: 'Hi' },
  ]);
  expect(answer).toEqual(STEPS);
});

test('[TIER-4] where there is no user’s message, live text is ahead of the assistant’s', async () => {
  const { messages } = aiSdkUi.render(await planOf([STEPS]));
  expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant']);
});

test('[MSG-2] what no model reads stays out of a context', async () => {
  const plan = await planOf([
    QUESTION,
    {
      id: 'a',
      role: 'assistant',
      parts: [
        { type: 'source-url', sourceId: 's', url: 'https://pages.example/' },
        { type: 'text', text: 'Yes' },
        { type: 'tool-search', toolCallId: 'c', state: 'input-streaming', rawInput: '{"qu' },
      ],
    },
  ]);
  expect(aiSdkUi.render(plan).messages.at(-1)?.parts).toEqual([{ type: 'text', text: 'Yes' }]);
});
