import { createAgentMemory, InvalidMessageError } from '@agent-memory/core';
import { anthropic } from '@agent-memory/formats';
import {
  AIMessage,
  type BaseMessage,
  ChatMessage,
  HumanMessage,
  SystemMessage,
  ToolMessage,
} from '@langchain/core/messages';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { langChainFormat } from './langchain-format.ts';

const words = fc.lorem({ maxCount: 8, mode: 'words' });
const textBlock = fc.oneof(
  fc.record({ type: fc.constant('text' as const), text: words }),
  fc.record({
    type: fc.constant('text' as const),
    text: words,
    cache_control: fc.constant({ type: 'ephemeral' }),
  }),
);
const imageBlock = fc.oneof(
  fc.constant({ type: 'image_url' as const, image_url: 'https://example.com/a.png' }),
  fc.constant({
    type: 'image_url' as const,
    image_url: { url: 'https://example.com/a.png', detail: 'low' as const },
  }),
);
const otherBlock = fc.record({ type: fc.constant('reasoning' as const), reasoning: words });
const blocks = fc.array(fc.oneof(textBlock, imageBlock, otherBlock), {
  minLength: 1,
  maxLength: 4,
});
const content = fc.oneof(words, fc.constant(''), blocks);
const kept = { id: fc.uuid(), response_metadata: fc.record({ model_name: words }) };
const call = fc.record({
  type: fc.constant('tool_call' as const),
  id: fc.uuid(),
  name: fc.constantFrom('search', 'book'),
  args: fc.dictionary(fc.constantFrom('q', 'n'), fc.oneof(words, fc.integer())),
});
const usage = fc.constant({ input_tokens: 7, output_tokens: 3, total_tokens: 10 });

const message: fc.Arbitrary<BaseMessage> = fc.oneof(
  fc.record({ content, id: fc.uuid() }).map((fields) => new HumanMessage(fields as never)),
  words.map((text) => new SystemMessage(text)),
  fc
    .record({
      ...kept,
      content,
      tool_calls: fc.array(call, { maxLength: 3 }),
      usage_metadata: usage,
    })
    .map((fields) => new AIMessage(fields as never)),
  fc
    .record({
      ...kept,
      content,
      tool_call_id: fc.uuid(),
      name: fc.constantFrom('search', 'book'),
      status: fc.constantFrom('success', 'error'),
      artifact: fc.constantFrom('kept', 7),
    })
    .map((fields) => new ToolMessage(fields as never)),
);

function stored(messages: readonly BaseMessage[]): unknown {
  return JSON.parse(JSON.stringify(messages.map((each) => each.toDict())));
}

test('[MSG-2] messages of LangChain come back as they were', () => {
  void fc.assert(
    fc.property(fc.array(message, { maxLength: 5 }), (messages) => {
      const entries = messages.flatMap((each, index) =>
        langChainFormat.read(each).map((read) => ({ id: `e-${index}`, message: read.message })),
      );
      expect(stored(langChainFormat.write(entries))).toEqual(stored(messages));
    }),
  );
});

test('[MSG-1] calls, results and failures are read as what they are', () => {
  const [asked] = langChainFormat.read(
    new AIMessage({ content: '', tool_calls: [{ id: 'c', name: 'search', args: { q: 'x' } }] }),
  );
  const [answered] = langChainFormat.read(
    new ToolMessage({ tool_call_id: 'c', content: 'No such page.', status: 'error' }),
  );
  expect(asked?.message.parts).toMatchObject([
    { type: 'tool-call', callId: 'c', toolName: 'search', arguments: '{"q":"x"}' },
  ]);
  expect(answered?.message).toMatchObject({
    role: 'tool',
    parts: [{ type: 'tool-result', callId: 'c', text: 'No such page.', isError: true }],
  });
});

test('[MSG-1] the id of a message names its entry', () => {
  expect(langChainFormat.read(new HumanMessage({ content: 'Hi', id: 'm-1' }))[0]?.id).toBe('m-1');
  expect(langChainFormat.read(new HumanMessage('Hi'))[0]?.id).toBeUndefined();
});

test.each([
  ['what is no message', { role: 'user', content: 'Hi' }, 'message'],
  ['a role of its own', new ChatMessage('Hi', 'narrator'), 'type'],
  [
    'a call without an id',
    new AIMessage({ content: '', tool_calls: [{ name: 'search', args: {} }] }),
    'tool_calls.0.id',
  ],
  ['a result without a call', new ToolMessage({ content: 'x', tool_call_id: '' }), 'tool_call_id'],
])('[MSG-3] refuses %s and names the field', (_, value, field) => {
  const refusal = catchError(() => langChainFormat.read(value));
  expect(refusal).toBeInstanceOf(InvalidMessageError);
  expect(refusal).toMatchObject({ field });
});

test('[MSG-2] a shortened result is one text again, and what stood beside it stays', () => {
  const [read] = langChainFormat.read(
    new ToolMessage({
      tool_call_id: 'c',
      content: [
        { type: 'text', text: 'first half, ' },
        { type: 'image_url', image_url: 'https://example.com/a.png' },
        { type: 'text', text: 'second half' },
      ],
    }),
  );
  const message = read?.message;
  if (!message) throw new Error('Nothing was read.');
  const parts = message.parts.map((part) =>
    part.type === 'tool-result' ? { ...part, text: 'first …' } : part,
  );
  const [written] = langChainFormat.write([{ id: 'e', message: { ...message, parts } }]);
  expect(written?.content).toEqual([
    { type: 'text', text: 'first …' },
    { type: 'image_url', image_url: 'https://example.com/a.png' },
  ]);
});

test('[MSG-2] arguments that are no JSON are an invalid call, not a lost one', () => {
  const call = { type: 'tool-call', callId: 'c', toolName: 'search', arguments: '{"q":' } as const;
  const [written] = langChainFormat.write([
    { id: 'e', message: { role: 'assistant', parts: [call] } },
  ]);
  expect(written).toMatchObject({
    tool_calls: [],
    invalid_tool_calls: [{ id: 'c', name: 'search', args: '{"q":' }],
  });
});

function catchError(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  return undefined;
}

test.each(['', '{"q":"cut o', '[7]'])(
  '[MSG-6] a call with the arguments %j goes out as a call, and not among the invalid ones',
  async (text) => {
    const memory = createAgentMemory({ id: 'broken', contextWindow: 32_000 });
    await memory.append([
      { role: 'user', content: 'Find it.' },
      {
        role: 'assistant',
        content: '',
        tool_calls: [{ id: 'c', type: 'function', function: { name: 'find', arguments: text } }],
      },
      { role: 'tool', tool_call_id: 'c', content: 'Found.' },
    ]);
    const { messages } = await memory.assemble({ format: langChainFormat });
    expect(messages[1]).toMatchObject({
      tool_calls: [{ id: 'c', name: 'find', args: text === '' ? {} : { arguments: text } }],
      invalid_tool_calls: [],
    });
  },
);

test('[MSG-6] no blank text goes out beside a picture, from the user or a tool', async () => {
  const memory = createAgentMemory({ id: 'picture', contextWindow: 32_000 });
  const picture = { type: 'image', url: 'https://a.example/b.png' } as const;
  await memory.append([
    { role: 'user', parts: [{ type: 'text', text: ' ' }, picture] },
    {
      role: 'assistant',
      parts: [{ type: 'tool-call', callId: 'c', toolName: 'look', arguments: '{}' }],
    },
    { role: 'tool', parts: [{ type: 'tool-result', callId: 'c', text: '' }, picture] },
  ]);
  const { messages } = await memory.assemble({ format: langChainFormat });
  const shown = [{ type: 'image_url', image_url: { url: picture.url } }];
  expect(messages.map(({ content }) => content)).toEqual([shown, '', shown]);
});

test('[MSG-3] a message that is nested too deep to be JSON is refused by name', () => {
  let deep: object = {};
  for (let level = 0; level < 100_000; level += 1) deep = { deep };
  const message = new AIMessage({ content: 'Hi', additional_kwargs: { deep } });
  expect(() => langChainFormat.read(message)).toThrow(InvalidMessageError);
});

test('[MSG-4] calls that were streamed apart under one id are one message, before their results', async () => {
  const memory = createAgentMemory({ id: 's', contextWindow: 32_000 });
  await memory.append({ role: 'user', content: 'Hi' });
  for (const id of ['a', 'b']) {
    const content = [{ type: 'tool_use', id, name: 'find', input: {} }] as const;
    await memory.append({ id: 'msg_1', role: 'assistant', content }, { format: anthropic });
  }
  const results = ['a', 'b'].map(
    (id) => ({ role: 'tool', tool_call_id: id, content: id }) as const,
  );
  await memory.append(results);
  const { messages } = await memory.assemble({ format: langChainFormat });
  expect(messages.map(({ type }) => type)).toEqual(['human', 'ai', 'tool', 'tool']);
});

test('[MSG-6] an answer that was stopped before its first word is not sent', async () => {
  const memory = createAgentMemory({ id: 's', contextWindow: 32_000 });
  await memory.append([
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: '' },
    { role: 'user', content: 'Well?' },
  ]);
  const { messages } = await memory.assemble({ format: langChainFormat });
  expect(messages.map(({ type }) => type)).toEqual(['human', 'human']);
});
