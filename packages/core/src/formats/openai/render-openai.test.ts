import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { noNotes, setNote } from '../../live/notes/notes.ts';
import { notesSection } from '../../live/notes/notes-section.ts';
import { scratchpadSection } from '../../live/scratchpad/scratchpad-section.ts';
import type { Message, ToolCallPart } from '../../message/message.ts';
import { makePlan, type PlanInput } from '../../plan/make-plan.ts';
import { aTextMessage, aToolCall, aToolResult } from '../../testing/builders.ts';
import { grammarFaults } from '../../testing/context-faults.ts';
import { aTranscript, simpleMeasurer } from '../../testing/transcripts.ts';
import { fixedBudget } from '../../tokens/budget/token-budget.ts';
import { noOverlays } from '../../view/overlay.ts';
import { takenWith } from './openai-chat.ts';
import type { OpenAiMessage } from './openai-message.ts';
import { renderOpenAi } from './render-openai.ts';

const BY_OPENAI = takenWith();
const pad = { objective: 'Book a train' };
const sections = [scratchpadSection(pad)];
const PAD_TEXT =
  '<live-scratchpad>\nScratchpad, notes you keep for yourself (4% full).\nObjective: Book a train\n</live-scratchpad>';

function rendered(
  messages: readonly Message[],
  input: Partial<PlanInput> = {},
  taken = BY_OPENAI,
): readonly OpenAiMessage[] {
  return renderOpenAi(
    makePlan({
      sessionId: 's',
      transcript: aTranscript(messages),
      overlays: noOverlays(),
      budget: fixedBudget(10_000),
      fixed: {},
      sections: [],
      degraded: [],
      measurer: simpleMeasurer,
      ...input,
    }),
    taken,
  );
}

test('[TIER-1] the system text goes first and tools go beside the messages', () => {
  const part = (text: string) => {
    const message = aTextMessage('system', text);
    return { message, tokens: simpleMeasurer.message(message) };
  };
  const fixed = { system: part('Be brief.'), tools: part('[{"name":"find"}]') };
  expect(rendered([aTextMessage('user', 'Hi')], { fixed })).toEqual([
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Hi' },
  ]);
});

test('[TIER-4] live state stands ahead of the user’s words as a text block of its own', () => {
  expect(rendered([aTextMessage('user', 'Hi')], { sections })).toEqual([
    {
      role: 'user',
      content: [
        { type: 'text', text: `${PAD_TEXT}\n\n` },
        { type: 'text', text: 'Hi' },
      ],
    },
  ]);
});

const twoSections = [...sections, notesSection(setNote(noNotes, 'page', 'Checkout'))];
const NOTES_TEXT =
  '<live-notes>\nNotes from the app, as things are now (3% full).\npage: Checkout\n</live-notes>';

test('[TIER-4] several sections are one text, in their order, wherever it stands', () => {
  const text = `${PAD_TEXT}\n\n${NOTES_TEXT}`;
  const said = rendered([aTextMessage('user', 'Hi')], { sections: twoSections });
  expect(said).toEqual([
    {
      role: 'user',
      content: [
        { type: 'text', text: `${text}\n\n` },
        { type: 'text', text: 'Hi' },
      ],
    },
  ]);
  const called = [aTextMessage('user', 'Hi'), aToolCall(), aToolResult({ text: 'found' })];
  const behind = rendered(called, { sections: twoSections }).at(-1);
  expect(behind?.content).toBe(`found\n\n${text}`);
  const alone = rendered([aTextMessage('assistant', 'Hi')], { sections: twoSections }).at(-1);
  expect(alone).toEqual({ role: 'user', content: text });
});

test('[TIER-4] [MSG-6] where the user said only blanks, live state is all of the message', () => {
  const messages = [aTextMessage('user', 'Hi'), aTextMessage('assistant', 'Yes?')];
  const blank = aTextMessage('user', ' \n');
  expect(rendered([...messages, blank])).toHaveLength(2);
  expect(rendered([...messages, blank], { sections }).slice(1)).toEqual([
    { role: 'assistant', content: 'Yes?' },
    { role: 'user', content: PAD_TEXT },
  ]);
});

test('[TIER-4] live state stands ahead of a picture too', () => {
  const message: Message = { role: 'user', parts: [{ type: 'image', url: 'u' }] };
  expect(rendered([message], { sections })[0]?.content).toEqual([
    { type: 'text', text: `${PAD_TEXT}\n\n` },
    { type: 'image_url', image_url: { url: 'u' } },
  ]);
});

test('[TIER-4] while a run is under way live state stands behind the last tool result', () => {
  const messages = [aTextMessage('user', 'Hi'), aToolCall(), aToolResult({ text: '3 trains' })];
  expect(rendered(messages, { sections }).at(-1)).toEqual({
    role: 'tool',
    tool_call_id: 'call-1',
    content: `3 trains\n\n${PAD_TEXT}`,
  });
});

test('[TIER-4] of several results in one message the last one takes the live state', () => {
  const results: Message = {
    role: 'tool',
    parts: [
      { type: 'tool-result', callId: 'a', text: 'one' },
      { type: 'tool-result', callId: 'b', text: 'two' },
    ],
  };
  const calls: Message = {
    role: 'assistant',
    parts: [...aToolCall({ callId: 'a' }).parts, ...aToolCall({ callId: 'b' }).parts],
  };
  const contents = rendered([calls, results], { sections }).map((sent) => sent.content);
  expect(contents).toEqual([null, 'one', `two\n\n${PAD_TEXT}`]);
});

test('[TIER-4] live state stands behind the picture that a tool answered with', () => {
  const result: Message = {
    role: 'tool',
    parts: [...aToolResult({ text: 'The page:' }).parts, { type: 'image', url: 'u' }],
  };
  expect(rendered([aToolCall(), result], { sections }).slice(1)).toEqual([
    { role: 'tool', tool_call_id: 'call-1', content: 'The page:' },
    {
      role: 'user',
      content: [
        { type: 'text', text: '[Result of call call-1, continued:]' },
        { type: 'image_url', image_url: { url: 'u' } },
        { type: 'text', text: PAD_TEXT },
      ],
    },
  ]);
});

test('[TIER-4] behind the assistant’s words live state is a message of its own', () => {
  const messages = [aTextMessage('user', 'Hi'), aTextMessage('assistant', 'Hello')];
  expect(rendered(messages, { sections }).at(-1)).toEqual({
    role: 'user',
    content: PAD_TEXT,
  });
});

test('[TIER-4] the message that hosts live state is itself unchanged', () => {
  const message = aTextMessage('user', 'Hi');
  rendered([message], { sections });
  expect(rendered([message])).toEqual([{ role: 'user', content: 'Hi' }]);
});

test('[MSG-4] what was streamed apart is one message again', () => {
  const streamed = (message: Message): Message => ({ ...message, providerMessageId: 'm' });
  const sent = rendered([
    aTextMessage('user', 'Hi'),
    streamed({ role: 'assistant', parts: [{ type: 'thinking', text: 'Hm.' }] }),
    streamed(aTextMessage('assistant', 'Looking.')),
    streamed(aToolCall({ callId: 'a' })),
    streamed(aToolCall({ callId: 'b' })),
    aToolResult({ callId: 'a' }),
    aToolResult({ callId: 'b' }),
  ]);
  expect(sent.map((message) => message.role)).toEqual(['user', 'assistant', 'tool', 'tool']);
  expect(sent[1]?.content).toBe('Looking.');
  expect(sent[1]?.tool_calls?.map((call) => call.id)).toEqual(['a', 'b']);
  expect(grammarFaults(sent)).toEqual([]);
});

test('[CMP-3] [MSG-6] each of two calls with one id is sent with a result of its own', () => {
  const [call] = aToolCall({ callId: 'x' }).parts;
  if (!call) throw new Error('no call');
  const twice: Message = { role: 'assistant', parts: [call, call] };
  const messages = rendered([twice, aToolResult({ callId: 'x', text: 'one' })]);
  expect(messages.flatMap(({ tool_calls: calls = [] }) => calls.map(({ id }) => id))).toEqual([
    'x',
    'x_2',
  ]);
  expect(messages.slice(1)).toEqual([
    { role: 'tool', tool_call_id: 'x', content: 'one' },
    { role: 'tool', tool_call_id: 'x_2', content: '[No result was recorded for this call.]' },
  ]);
});

function aResultWithPicture(callId: string, url: string): Message {
  return {
    role: 'tool',
    parts: [...aToolResult({ callId, text: 'Seen.' }).parts, { type: 'image', url }],
  };
}

test('[MSG-6] pictures of several results in a row go behind the last of them, as the user’s', () => {
  const calls: Message = {
    role: 'assistant',
    parts: ['a', 'b', 'c'].flatMap((callId) => aToolCall({ callId }).parts),
  };
  const messages = rendered([
    calls,
    aResultWithPicture('a', 'https://a.example/1.png'),
    aToolResult({ callId: 'b', text: 'Words.' }),
    aResultWithPicture('c', 'https://a.example/2.png'),
    aTextMessage('assistant', 'Two pictures.'),
  ]);
  expect(messages.slice(1)).toEqual([
    { role: 'tool', tool_call_id: 'a', content: 'Seen.' },
    { role: 'tool', tool_call_id: 'b', content: 'Words.' },
    { role: 'tool', tool_call_id: 'c', content: 'Seen.' },
    {
      role: 'user',
      content: [
        { type: 'text', text: '[Result of call a, continued:]' },
        { type: 'image_url', image_url: { url: 'https://a.example/1.png' } },
        { type: 'text', text: '[Result of call c, continued:]' },
        { type: 'image_url', image_url: { url: 'https://a.example/2.png' } },
      ],
    },
    { role: 'assistant', content: 'Two pictures.' },
  ]);
  expect(grammarFaults(messages)).toEqual([]);
});

test('[MSG-6] [CMP-8] a context with pictures of tools is rendered piece by piece as it is at once', () => {
  const ids = ['a', 'b', 'c', 'd'];
  const plan = makePlan({
    sessionId: 's',
    transcript: aTranscript([
      aTextMessage('user', 'Look'),
      { role: 'assistant', parts: ids.flatMap((callId) => aToolCall({ callId }).parts) },
      ...ids.map((callId) =>
        callId === 'b' ? aToolResult({ callId }) : aResultWithPicture(callId, `u-${callId}`),
      ),
      aTextMessage('user', 'Again'),
      aToolCall({ callId: 'e' }),
      aResultWithPicture('e', 'u-e'),
    ]),
    overlays: noOverlays(),
    budget: fixedBudget(100_000),
    fixed: {},
    sections,
    degraded: [],
    measurer: simpleMeasurer,
  });
  const upTo = (length: number) => ({ ...plan, items: plan.items.slice(0, length) });
  const fresh = (length: number) => ({
    ...plan,
    items: plan.items.slice(0, length).map((item) => ({ ...item })),
  });
  for (const length of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 6, 4, 10, 5, 7, 3, 9]) {
    expect(renderOpenAi(upTo(length))).toEqual(renderOpenAi(fresh(length)));
  }
  const again = renderOpenAi(upTo(9));
  // Behind them stands live text, whose host is not among so few items.
  const before = renderOpenAi(upTo(7)).slice(0, -1);
  expect(before).toHaveLength(8);
  expect(before.every((message, index) => message === again[index])).toBe(true);
});

test.each([
  ['cut off', '{"path":"src/ma', { arguments: '{"path":"src/ma' }],
  ['empty', '', {}],
  ['blank', ' \n', {}],
  ['no object', '[7]', { arguments: '[7]' }],
  ['null', 'null', { arguments: 'null' }],
])('[MSG-6] call arguments that are %s go out as an object', (_, text, sent) => {
  const call: Message = {
    role: 'assistant',
    parts: [{ type: 'tool-call', callId: 'a', toolName: 'read', arguments: text }],
  };
  const [asked] = rendered([call, aToolResult({ callId: 'a' })]);
  expect(JSON.parse(asked?.tool_calls?.[0]?.function.arguments ?? '')).toEqual(sent);
});

test('[MSG-6] arguments that are an object, and the text for a custom tool, go out to the letter', () => {
  const text = '{ "path" : "a",\n "n": 1e2 }';
  const call: Message = {
    role: 'assistant',
    parts: [
      { type: 'tool-call', callId: 'a', toolName: 'read', arguments: text },
      {
        type: 'tool-call',
        callId: 'b',
        toolName: 'run',
        arguments: 'print(1',
        extra: { type: 'custom' },
      },
    ],
  };
  const [asked] = rendered([call, aToolResult({ callId: 'a' }), aToolResult({ callId: 'b' })]);
  expect(asked?.tool_calls).toMatchObject([
    { function: { arguments: text } },
    { type: 'custom', custom: { input: 'print(1' } },
  ]);
});

test('[MSG-6] a picture in the words of the assistant or the system is said, because it is refused there', () => {
  const parts = [{ type: 'image', url: 'u' }] as const;
  const document = { type: 'document', fileId: 'file-1' } as const;
  expect(
    rendered([
      { role: 'system', parts: [{ type: 'text', text: 'Logo:' }, ...parts] },
      { role: 'user', parts: [{ type: 'text', text: ' ' }, ...parts, document] },
      { role: 'assistant', parts },
    ]),
  ).toEqual([
    { role: 'system', content: [words('Logo:'), words('[image]')] },
    {
      role: 'user',
      content: [
        { type: 'image_url', image_url: { url: 'u' } },
        { type: 'file', file: { file_id: 'file-1' } },
      ],
    },
    { role: 'assistant', content: '[image]' },
  ]);
});

function words(text: string) {
  return { type: 'text', text } as const;
}

test('[MSG-6] reasoning alone is not sent as an empty message', () => {
  const thinking: Message = { role: 'assistant', parts: [{ type: 'thinking', text: 'Hm.' }] };
  expect(rendered([aTextMessage('user', 'Hi'), thinking])).toEqual([
    { role: 'user', content: 'Hi' },
  ]);
});

/** Steps with provider ids that repeat, calls that stay open, results that come in any order. */
const streamedMessage: fc.Arbitrary<Message> = fc.oneof(
  fc
    .record({
      providerMessageId: fc.constantFrom('m', 'n'),
      callIds: fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { maxLength: 2 }),
    })
    .map(({ providerMessageId, callIds }) => ({
      role: 'assistant' as const,
      providerMessageId,
      parts: [
        { type: 'text' as const, text: 'step' },
        ...callIds.flatMap((callId) => aToolCall({ callId }).parts),
      ],
    })),
  fc.constantFrom('a', 'b', 'c').map((callId) => aToolResult({ callId })),
  fc.constant(aTextMessage('user', 'go on')),
);

test('[CMP-3] [MSG-4] streamed steps in any order obey the provider’s grammar (seed 20261121)', async () => {
  const steps = fc
    .array(streamedMessage, { maxLength: 12 })
    // A provider gives each call of one message its own id.
    .filter((messages) => !repeatsOpenCall(messages));
  await fc.assert(
    fc.property(steps, (messages) => {
      expect(grammarFaults(rendered(messages))).toEqual([]);
    }),
    { seed: 20261121, numRuns: 1_000 },
  );
});

function repeatsOpenCall(messages: readonly Message[]): boolean {
  let open: string[] = [];
  let before: Message | undefined;
  for (const message of messages) {
    const isSame =
      before?.role === 'assistant' && before.providerMessageId === message.providerMessageId;
    if (message.role === 'assistant' && !isSame) open = [];
    for (const part of message.parts) {
      if (part.type !== 'tool-call') continue;
      if (open.includes(part.callId)) return true;
      open.push(part.callId);
    }
    before = message;
  }
  return false;
}

const signed = { extra_content: { google: { thought_signature: 'c2ln' } } };

/** An answer, and a picture with a mark, as providers and apps have them. */
const WITH_FIELDS: readonly Message[] = [
  {
    role: 'user',
    parts: [
      { type: 'text', text: 'Look', extra: { cache_control: { type: 'ephemeral' } } },
      {
        type: 'unknown',
        value: { type: 'image_url', image_url: { url: 'u', detail: 'huge' }, cache_control: {} },
      },
    ],
    extra: { name: 'Ada', metadata: { at: 1 } },
  },
  {
    role: 'assistant',
    parts: [
      { type: 'unknown', value: { type: 'thinking', thinking: [] } },
      { type: 'text', text: 'Yes.', extra: { annotations: [] } },
      { ...(aToolCall({ callId: 'c' }).parts[0] as ToolCallPart), extra: { index: 0, ...signed } },
    ],
    extra: { refusal: null, annotations: [], reasoning_content: 'Hm.' },
  },
  { ...aToolResult({ callId: 'c', text: 'ok' }), extra: { name: 'find' } },
];

test('[MSG-6] fields and parts that no request has are not sent, whoever added them', () => {
  const messages = rendered(WITH_FIELDS);
  expect(messages).toEqual([
    {
      role: 'user',
      name: 'Ada',
      content: [
        { type: 'text', text: 'Look' },
        { type: 'image_url', image_url: { url: 'u', detail: 'huge' } },
      ],
    },
    { role: 'assistant', content: 'Yes.', tool_calls: [expect.any(Object)] },
    { role: 'tool', tool_call_id: 'c', content: 'ok' },
  ]);
  expect(Object.keys(messages[1]?.tool_calls?.[0] ?? {}).sort()).toEqual([
    'function',
    'id',
    'type',
  ]);
});

test('[MSG-6] an endpoint gets back what it asked for, at each place', () => {
  const keep = ['reasoning_content', 'extra_content', 'cache_control', 'thinking', 'name'];
  const messages = rendered(WITH_FIELDS, {}, takenWith(keep));
  expect(messages).toMatchObject([
    { content: [{ cache_control: { type: 'ephemeral' } }, { cache_control: {} }] },
    {
      reasoning_content: 'Hm.',
      content: [
        { type: 'thinking', thinking: [] },
        { type: 'text', text: 'Yes.' },
      ],
      tool_calls: [signed],
    },
    { name: 'find' },
  ]);
  expect(messages.flatMap((message) => Object.keys(message))).not.toContain('annotations');
});

test('[CMP-8] a context that only grew begins with the same objects', () => {
  const messages = [aTextMessage('user', 'Hi'), aToolCall(), aToolResult()];
  const before = rendered(messages);
  const after = rendered([...messages, aTextMessage('assistant', 'Done.')]);
  expect(after.slice(0, 3).every((message, index) => message === before[index])).toBe(true);
});

test('[MSG-4] messages that go on are one, however many of them were rendered before', () => {
  const streamed = (message: Message): Message => ({ ...message, providerMessageId: 'm' });
  const plan = makePlan({
    sessionId: 's',
    transcript: aTranscript([
      aTextMessage('user', 'Hi'),
      streamed(aTextMessage('assistant', 'Let me look.')),
      streamed(aTextMessage('assistant', 'One moment.')),
      streamed(aToolCall()),
      aToolResult(),
    ]),
    overlays: noOverlays(),
    budget: fixedBudget(10_000),
    fixed: {},
    sections: [],
    degraded: [],
    measurer: simpleMeasurer,
  });
  const upTo = (length: number) => ({ ...plan, items: [...plan.items].slice(0, length) });
  const fresh = (length: number) => ({
    ...plan,
    items: [...plan.items].slice(0, length).map((item) => ({ ...item })),
  });
  for (const length of [1, 2, 3, 4, 5, 3, 1, 4, 2, 5]) {
    expect(renderOpenAi(upTo(length))).toEqual(renderOpenAi(fresh(length)));
  }
  expect(renderOpenAi(plan)).toHaveLength(3);
});

test('[TIER-1] a list that was handed out is the caller’s own: changing it changes no later one', () => {
  const plan = makePlan({
    sessionId: 's',
    transcript: aTranscript([aTextMessage('user', 'Hi')]),
    overlays: noOverlays(),
    budget: fixedBudget(10_000),
    fixed: {},
    sections: [],
    degraded: [],
    measurer: simpleMeasurer,
  });
  (renderOpenAi(plan) as OpenAiMessage[]).length = 0;
  expect(renderOpenAi(plan)).toHaveLength(1);
});
