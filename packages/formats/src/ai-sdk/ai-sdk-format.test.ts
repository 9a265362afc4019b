import {
  type AgentMemory,
  AgentMemoryError,
  createAgentMemory,
  fixedBudget,
  InvalidMessageError,
  type Message,
} from '@agent-memory/core';
import { type BarePlan, openAi } from '@agent-memory/core/formats';
import { storeRules } from '@agent-memory/core/internal';
import { aTextMessage, aToolCall, aToolResult } from '@agent-memory/core/testing';
import { generateText, jsonSchema, type ModelMessage, safeValidateUIMessages, tool } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import * as fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { scratchpadSection } from '../../../core/src/live/scratchpad/scratchpad-section.ts';
import { makePlan } from '../../../core/src/plan/make-plan.ts';
import { arbitraryConversation } from '../../../core/src/testing/arbitrary-conversation.ts';
import { grammarFaults } from '../../../core/src/testing/context-faults.ts';
import { simpleCounter } from '../../../core/src/testing/simple-counter.ts';
import { aTranscript, simpleMeasurer } from '../../../core/src/testing/transcripts.ts';
import { aiSdkUi } from '../ai-sdk-ui/ai-sdk-ui-format.ts';
import type { AiSdkUiMessage } from '../ai-sdk-ui/ui-message.ts';
import { aiSdk } from './ai-sdk-format.ts';
import type { AiSdkContextMessage, AiSdkModelMessage } from './model-message.ts';

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
/** JSON has no negative zero. */
const json = fc
  .jsonValue({ maxDepth: 2 })
  .map((value): unknown => JSON.parse(JSON.stringify(value)));
const options = maybe(
  'providerOptions',
  fc.constantFrom({ openai: { itemId: 'i1' } }, { anthropic: { signature: 'sig==' } }),
);

const text = fieldsOf(fc.record({ type: fc.constant('text'), text: words }), options);
const reasoning = fieldsOf(fc.record({ type: fc.constant('reasoning'), text: words }), options);
const image = fieldsOf(
  fc.constantFrom(
    { type: 'image', image: 'https://pictures.example/1.jpg' },
    { type: 'image', image: 'data:image/png;base64,iVBORw0KGgo=', mediaType: 'image/png' },
    { type: 'image', image: 'iVBORw0KGgo=' },
  ),
  options,
);
const file = fieldsOf(
  fc.constantFrom(
    { type: 'file', data: 'JVBERi0=', mediaType: 'application/pdf' },
    { type: 'file', data: 'https://files.example/a.txt', mediaType: 'text/plain' },
    { type: 'file', data: 'data:image/png;base64,iVBORw0KGgo=', mediaType: 'image/png' },
    { type: 'file', data: 'iVBORw0KGgo=', mediaType: 'image/png' },
  ),
  maybe('filename', fc.constant('a.bin')),
  options,
);
const item = fc.oneof(
  fieldsOf(fc.record({ type: fc.constant('text'), text: words }), options),
  fieldsOf(
    fc.constantFrom(
      { type: 'image-data', data: 'iVBORw0KGgo=', mediaType: 'image/png' },
      { type: 'image-url', url: 'https://pictures.example/1.jpg' },
      { type: 'file-data', data: 'JVBERi0=', mediaType: 'application/pdf', filename: 'a.pdf' },
      { type: 'file-url', url: 'https://files.example/a.txt', mediaType: 'text/plain' },
      { type: 'file-id', fileId: 'f1' },
      { type: 'image-file-id', fileId: { openai: 'f1' } },
      { type: 'custom' },
    ),
    options,
  ),
  fc.constant({ type: 'media', data: 'iVBORw0KGgo=', mediaType: 'image/png' }),
);
const output = fc.oneof(
  fieldsOf(fc.record({ type: fc.constantFrom('text', 'error-text'), value: words }), options),
  fieldsOf(fc.record({ type: fc.constantFrom('json', 'error-json'), value: json }), options),
  fieldsOf(fc.record({ type: fc.constant('execution-denied') }), maybe('reason', words), options),
  fc.record({ type: fc.constant('content'), value: fc.array(item, { maxLength: 4 }) }),
);
const toolName = fc.constantFrom('search', 'read-file', 'book_2');

interface GeneratedCall {
  readonly tool: string;
  readonly input: unknown;
  readonly beside: object;
  readonly output: object;
  readonly isOfProvider: boolean;
  readonly fate: 'answered' | 'unanswered';
  readonly approval: boolean;
}
const call: fc.Arbitrary<GeneratedCall> = fc.record({
  tool: toolName,
  input: json,
  beside: options,
  output,
  isOfProvider: fc.boolean(),
  fate: fc.constantFrom('answered', 'answered', 'answered', 'unanswered'),
  approval: fc.boolean(),
});

/** One step of the model, and the message of its tools. */
const step = fc
  .record({
    before: fc.array(fc.oneof(text, reasoning, file), { maxLength: 3 }),
    calls: fc.array(call, { maxLength: 3 }),
    after: fc.array(text, { maxLength: 1 }),
    beside: options,
  })
  .map(({ before, calls, after, beside }) => {
    const said: object[] = [...before];
    const answers: object[] = [];
    calls.forEach(({ tool: name, input, isOfProvider, ...rest }, index) => {
      const toolCallId = `call_${index}`;
      const base = { toolCallId, toolName: name };
      const byProvider = isOfProvider ? { providerExecuted: true } : {};
      said.push({ type: 'tool-call', ...base, input, ...byProvider, ...rest.beside });
      const approvalId = `approval_${index}`;
      if (rest.approval && !isOfProvider) {
        said.push({ type: 'tool-approval-request', approvalId, toolCallId });
        answers.push({ type: 'tool-approval-response', approvalId, approved: true });
      }
      const result = { type: 'tool-result', ...base, output: rest.output, ...rest.beside };
      if (rest.fate === 'answered') (isOfProvider ? said : answers).push(result);
    });
    const hasResult = answers.some((answer) => 'output' in answer);
    return [
      { role: 'assistant', content: [...said, ...after], ...beside },
      ...(hasResult ? [{ role: 'tool', content: answers, ...beside }] : []),
    ];
  });

const otherMessage = fc.oneof(
  fieldsOf(fc.record({ role: fc.constant('system'), content: words }), options),
  fieldsOf(fc.record({ role: fc.constantFrom('user', 'assistant'), content: words }), options),
  fieldsOf(
    fc.record({
      role: fc.constant('user'),
      content: fc.array(fc.oneof(text, image, file), { minLength: 1, maxLength: 3 }),
    }),
    options,
  ),
);
const conversation: fc.Arbitrary<readonly AiSdkModelMessage[]> = fc
  .array(
    fc.oneof(
      step,
      otherMessage.map((message) => [message]),
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((steps) => steps.flat() as AiSdkModelMessage[]);

function entriesOf(messages: readonly unknown[]) {
  return messages
    .flatMap((message) => aiSdk.read(message))
    .map(({ message }, index) => ({ id: `e${index}`, message }));
}

test('[MSG-2] what was read is written as it was, and nothing of it is changed', async () => {
  await fc.assert(
    fc.property(conversation, (messages) => {
      const before = structuredClone(messages);
      expect(aiSdk.write(entriesOf(messages))).toEqual(messages);
      expect(messages).toEqual(before);
    }),
    RUNS,
  );
});

test('[MSG-2] what was read survives JSON', async () => {
  await fc.assert(
    fc.property(conversation, (messages) => {
      const stored = JSON.parse(JSON.stringify(entriesOf(messages)));
      expect(aiSdk.write(stored)).toEqual(messages);
    }),
    RUNS,
  );
});

test('[MSG-2] bytes and addresses come back as the text that says the same', () => {
  const bytes = new Uint8Array([0x25, 0x50, 0x44, 0x46, 0x2d]);
  const message: ModelMessage = {
    role: 'user',
    content: [
      { type: 'file', data: bytes, mediaType: 'application/pdf' },
      { type: 'image', image: new URL('https://pictures.example/1.jpg') },
      { type: 'file', data: bytes.buffer, mediaType: 'application/pdf' },
    ],
  };
  expect(aiSdk.write(entriesOf([message]))).toEqual([
    {
      role: 'user',
      content: [
        { type: 'file', data: 'JVBERi0=', mediaType: 'application/pdf' },
        { type: 'image', image: 'https://pictures.example/1.jpg' },
        { type: 'file', data: 'JVBERi0=', mediaType: 'application/pdf' },
      ],
    },
  ]);
});

test('[MSG-2] what only later versions say is passed through, and files of theirs are read', () => {
  const reference = { type: 'file', data: { type: 'reference', reference: { openai: 'f1' } } };
  const custom = { type: 'custom', kind: 'openai.note' };
  const output = { type: 'stream', rows: [1] };
  const messages = [
    { role: 'assistant', content: [reference, custom, aCall('c')] },
    {
      role: 'tool',
      content: [{ type: 'tool-result', toolCallId: 'c', toolName: 'search', output }],
    },
  ];
  expect(aiSdk.write(entriesOf(messages))).toEqual(messages);
  const data = { type: 'data', data: new Uint8Array([0x25, 0x50, 0x44, 0x46, 0x2d]) };
  const url = { type: 'url', url: new URL('https://files.example/a.pdf') };
  const files = [data, url].map((content) => ({
    type: 'file',
    data: content,
    mediaType: 'application/pdf',
  }));
  const [read] = entriesOf([{ role: 'user', content: files }]);
  expect(read?.message.parts).toMatchObject([
    { type: 'document', data: 'data:application/pdf;base64,JVBERi0=' },
    { type: 'document', extra: { data: 'https://files.example/a.pdf' } },
  ]);
});

test('[MSG-2] base64 of every length is that of the bytes', () => {
  for (let length = 0; length < 8; length += 1) {
    const bytes = Uint8Array.from({ length }, (_, index) => (index * 97 + 250) % 256);
    const [read] = entriesOf([
      { role: 'user', content: [{ type: 'file', data: bytes, mediaType: 'text/plain' }] },
    ]);
    const base64 = Buffer.from(bytes).toString('base64');
    expect(read?.message.parts[0]).toMatchObject({ data: `data:text/plain;base64,${base64}` });
  }
});

test('[MSG-2] results that the provider’s tools gave stand where they stood, behind their calls here', () => {
  const messages = [
    {
      role: 'assistant',
      content: [
        { type: 'tool-call', toolCallId: 'a', toolName: 'web', input: {}, providerExecuted: true },
        { type: 'tool-call', toolCallId: 'b', toolName: 'search', input: {} },
        {
          type: 'tool-result',
          toolCallId: 'a',
          toolName: 'web',
          output: { type: 'text', value: '1' },
        },
        { type: 'text', text: 'So far' },
      ],
    },
    {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId: 'b',
          toolName: 'search',
          output: { type: 'text', value: '2' },
        },
      ],
    },
  ];
  const entries = entriesOf(messages);
  expect(entries.map(({ message }) => [message.role, message.continues])).toEqual([
    ['assistant', undefined],
    ['tool', true],
    ['tool', undefined],
  ]);
  expect(aTranscript(entries.map(({ message }) => message)).log.slice(0, 3)).toMatchObject([
    { unitStart: 0 },
    { unitStart: 0 },
    { unitStart: 0 },
  ]);
  expect(aiSdk.write(entries)).toEqual(messages);
});

test.each([
  ['message', 'hello'],
  ['content', { role: 'user' }],
  ['role', { role: 'function', content: 'x' }],
  ['content', { role: 'system', content: [] }],
  ['content', { role: 'tool', content: [] }],
  ['content.0', { role: 'user', content: ['Hi'] }],
  ['content.0.text', { role: 'user', content: [{ type: 'text' }] }],
  ['content.0.image', { role: 'user', content: [{ type: 'image', image: 7 }] }],
  ['content.0.image', { role: 'user', content: [{ type: 'image', image: new Map() }] }],
  [
    'content.0.data',
    { role: 'user', content: [{ type: 'file', mediaType: 'a/b', data: new Date(0) }] },
  ],
  ['content.0', { role: 'user', content: [aCall('c')] }],
  ['content.0', { role: 'tool', content: [{ type: 'text', text: 'done' }] }],
  ['content.0.toolName', { role: 'assistant', content: [{ ...aCall('c'), toolName: '' }] }],
  [
    'content.0.output',
    { role: 'tool', content: [{ type: 'tool-result', toolCallId: 'c', toolName: 'x' }] },
  ],
  [
    'content.0.output.value',
    {
      role: 'tool',
      content: [{ type: 'tool-result', toolCallId: 'c', toolName: 'x', output: { type: 'text' } }],
    },
  ],
])('[MSG-3] a message without a good `%s` is refused with its name', (field, message) => {
  expect(() => aiSdk.read(message)).toThrow(
    expect.objectContaining({ name: InvalidMessageError.name, field }),
  );
});

test('[MSG-3] a message that throws when it is read is refused', () => {
  const hostile = {
    role: 'user',
    get content(): string {
      throw new Error('no');
    },
  };
  expect(() => aiSdk.read(hostile)).toThrow(InvalidMessageError);
});

test('[MSG-2] values that are no plain data are taken as JSON would send them', () => {
  const rows = [
    { at: new Date(0), count: 12n, from: new URL('https://a.example/b'), by: new Map() },
  ];
  const said = [
    { at: '1970-01-01T00:00:00.000Z', count: '12', from: 'https://a.example/b', by: {} },
  ];
  const messagesWith = (found: unknown) => [
    { role: 'assistant', content: [aCall('c', { input: { found } })] },
    {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId: 'c',
          toolName: 'search',
          output: { type: 'json', value: { found } },
        },
      ],
    },
  ];
  const entries = messagesWith(rows)
    .flatMap((message) => aiSdk.read(message))
    .map(({ message }, index) => ({ id: `${index}`, message }));
  expect(aiSdk.write(entries)).toEqual(messagesWith(said));
});

test('[MSG-6] each call of a context has an id of its own, with its approval and its result', async () => {
  const turn = (words: string): AiSdkModelMessage[] => [
    { role: 'user', content: 'Go on.' },
    {
      role: 'assistant',
      content: [
        { type: 'tool-call', toolCallId: 'call_1', toolName: 'search', input: {} },
        { type: 'tool-approval-request', approvalId: words, toolCallId: 'call_1' },
      ],
    },
    {
      role: 'tool',
      content: [
        { type: 'tool-approval-response', approvalId: words, approved: true },
        {
          type: 'tool-result',
          toolCallId: 'call_1',
          toolName: 'search',
          output: { type: 'text', value: words },
        },
      ],
    },
  ];
  const list = [...turn('one'), ...turn('two')];
  const memory = createAgentMemory({ id: 'numbered', budget: fixedBudget(1_000) });
  await memory.append(list, { format: aiSdk });
  expect(await memory.messages({ format: aiSdk })).toEqual(list);
  const { messages } = await memory.assemble({ format: aiSdk });
  const renamed = JSON.stringify(turn('two')).replaceAll('"call_1"', '"call_1_2"');
  expect(messages).toEqual([...turn('one'), ...(JSON.parse(renamed) as unknown[])]);
});

test('[MSG-6] a call that waits to be carried out keeps its id, whatever stands ahead', async () => {
  const asked = (content: object[]) => ({ role: 'assistant', content }) as AiSdkModelMessage;
  const list: AiSdkModelMessage[] = [
    { role: 'user', content: 'Go on.' },
    asked([aCall('call_1'), aCall('call_1')]),
    {
      role: 'tool',
      content: ['one', 'two'].map((value) => ({
        type: 'tool-result' as const,
        toolCallId: 'call_1',
        toolName: 'search',
        output: { type: 'text' as const, value },
      })),
    },
    asked([
      aCall('call_1'),
      { type: 'tool-approval-request', approvalId: 'a', toolCallId: 'call_1' },
    ]),
    {
      role: 'tool',
      content: [{ type: 'tool-approval-response', approvalId: 'a', approved: true }],
    },
  ];
  const memory = createAgentMemory({ id: 'waiting', budget: fixedBudget(1_000) });
  await memory.append(list, { format: aiSdk });
  const { messages } = await memory.assemble({ format: aiSdk });
  const ids = messages.flatMap(({ content }) =>
    typeof content === 'string'
      ? []
      : content.flatMap((part) => ('toolCallId' in part ? [part.toolCallId] : [])),
  );
  expect(ids).toEqual(['call_1_2', 'call_1_2_2', 'call_1_2', 'call_1_2_2', 'call_1', 'call_1']);
});

function aCall(toolCallId: string, more: object = {}) {
  return { type: 'tool-call', toolCallId, toolName: 'search', input: {}, ...more };
}

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
async function promptOf(messages: readonly AiSdkContextMessage[]) {
  expect(JSON.stringify(messages)).not.toContain('"type":"media"');
  const model = aModel();
  const taken: ModelMessage[] = [...messages];
  await generateText({ model, messages: taken, allowSystemInMessages: true });
  return model.doGenerateCalls[0]?.prompt ?? [];
}

/** Gives the faults for which a provider would refuse a prompt, in words. */
function promptFaults(prompt: Awaited<ReturnType<typeof promptOf>>): readonly string[] {
  const faults: string[] = [];
  let open = new Set<string>();
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
      if (part.type === 'tool-result' && !open.delete(part.toolCallId)) {
        faults.push(`result of no call ${part.toolCallId}`);
      }
    }
  }
  for (const id of open) faults.push(`call ${id} has no result`);
  return faults;
}

const NEWS = { role: 'user', content: 'And now?' } as const;
const budgets = fc.integer({ min: 200, max: 1_500 });

async function checkContext(plan: BarePlan): Promise<void> {
  const { messages } = aiSdk.render(plan);
  expect(promptFaults(await promptOf(messages))).toEqual([]);
  expect(aiSdk.render(plan).messages).toEqual(messages);
}

test('[MSG-6] the AI SDK takes every context, and no provider has a reason to refuse it', async () => {
  await fc.assert(
    fc.asyncProperty(conversation, budgets, async (messages, budget) => {
      const memory = await memoryOf(budget, entriesOf([...messages, NEWS]));
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
      await memory.append([...messages, NEWS]);
      const context = await memory.assemble().catch(onlyOverflow);
      await checkContext(context?.plan ?? memory.plan());
    }),
    RUNS,
  );
});

test('[MSG-2] [MSG-6] contexts of this format’s messages can be given to OpenAI and shown too', async () => {
  await fc.assert(
    fc.asyncProperty(conversation, budgets, async (messages, budget) => {
      const memory = await memoryOf(budget, entriesOf(messages));
      const sent = openAi.render(memory.plan()).messages;
      expect(grammarFaults(sent)).toEqual([]);
      expect(JSON.stringify(sent)).not.toMatch(/providerOptions|toolCallId|approvalId/);
      const shown = aiSdkUi.render(memory.plan());
      expect(await safeValidateUIMessages(shown)).toMatchObject({ success: true });
    }),
    RUNS,
  );
});

/** The plan of these messages, with nothing left out. */
async function planOf(messages: readonly Message[]): Promise<BarePlan> {
  const memory = await memoryOf(
    100_000,
    messages.map((message, index) => ({ id: `e${index}`, message })),
  );
  return memory.plan();
}

async function contextOf(...messages: readonly Message[]) {
  return aiSdk.render(await planOf(messages)).messages;
}

function read(...messages: readonly unknown[]): readonly Message[] {
  return entriesOf(messages).map(({ message }) => message);
}

const QUESTION = aTextMessage('user', 'Hi');

test('[MSG-6] [CMP-3] a call that was interrupted is answered by an error in the context', async () => {
  const messages = await contextOf(QUESTION, ...read({ role: 'assistant', content: [aCall('c')] }));
  expect(messages[3]).toEqual({
    role: 'tool',
    content: [
      {
        type: 'tool-result',
        toolCallId: 'c',
        toolName: 'search',
        output: { type: 'error-text', value: '[No result was recorded for this call.]' },
      },
    ],
  });
});

test('[MSG-6] a call of the provider’s own tool that was interrupted is answered beside it', async () => {
  const asked = aCall('c', { providerExecuted: true });
  const messages = await contextOf(QUESTION, ...read({ role: 'assistant', content: [asked] }));
  expect(messages[2]).toMatchObject({
    role: 'assistant',
    content: [asked, { type: 'tool-result', output: { type: 'error-text' } }],
  });
});

test('[MSG-6] a call that the user has just allowed is run by the AI SDK', async () => {
  const transcript = aTranscript([
    QUESTION,
    ...read(
      {
        role: 'assistant',
        content: [aCall('c'), { type: 'tool-approval-request', approvalId: 'a1', toolCallId: 'c' }],
      },
      {
        role: 'tool',
        content: [{ type: 'tool-approval-response', approvalId: 'a1', approved: true }],
      },
    ),
  ]);
  const plan = makePlan({
    sessionId: 's',
    transcript,
    overlays: storeRules.noOverlays(1),
    budget: fixedBudget(10_000),
    fixed: {},
    measurer: simpleMeasurer,
    sections: [scratchpadSection({ objective: 'find the train' })],
    degraded: [],
  });
  const { messages } = aiSdk.render(plan);
  const model = aModel();
  const execute = vi.fn(async () => '3 trains');
  const inputSchema = jsonSchema({ type: 'object' });
  const search = tool({ inputSchema, execute, needsApproval: true });
  await generateText({ model, messages: [...messages], tools: { search } });
  expect(execute).toHaveBeenCalledTimes(1);
  expect(JSON.stringify(model.doGenerateCalls[0]?.prompt)).toContain('find the train');
});

test('[MSG-2] files that a tool answered with, as version 7 has them, are read as data', () => {
  const file = (data: object) => ({ type: 'file', data, mediaType: 'image/png' });
  const resultOf = (...value: readonly object[]) => ({
    role: 'tool',
    content: [
      {
        type: 'tool-result',
        toolCallId: 'c1',
        toolName: 'shoot',
        output: { type: 'content', value },
      },
    ],
  });
  const reference = file({ type: 'reference', reference: { openai: 'file-1' } });
  const read = aiSdk.read(
    resultOf(
      file({ type: 'data', data: new Uint8Array([1, 2, 3]) }),
      file({ type: 'url', url: new URL('https://a.example/b.png') }),
      reference,
    ),
  );
  const written = aiSdk.write(read.map(({ message }) => ({ id: 'e', message })));
  expect(written).toEqual([
    resultOf(
      file({ type: 'data', data: 'AQID' }),
      { type: 'file-url', url: 'https://a.example/b.png', mediaType: 'image/png' },
      reference,
    ),
  ]);
});

test('[CMP-1] a result of JSON that was shortened is the words that are left', () => {
  const [result] = entriesOf([
    {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId: 'c',
          toolName: 'search',
          output: { type: 'error-json', value: { rows: [1, 2, 3] } },
        },
      ],
    },
  ]);
  const message = result?.message ?? QUESTION;
  const parts = message.parts.map((part) =>
    part.type === 'tool-result' ? { ...part, text: '{"rows":[\n[… 5 characters left out' } : part,
  );
  const written = aiSdk.write([{ id: 'e0', message: { ...message, parts } }]);
  expect(written[0]?.content).toMatchObject([
    { output: { type: 'error-text', value: '{"rows":[\n[… 5 characters left out' } },
  ]);
});

test('[TIER-4] live text is a part ahead of the user’s words', async () => {
  expect((await contextOf(QUESTION)).at(-1)).toEqual({
    role: 'user',
    content: [
      { type: 'text', text: expect.stringMatching(/find the train.*\n\n$/s) },
      { type: 'text', text: 'Hi' },
    ],
  });
});

test('[TIER-4] behind results live text is a message of its own, behind all of them', async () => {
  const both = aToolCall({ callId: 'a' });
  const calls = { ...both, parts: [...both.parts, ...aToolCall({ callId: 'b' }).parts] };
  const messages = await contextOf(
    QUESTION,
    calls,
    aToolResult({ callId: 'a' }),
    aToolResult({ callId: 'b' }),
  );
  expect(messages.map(({ role }) => role)).toEqual([
    'system',
    'user',
    'assistant',
    'tool',
    'tool',
    'user',
  ]);
  expect(messages.at(-1)?.content).toContain('find the train');
});

test('[MSG-2] what the AI SDK keeps for providers goes from one of its formats to the other', async () => {
  const metadata = { google: { thoughtSignature: 'abc' } };
  const shown: AiSdkUiMessage = {
    id: 'm1',
    role: 'assistant',
    parts: [
      { type: 'reasoning', text: 'Hm', providerMetadata: metadata },
      {
        type: 'tool-search',
        toolCallId: 'c',
        state: 'output-available',
        input: { query: 'x' },
        output: { rows: [1] },
        callProviderMetadata: metadata,
      },
    ],
  };
  const pieces = aiSdkUi.read(shown).map(({ message }) => message);
  expect((await contextOf(QUESTION, ...pieces)).slice(2, 4)).toEqual([
    {
      role: 'assistant',
      content: [
        { type: 'reasoning', text: 'Hm', providerOptions: metadata },
        { ...aCall('c', { input: { query: 'x' } }), providerOptions: metadata },
      ],
    },
    {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId: 'c',
          toolName: 'search',
          output: { type: 'json', value: { rows: [1] } },
        },
      ],
    },
  ]);
});

test('[MSG-2] a document by its address is one in both formats of the AI SDK, and counts as unseen', () => {
  const part = { type: 'file', mediaType: 'application/pdf', filename: 'a.pdf' } as const;
  const url = 'https://files.example/a.pdf';
  const shown: AiSdkUiMessage = { id: 'm1', role: 'user', parts: [{ ...part, url }] };
  const [piece] = aiSdkUi.read(shown);
  const message = piece?.message ?? QUESTION;
  expect(aiSdk.write([{ id: 'm1', message }])).toEqual([
    { role: 'user', content: [{ ...part, data: url }] },
  ]);
  expect(simpleMeasurer.message(message).value).toBeGreaterThan(1_000);
});

test('[MSG-2] what other formats keep unread stays out', async () => {
  const foreign: Message = {
    role: 'user',
    format: 'anthropic',
    extra: { cache_control: 1 },
    parts: [
      { type: 'text', text: 'Hi', extra: { cache_control: 1 } },
      { type: 'unknown', value: { type: 'search_result' } },
      { type: 'document', fileId: 'f1', filename: 'a.pdf' },
    ],
  };
  expect(JSON.stringify(await contextOf(foreign))).not.toMatch(/cache_control|search_result/);
  expect(aiSdk.write([{ id: 'e', message: foreign }])).toEqual([
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Hi' },
        { type: 'text', text: '[document: a.pdf]' },
      ],
    },
  ]);
});

test('[MSG-6] arguments that are no object are given as one that holds them', () => {
  const written = aiSdk.write(
    ['', '{"a":', '[1]', '{"a":1}'].map((text, index) => ({
      id: `e${index}`,
      message: aToolCall({ arguments: text }),
    })),
  );
  const inputs = written.flatMap(({ content }) =>
    typeof content === 'string' ? [] : content.map((part) => 'input' in part && part.input),
  );
  expect(inputs).toEqual([{}, { arguments: '{"a":' }, { arguments: '[1]' }, { a: 1 }]);
});

test.each([
  [[aTextMessage('user', ' ')], ['(The conversation begins.)']],
  [
    [aTextMessage('user', 'Hi'), aTextMessage('assistant', 'Hello.'), aTextMessage('user', '')],
    ['Hi', 'Hello.', 'Go on.'],
  ],
])(
  '[MSG-6] where the newest message is blank, words of the user stand last: %#',
  async (given, sent) => {
    const memory = createAgentMemory({ id: 'blank', budget: fixedBudget(4_000) });
    await memory.append(given);
    const { messages } = await memory.assemble({ format: aiSdk });
    expect(messages.map(({ content }) => content)).toEqual(sent);
    expect(messages.at(-1)?.role).toBe('user');
  },
);
