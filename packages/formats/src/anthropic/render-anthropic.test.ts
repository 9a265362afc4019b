import { fixedBudget, type Message } from '@agent-memory/core';
import { storeRules } from '@agent-memory/core/internal';
import { aTextMessage, aToolCall, aToolResult } from '@agent-memory/core/testing';
import { expect, test } from 'vitest';
import { noNotes, setNote } from '../../../core/src/live/notes/notes.ts';
import { notesSection } from '../../../core/src/live/notes/notes-section.ts';
import { scratchpadSection } from '../../../core/src/live/scratchpad/scratchpad-section.ts';
import { makePlan, type PlanInput } from '../../../core/src/plan/make-plan.ts';
import { aTranscript, simpleMeasurer } from '../../../core/src/testing/transcripts.ts';
import { anthropic } from './anthropic-format.ts';
import type { AnthropicContext } from './anthropic-message.ts';

const sections = [scratchpadSection({ objective: 'Book a train' })];
const PAD = {
  type: 'text',
  text: '<live-scratchpad>\nScratchpad, notes you keep for yourself (4% full).\nObjective: Book a train\n</live-scratchpad>',
};
const BREAKPOINT = { cache_control: { type: 'ephemeral' } };
const AN_HOUR = { cache_control: { type: 'ephemeral', ttl: '1h' } };

function rendered(messages: readonly Message[], input: Partial<PlanInput> = {}): AnthropicContext {
  return anthropic.render(
    makePlan({
      sessionId: 's',
      transcript: aTranscript(messages),
      overlays: storeRules.noOverlays(),
      budget: fixedBudget(10_000),
      fixed: {},
      sections: [],
      degraded: [],
      measurer: simpleMeasurer,
      ...input,
    }),
  );
}

function read(message: unknown): readonly Message[] {
  return anthropic.read(message).map((piece) => piece.message);
}

const message = aTextMessage('system', 'Be brief.');
const fixed = { system: { message, tokens: simpleMeasurer.message(message) } };

test('[TIER-1] the system text stands apart, ends in a breakpoint, and tools are not among it', () => {
  const tools = { ...fixed.system, message: aTextMessage('system', '[{"name":"find"}]') };
  const given = { fixed: { ...fixed, tools } };
  expect(rendered([aTextMessage('user', 'Hi')], given)).toEqual({
    system: [{ type: 'text', text: 'Be brief.', ...BREAKPOINT }],
    messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi', ...BREAKPOINT }] }],
  });
});

test('[MSG-6] a system message in the middle stands behind the system text', () => {
  const { system, messages } = rendered(
    [
      aTextMessage('user', 'Hi'),
      aTextMessage('system', 'Speak German.'),
      aTextMessage('user', 'Hello?'),
    ],
    { fixed },
  );
  expect(system).toEqual([
    { type: 'text', text: 'Be brief.' },
    { type: 'text', text: 'Speak German.', ...BREAKPOINT },
  ]);
  expect(messages).toEqual([
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Hi' },
        { type: 'text', text: 'Hello?', ...BREAKPOINT },
      ],
    },
  ]);
});

test('[MSG-6] system text is words alone: what else a system message holds is not sent', () => {
  const content = [
    { type: 'text', text: 'Be kind.' },
    { type: 'later_kind', value: 1 },
  ];
  const { system } = rendered(read({ role: 'system', content }), { fixed });
  expect(system.map(({ type }) => type)).toEqual(['text', 'text']);
});

test('[TIER-4] live text is a block of its own ahead of the user’s words, a breakpoint ahead of it', () => {
  const { messages } = rendered(
    [
      aTextMessage('user', 'Hi'),
      aTextMessage('assistant', 'Hello.'),
      aTextMessage('user', 'A train!'),
    ],
    { sections },
  );
  expect(messages.slice(1)).toEqual([
    { role: 'assistant', content: [{ type: 'text', text: 'Hello.', ...BREAKPOINT }] },
    {
      role: 'user',
      content: [
        { ...PAD, text: `${PAD.text}\n\n` },
        { type: 'text', text: 'A train!' },
      ],
    },
  ]);
});

test('[TIER-4] several sections are one block, with one breakpoint ahead of it', () => {
  const both = [...sections, notesSection(setNote(noNotes, 'page', 'Checkout'))];
  const { messages } = rendered(
    [aTextMessage('user', 'Hi'), aTextMessage('assistant', 'Hello.'), aTextMessage('user', 'Go.')],
    { sections: both },
  );
  const content = messages.at(-1)?.content;
  const blocks = typeof content === 'string' ? [] : (content ?? []);
  expect(blocks).toHaveLength(2);
  expect(blocks[0]).toMatchObject({
    type: 'text',
    text: expect.stringMatching(/^<live-scratchpad>\n.*\n<live-notes>\n.*<\/live-notes>\n\n$/s),
  });
  expect(messages[1]?.content).toEqual([{ type: 'text', text: 'Hello.', ...BREAKPOINT }]);
});

test('[TIER-4] behind a tool’s result live text is a block of its own in the same message', () => {
  const { messages } = rendered([aTextMessage('user', 'Hi'), aToolCall(), aToolResult()], {
    sections,
  });
  expect(messages.at(-1)).toEqual({
    role: 'user',
    content: [
      { type: 'tool_result', tool_use_id: 'call-1', content: '3 trains found', ...BREAKPOINT },
      PAD,
    ],
  });
});

test('[TIER-4] behind the assistant’s words live text is a message of the user', () => {
  const { messages } = rendered([aTextMessage('user', 'Hi'), aTextMessage('assistant', 'Hello.')], {
    sections,
  });
  expect(messages.at(-1)).toEqual({ role: 'user', content: [PAD] });
});

test('[TIER-4] placed with the system, live text stands behind the breakpoint of the system text', () => {
  const given = { fixed, sections, placement: 'system' } as const;
  expect(rendered([aTextMessage('user', 'Hi')], given)).toEqual({
    system: [
      { type: 'text', text: 'Be brief.', ...BREAKPOINT },
      { ...PAD, text: `\n\n${PAD.text}` },
    ],
    messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi', ...BREAKPOINT }] }],
  });
});

test('[TIER-4] with an earlier message of the user, live text has a breakpoint ahead of it and one at the end', () => {
  const { messages } = rendered(
    [
      aTextMessage('user', 'Hi'),
      aTextMessage('assistant', 'Hello.'),
      aTextMessage('user', 'A train!'),
      aToolCall(),
      aToolResult(),
    ],
    { sections, liveHosts: 'user' },
  );
  expect(JSON.stringify(messages).split('cache_control')).toHaveLength(3);
  expect(messages[1]?.content).toEqual([{ type: 'text', text: 'Hello.', ...BREAKPOINT }]);
  expect(messages.at(-1)?.content.at(-1)).toMatchObject({ type: 'tool_result', ...BREAKPOINT });
});

test('[MSG-6] reasoning takes no breakpoint; the block ahead of it does', () => {
  const reasoning = { type: 'redacted_thinking', data: 'AA==' };
  const search = { type: 'server_tool_use', id: 's', name: 'web_search', input: {} };
  const { messages } = rendered(
    read({ role: 'assistant', content: [reasoning, { type: 'text', text: 'Well.' }, search] }),
  );
  expect(messages[1]?.content).toEqual([
    reasoning,
    { type: 'text', text: 'Well.', ...BREAKPOINT },
    search,
  ]);
});

test('[TIER-4] breakpoints of the caller stay; ours are added while there are four at most', () => {
  const marked = (text: string) =>
    read({ role: 'user', content: [{ type: 'text', text, ...BREAKPOINT }] });
  const textsWithBreakpoint = (count: number) => {
    const texts = Array.from({ length: count }, (_, index) => `${index}`);
    const { system, messages } = rendered(
      [...texts.flatMap(marked), aTextMessage('assistant', 'Hello.'), aTextMessage('user', 'Hi')],
      { fixed },
    );
    const blocks = [...system, ...messages.flatMap(({ content }) => content)];
    return blocks.flatMap((block) =>
      block.type === 'text' && block.cache_control ? [block.text] : [],
    );
  };
  expect(textsWithBreakpoint(0)).toEqual(['Be brief.', 'Hi']);
  expect(textsWithBreakpoint(2)).toEqual(['Be brief.', '0', '1', 'Hi']);
  expect(textsWithBreakpoint(3)).toEqual(['0', '1', '2', 'Hi']);
  expect(textsWithBreakpoint(4)).toEqual(['0', '1', '2', '3']);
  expect(textsWithBreakpoint(6)).toEqual(['2', '3', '4', '5']);
});

test('[TIER-4] of too many breakpoints the last one in the system text stays too', () => {
  const texts = ['0', '1', '2', '3', '4'];
  const block = (text: string) => ({ type: 'text', text, ...BREAKPOINT });
  const { system, messages } = rendered([
    ...read({ role: 'system', content: [block('Be brief.'), block('Be kind.')] }),
    ...read({ role: 'user', content: texts.map(block) }),
  ]);
  expect(system).toEqual([{ type: 'text', text: 'Be brief.' }, block('Be kind.')]);
  expect(messages[0]?.content).toEqual([
    { type: 'text', text: '0' },
    { type: 'text', text: '1' },
    ...['2', '3', '4'].map(block),
  ]);
});

test('[TIER-4] a breakpoint ahead of one that is kept for an hour is kept so long too', () => {
  const { system, messages } = rendered(
    [
      ...read({ role: 'user', content: [{ type: 'text', text: 'Hi', ...AN_HOUR }] }),
      aTextMessage('assistant', 'Hello.'),
      aTextMessage('user', 'A train!'),
    ],
    { fixed },
  );
  expect(system).toEqual([{ type: 'text', text: 'Be brief.', ...AN_HOUR }]);
  expect(messages[2]?.content).toEqual([{ type: 'text', text: 'A train!', ...BREAKPOINT }]);
});

test('[TIER-4] a breakpoint inside a result counts, and only what is too much is taken away', () => {
  const piece = { type: 'text', text: 'page' };
  const result = (id: string) => ({
    type: 'tool_result',
    tool_use_id: id,
    content: [piece, { ...piece, ...BREAKPOINT }],
    ...BREAKPOINT,
  });
  const calls = ['a', 'b', 'c'].map((id) => ({ type: 'tool_use', id, name: 'find', input: {} }));
  const { messages } = rendered([
    aTextMessage('user', 'Hi'),
    ...read({ role: 'assistant', content: calls }),
    ...read({ role: 'user', content: ['a', 'b', 'c'].map(result) }),
  ]);
  const { cache_control: _, ...bare } = result('a');
  expect(messages[2]?.content).toEqual([
    { ...bare, content: [piece, piece] },
    result('b'),
    result('c'),
  ]);
});

test('[MSG-4] what was streamed apart is one message, reasoning first', () => {
  const streamed = (given: Message): Message => ({ ...given, providerMessageId: 'm' });
  const { messages } = rendered([
    aTextMessage('user', 'Hi'),
    streamed(aTextMessage('assistant', 'Looking.')),
    streamed({
      role: 'assistant',
      parts: [{ type: 'thinking', text: 'Hm.', signature: 'c2ln' }, ...aToolCall().parts],
    }),
    aToolResult(),
  ]);
  expect(messages[1]?.content.map(({ type }) => type)).toEqual(['thinking', 'text', 'tool_use']);
});

test('[MSG-6] reasoning between calls stays where it was', () => {
  const content = [
    { type: 'thinking', thinking: 'Hm.', signature: 'c2ln' },
    { type: 'text', text: 'First,' },
    { type: 'thinking', thinking: 'Then.', signature: 'c2ln' },
    { type: 'text', text: 'second.', ...BREAKPOINT },
  ];
  const { messages } = rendered([
    aTextMessage('user', 'Hi'),
    ...read({ role: 'assistant', content }),
  ]);
  expect(messages[1]?.content).toEqual(content);
});

test('[MSG-6] each call of a context has an id and a name that the provider takes', () => {
  const call = aToolCall({ callId: 'functions.find:0', toolName: 'rail/find' });
  const result = aToolResult({ callId: 'functions.find:0' });
  const { messages } = rendered([aTextMessage('user', 'Hi'), call, result, call, result]);
  const ids = messages.flatMap(({ content }) =>
    content.flatMap((block) => {
      if (block.type === 'tool_use') return [`${block.name} ${block.id}`];
      return block.type === 'tool_result' ? [block.tool_use_id] : [];
    }),
  );
  const [first, second] = ['functions_find_0', 'functions_find_0_2'];
  expect(ids).toEqual([`rail_find ${first}`, first, `rail_find ${second}`, second]);
});

test('[MSG-6] [CMP-3] two calls of one id in one answer are two calls, each with its result', () => {
  const { messages } = rendered([
    aTextMessage('user', 'Hi'),
    { role: 'assistant', parts: [...aToolCall().parts, ...aToolCall().parts] },
    aToolResult({ text: 'one' }),
    aToolResult({ text: 'two' }),
  ]);
  const [, called, answered] = messages.map(({ content }) => content);
  const ids = called?.map((block) => block.type === 'tool_use' && block.id);
  expect(new Set(ids).size).toBe(2);
  expect(answered).toMatchObject([
    { tool_use_id: ids?.[0], content: 'one' },
    { tool_use_id: ids?.[1], content: 'two' },
  ]);
});

test('[MSG-6] results stand first in their message, wherever the plan has them', () => {
  const plan = makePlan({
    sessionId: 's',
    transcript: aTranscript([aTextMessage('user', 'Hi'), aToolCall(), aToolResult()]),
    overlays: storeRules.noOverlays(),
    budget: fixedBudget(10_000),
    fixed: {},
    sections: [],
    degraded: [],
    measurer: simpleMeasurer,
  });
  const [hi, call, result] = plan.items;
  if (!hi || !call || !result) throw new Error('The plan must hold three items.');
  const { messages } = anthropic.render({ ...plan, items: [hi, call, hi, result] });
  expect(messages[2]?.content.map(({ type }) => type)).toEqual(['tool_result', 'text']);
});

test('[MSG-6] a conversation that the assistant began, and ends, has few words of the user around it', () => {
  const { messages } = rendered([aTextMessage('assistant', 'How can I help? \n')]);
  expect(messages).toEqual([
    { role: 'user', content: [{ type: 'text', text: '(The conversation begins.)' }] },
    { role: 'assistant', content: [{ type: 'text', text: 'How can I help? \n', ...BREAKPOINT }] },
    { role: 'user', content: [{ type: 'text', text: 'Go on.' }] },
  ]);
});

test('[MSG-6] where the newest message of the user is blank the assistant is not last', () => {
  const before = [aTextMessage('user', 'Hi'), aTextMessage('assistant', 'Hello.')];
  const { messages } = rendered([...before, aTextMessage('user', ' ')]);
  expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
  expect(messages.at(-1)?.content).toEqual([{ type: 'text', text: 'Go on.' }]);
});

test('[MSG-6] an answer that the provider paused goes back last, as it is', () => {
  const search = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} };
  const paused = { role: 'assistant', content: [{ type: 'text', text: 'Looking.' }, search] };
  const { messages } = rendered([aTextMessage('user', 'Hi'), ...read(paused)]);
  expect(messages).toHaveLength(2);
  expect(messages.at(-1)?.content.at(-1)).toEqual(search);
});

test('[MSG-6] where a file cannot be sent a word stands for it', () => {
  const parts = [{ type: 'document', fileId: 'https://a.example/b.mp4' }] as const;
  const { messages } = rendered([{ role: 'user', format: 'google', parts }]);
  expect(messages[0]?.content).toMatchObject([{ type: 'text', text: '[file]' }]);
});

test('[MSG-2] what other formats kept unread does not go to Anthropic', () => {
  const extra = { name: 'Ada', cache_control: { type: 'ephemeral' } };
  const { messages } = rendered([
    { role: 'user', parts: [{ type: 'text', text: 'Hi', extra }], extra, format: 'ai-sdk' },
    { role: 'user', parts: [{ type: 'unknown', value: { type: 'input_audio' } }] },
    aTextMessage('assistant', 'Hello.'),
    aTextMessage('user', 'Well?'),
  ]);
  expect(messages[0]).toEqual({ role: 'user', content: [{ type: 'text', text: 'Hi' }] });
});

test('[MSG-6] fields of an answer that a request must not have stay behind; its blocks are sent', () => {
  const { messages } = rendered([
    aTextMessage('user', 'Hi'),
    ...read({
      id: 'msg_1',
      type: 'message',
      model: 'claude',
      role: 'assistant',
      content: [{ type: 'text', text: 'Hello.', citations: null }],
      usage: { input_tokens: 5 },
    }),
    aTextMessage('user', 'Well?'),
  ]);
  expect(messages[1]).toEqual({
    role: 'assistant',
    content: [{ type: 'text', text: 'Hello.', citations: null }],
  });
});

test('[CMP-8] a context that only grew begins with the same blocks', () => {
  const messages = [aTextMessage('user', 'Hi'), aToolCall(), aToolResult()];
  const before = rendered(messages).messages;
  const after = rendered([...messages, aTextMessage('assistant', 'Done.')]).messages;
  expect(after[0]?.content[0]).toBe(before[0]?.content[0]);
  expect(after[1]?.content[0]).toBe(before[1]?.content[0]);
});
