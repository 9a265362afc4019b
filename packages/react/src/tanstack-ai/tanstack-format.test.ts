import { createAgentMemory, InvalidMessageError } from '@agent-memory/core';
import { convertMessagesToModelMessages, type UIMessage } from '@tanstack/ai/client';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { tanStackFormat } from './tanstack-format.ts';

const FORMAT = { format: tanStackFormat } as const;

function aMemory() {
  return createAgentMemory({ id: 'tanstack', contextWindow: 32_000 });
}

const words = fc.lorem({ maxCount: 8, mode: 'words' });
const source = fc.constantFrom(
  { type: 'url', value: 'https://example.com/a.png' },
  { type: 'url', value: 'https://example.com/a.png', mimeType: 'image/png' },
  { type: 'data', value: 'aGVsbG8=', mimeType: 'image/png' },
);
const metadata = fc.constant({ cacheControl: { type: 'ephemeral' } });
const text = fc.oneof(
  fc.record({ type: fc.constant('text'), content: words }),
  fc.record({ type: fc.constant('text'), content: words, metadata }),
);
const file = fc.record({ type: fc.constantFrom('image', 'document', 'audio', 'video'), source });
const thinking = fc.oneof(
  fc.record({ type: fc.constant('thinking'), content: words, stepId: words }),
  fc.record({ type: fc.constant('thinking'), content: words, signature: fc.uuid() }),
);
const structured = fc.constantFrom(
  { type: 'structured-output', status: 'complete', raw: '{"a":1}', data: { a: 1 } },
  { type: 'structured-output', status: 'streaming', raw: '{"a":', partial: {} },
);
const widget = fc.constant({
  type: 'ui-resource',
  resource: { uri: 'ui://a', mimeType: 'text/html', text: '<p>Hi</p>' },
  toolCallId: 'w',
  toolName: 'show',
});

/** Calls in all states, with and without results, in an order in which they come. */
const calls = fc
  .record({
    id: fc.uuid(),
    args: fc.dictionary(fc.constantFrom('q', 'n'), fc.oneof(words, fc.integer())),
    output: fc.oneof(words, fc.record({ celsius: fc.integer() }), fc.integer()),
    how: fc.constantFrom(
      'asked',
      'writing',
      'approval',
      'decided',
      'both',
      'output',
      'result',
      'failed',
      'media',
    ),
  })
  .map(({ id, args, output, how }): unknown[] => {
    const json = JSON.stringify(args);
    const call = { type: 'tool-call', id, name: 'search', arguments: json, input: args };
    const told = typeof output === 'string' ? output : JSON.stringify(output);
    const result = { type: 'tool-result', toolCallId: id, content: told, state: 'complete' };
    const approval = { id: `approval-${id}`, needsApproval: true };
    switch (how) {
      case 'asked':
        return [{ ...call, state: 'input-complete', metadata: { thoughtSignature: 'x' } }];
      case 'writing':
        return [{ ...call, arguments: '{"q', input: undefined, state: 'input-streaming' }];
      case 'approval':
        return [{ ...call, state: 'approval-requested', approval }];
      case 'decided':
        return [
          { ...call, state: 'approval-responded', approval: { ...approval, approved: true } },
        ];
      case 'both':
        return [{ ...call, state: 'complete', output }, result];
      case 'output':
        return [{ ...call, state: 'complete', output }];
      case 'result':
        return [
          { ...call, state: 'complete' },
          { ...result, name: 'search', createdAt: new Date(7) },
        ];
      case 'failed':
        return [
          { ...call, state: 'error', output: { error: 'Lost.' } },
          { ...result, content: '', state: 'error', error: 'Lost.' },
        ];
      default:
        return [
          { ...call, state: 'complete' },
          {
            ...result,
            content: [
              { type: 'text', content: told },
              { type: 'image', source: { type: 'url', value: 'https://example.com' } },
            ],
          },
        ];
    }
  });

const said = fc.oneof(
  text.map((part) => [part]),
  thinking.map((part) => [part]),
  structured.map((part) => [part]),
  widget.map((part) => [part]),
  calls,
);
const beside = {
  name: words,
  createdAt: fc.date({ noInvalidDate: true }),
  metadata: fc.constant({ tanstack: { model: 'm' } }),
};
const message = fc.oneof(
  fc.record(
    {
      id: fc.uuid(),
      role: fc.constant('user'),
      parts: fc.array(fc.oneof(text, file), { maxLength: 4 }),
      ...beside,
    },
    { requiredKeys: ['id', 'role', 'parts'] },
  ),
  fc.record({
    id: fc.uuid(),
    role: fc.constant('system'),
    parts: fc.array(text, { maxLength: 2 }),
  }),
  fc.record(
    {
      id: fc.uuid(),
      role: fc.constant('assistant'),
      parts: fc.array(said, { maxLength: 5 }).map((parts) => parts.flat()),
      ...beside,
    },
    { requiredKeys: ['id', 'role', 'parts'] },
  ),
) as unknown as fc.Arbitrary<UIMessage>;

/** Without what was not given. */
function plain(messages: readonly UIMessage[]): unknown {
  return JSON.parse(JSON.stringify(messages));
}

test('[MSG-2] messages of TanStack AI come back as they were', () => {
  void fc.assert(
    fc.property(fc.array(message, { maxLength: 5 }), (messages) => {
      const entries = messages
        .flatMap((each) => tanStackFormat.read(each))
        .map((read, index) => ({ id: read.id ?? `e-${index}`, message: read.message }));
      const written = tanStackFormat.write(entries);
      expect(plain(written)).toEqual(plain(messages));
      expect(written.map(({ createdAt }) => createdAt)).toEqual(
        messages.map(({ createdAt }) => createdAt),
      );
    }),
  );
});

test('[MSG-6] TanStack AI makes of a context what models take: each call with its one result', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(message, { minLength: 1, maxLength: 6 }), async (messages) => {
      const memory = aMemory();
      await memory.reconcile(messages, FORMAT);
      const context = await memory.assemble(FORMAT);
      const ids = context.messages.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      const sent = convertMessagesToModelMessages([...context.messages]);
      const last = sent.findLastIndex(({ role }) => role !== 'tool');
      for (const [index, { toolCalls = [] }] of sent.entries()) {
        const results = sent
          .slice(index + 1)
          .slice(0, toolCalls.length)
          .filter(({ role }) => role === 'tool');
        const answered = new Set(results.map(({ toolCallId }) => toolCallId));
        const open = toolCalls.filter(({ id }) => !answered.has(id));
        // The last ones may be those that the user has just decided on.
        if (index !== last) expect(open).toEqual([]);
      }
      await memory.dispose();
    }),
    { numRuns: 50 },
  );
});

const weather = {
  type: 'tool-call',
  id: 'w',
  name: 'weather',
  arguments: '{"city":"Oslo"}',
  state: 'complete',
} as const;

test('[CMP-3] each step and each result of a message is an entry of its own', async () => {
  const memory = aMemory();
  const entries = await memory.reconcile(
    [
      {
        id: 'm',
        role: 'assistant',
        parts: [
          { type: 'text', content: 'Let me see.' },
          { ...weather, output: { celsius: 12 } },
          { type: 'tool-result', toolCallId: 'w', content: '{"celsius":12}', state: 'complete' },
          { type: 'text', content: 'Cold.' },
        ],
      },
    ],
    FORMAT,
  );
  expect(entries.map(({ id, message: { role } }) => [id, role])).toEqual([
    ['m', 'assistant'],
    ['m/w', 'tool'],
    ['m#2', 'assistant'],
  ]);
});

test('[CMP-3] a call that broke off is answered in the context and left as it is in the transcript', async () => {
  const memory = aMemory();
  const messages: UIMessage[] = [
    { id: 'a', role: 'assistant', parts: [{ ...weather, state: 'input-complete' }] },
    { id: 'u', role: 'user', parts: [{ type: 'text', content: 'Well?' }] },
  ];
  await memory.reconcile(messages, FORMAT);
  const { messages: context } = await memory.assemble(FORMAT);
  expect(context[0]?.parts).toMatchObject([
    { type: 'tool-call', id: 'w' },
    { type: 'tool-result', toolCallId: 'w' },
  ]);
  expect(await memory.messages(FORMAT)).toEqual(messages);
});

test('[RCT-5] a call that the user has just allowed is left to TanStack AI', async () => {
  const memory = aMemory();
  const approval = { id: 'ask', needsApproval: true, approved: true };
  const parts: UIMessage['parts'] = [{ ...weather, state: 'approval-responded', approval }];
  await memory.reconcile([{ id: 'a', role: 'assistant', parts }], FORMAT);
  const { messages: context } = await memory.assemble(FORMAT);
  expect(context.at(-1)?.parts).toEqual(parts);
});

test('[TIER-4] live notes stand before the words of the user', async () => {
  const memory = aMemory();
  await memory.reconcile(
    [{ id: 'u', role: 'user', parts: [{ type: 'text', content: 'Go on.' }] }],
    FORMAT,
  );
  await memory.patchScratchpad({ objective: 'Find parcel 1001' });
  const { messages } = await memory.assemble(FORMAT);
  expect(messages).toMatchObject([
    {
      id: 'u',
      parts: [
        { type: 'text', content: expect.stringContaining('Find parcel 1001') },
        { type: 'text', content: 'Go on.' },
      ],
    },
  ]);
});

test('[CMP-4] a result that was shortened is not sent whole beside it', () => {
  const pieces = tanStackFormat.read({
    id: 'm',
    role: 'assistant',
    parts: [
      { ...weather, output: 'a long text' },
      { type: 'tool-result', toolCallId: 'w', content: 'a long text', state: 'complete' },
    ],
  });
  const memory = aMemory();
  const items = pieces.map(({ id = '', message: { parts, ...others } }) => ({
    id,
    tier: 'recent',
    kind: 'entry',
    message: {
      ...others,
      parts: parts.map((part) => (part.type === 'tool-result' ? { ...part, text: 'a …' } : part)),
    },
  }));
  const plan = { ...memory.plan(), livePlacement: { kind: 'none' }, items };
  expect(JSON.stringify(tanStackFormat.render(plan as never))).not.toContain('a long text');
});

test.each([
  ['what is no message', 'Hi', 'message'],
  ['a message without an id', { role: 'user', parts: [] }, 'id'],
  ['a role of its own', { id: 'm', role: 'narrator', parts: [] }, 'role'],
  ['a message for models', { id: 'm', role: 'user', content: 'Hi' }, 'parts'],
  ['text without words', { id: 'm', role: 'user', parts: [{ type: 'text' }] }, 'parts.0.content'],
  [
    'a call without an id',
    { id: 'm', role: 'assistant', parts: [{ ...weather, id: '' }] },
    'parts.0.id',
  ],
])('[MSG-3] refuses %s and names the field', (_, value, field) => {
  const read = () => tanStackFormat.read(value);
  expect(read).toThrow(InvalidMessageError);
  expect(read).toThrow(expect.objectContaining({ field }));
});
