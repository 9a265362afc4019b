import { readFileSync } from 'node:fs';
import { openAiTools, runTool } from '@agent-memory/agent';
import { createAgentMemory, estimateTokens } from '@agent-memory/core';
import { aSimulatedClock } from '@agent-memory/core/testing';
import { expect, test } from 'vitest';
import { retrievedRecords } from '../live/retrieved-records.ts';
import { createLongTermMemory } from '../memory/create-long-term-memory.ts';
import { memoryTools } from './memory-tools.ts';

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

/** The text in the fence behind a sentence of the README. */
function fenceBehind(sentence: string): string {
  const rest = readme.slice(readme.indexOf(sentence));
  return /```text\n([\s\S]*?)\n```/u.exec(rest)?.[1] ?? '';
}

/** The chat of the README, at a time that stands still. */
function aChat() {
  const clock = aSimulatedClock(Date.UTC(2026, 4, 4));
  const longTerm = createLongTermMemory({ user: 'ada', clock });
  const tools = memoryTools(longTerm);
  const memory = createAgentMemory({
    id: 'bookshop',
    contextWindow: 128_000,
    clock,
    features: [retrievedRecords(longTerm)],
    tools,
  });
  const call = (args: object) => ({
    callId: 'call-1',
    toolName: 'save_memory',
    arguments: JSON.stringify({ type: 'user', ...args }),
  });
  return { memory, longTerm, save: (args: object) => runTool(tools, call(args)) };
}

test('[RET-4] the README shows what the model reads, to the letter', async () => {
  const { memory, longTerm, save } = aChat();
  const text = 'Ada wants answers in French.';
  await longTerm.store({ type: 'user', kind: 'preference', text, source: 'user_stated' });
  await save({ kind: 'fact', text: 'Ada reads crime novels.' });
  const content = 'Which crime novels would Ada like? Short answers, as a list.';
  await memory.append({ role: 'user', content });
  const { messages } = await memory.assemble();
  const parts: unknown = messages.at(-1)?.content;
  const texts = Array.isArray(parts) ? parts.map((part: { text: string }) => part.text) : [];
  expect(fenceBehind('The message that goes out')).toBe(texts.join(''));
});

test('[LTM-3] the README shows what a model is told of a refusal, to the letter', async () => {
  const { save } = aChat();
  const { text } = await save({ kind: 'decision', text: 'We ship with the blue cover.' });
  expect(fenceBehind('A refusal goes back')).toBe(text);
});

test('[LTM-11] the tools cost a context what the README says', () => {
  const longTerm = createLongTermMemory();
  const tokensOf = (tools: Parameters<typeof openAiTools>[0]) =>
    Math.round(estimateTokens(JSON.stringify(openAiTools(tools))) / 100) * 100;
  expect(readme).toContain(`about ${tokensOf(memoryTools(longTerm))} tokens`);
});
