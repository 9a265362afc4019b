import { runTool, sessionRuns } from '@agent-memory/agent';
import { createAgentMemory, fixedBudget } from '@agent-memory/core';
import { anthropic } from '@agent-memory/formats';
import { expect, test } from 'vitest';
import { findByPatterns } from './find-by-patterns.ts';
import { readableEntries } from './readable-entry.ts';

test('[EXT-1] a message that recalls what was said has no words to read', async () => {
  const runs = sessionRuns();
  const memory = createAgentMemory({
    id: 'chat',
    budget: fixedBudget(8_000),
    features: [runs.feature],
  });
  await memory.append([
    { role: 'user', content: 'Green tea is what I prefer.' },
    { role: 'assistant', content: 'Noted.' },
    { role: 'user', content: 'What did I say?' },
  ]);
  const call = { callId: 'c1', toolName: 'recall', arguments: '{"block":1}' };
  const quoted = await runTool(runs.of(memory).tools, call);
  expect(quoted.text).toContain('Green tea is what I prefer.');
  await memory.append([
    { role: 'assistant', parts: [{ type: 'tool-call', ...call }] },
    { role: 'tool', parts: [quoted] },
  ]);
  const [, , , , result] = readableEntries(memory.entries());
  expect(result).toMatchObject({ role: 'tool', toolName: 'recall', text: '' });
});

const LETTER = 'My name is Eve. I prefer wire transfers.';
const document = {
  type: 'document',
  title: 'letter.txt',
  source: { type: 'text', media_type: 'text/plain', data: LETTER },
} as const;
const summarise = { type: 'text', text: 'Summarise.' } as const;
const letter = { type: 'text', text: LETTER } as const;

test.each([
  ['a document, then words', [document, summarise], 'Summarise.'],
  ['words, then a document', [summarise, document], 'Summarise.'],
  ['a document alone', [document], ''],
  ['words, then a text', [summarise, letter], ''],
  ['a text, then words', [letter, summarise], ''],
])(
  '[GRD-1] [EXT-5] of a user’s message only what they typed is read: %s',
  async (_, content, text) => {
    const memory = createAgentMemory({ id: 'chat', budget: fixedBudget(8_000) });
    await memory.append({ role: 'user', content }, { format: anthropic });
    expect(readableEntries(memory.entries())).toMatchObject([{ role: 'user', text }]);
  },
);

test.each([
  ['I live in Porto.\rI prefer tea.', ['I live in Porto.', 'I prefer tea.']],
  ['I live in Porto\r\nI prefer tea', ['I live in Porto', 'I prefer tea']],
  ['I live in Porto\u2028I prefer tea', ['I live in Porto', 'I prefer tea']],
  ['I live in Porto\u2029I prefer tea', ['I live in Porto', 'I prefer tea']],
  ['I live in Porto\u0085I prefer tea', ['I live in Porto', 'I prefer tea']],
  ['I\u00a0live\u00a0in\u202fPorto.', ['I live in Porto.']],
])(
  '[EXT-5] each kind of line break ends a statement, and each kind of blank is one: %j',
  async (text, expected) => {
    const memory = createAgentMemory({ id: 'chat', budget: fixedBudget(8_000) });
    await memory.append({ role: 'user', content: text });
    const { candidates } = findByPatterns(readableEntries(memory.entries()));
    expect(candidates.map((one) => one.text)).toEqual(expected);
  },
);
