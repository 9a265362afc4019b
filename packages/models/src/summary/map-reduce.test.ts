import type { CondenseSource, SummaryRequest } from '@agent-memory/core';
import { inSlices } from '@agent-memory/core/internal';
import { expect, test } from 'vitest';
import { mapReduce } from './map-reduce.ts';
import { partingConversation, textGroups } from './summary-parts.ts';
import type { SummaryTask } from './summary-task.ts';

const count = (text: string): number => Math.ceil(text.length / 4);

function said(seq: number, words: number): CondenseSource {
  return {
    seq,
    role: seq % 2 === 0 ? 'user' : 'assistant',
    text: `No ${seq}. ${'word '.repeat(words).trim()}`,
  };
}

/** Does a request's tasks, each with its own short text, and keeps them. */
async function tasksOf(request: Partial<SummaryRequest>, roomTokens: number) {
  const tasks: SummaryTask[] = [];
  const text = await mapReduce(
    { sources: [], maxTokens: 500, count, ...request },
    {
      roomTokens,
      write: async (task) => {
        tasks.push(task);
        return `Text of task ${tasks.length}.`;
      },
    },
  );
  return { tasks, text, kinds: tasks.map(({ kind }) => kind) };
}

test('[CMP-10] what fits is one task, the summary so far with it', async () => {
  const previous = { madeBy: 'x', fromSeq: 0, toSeq: 1, text: 'Before.' };
  const { tasks, text } = await tasksOf({ sources: [said(2, 9), said(3, 9)], previous }, 1_000);
  expect(tasks).toMatchObject([{ kind: 'whole', previous: 'Before.', maxTokens: 300 }]);
  expect(text).toBe('Text of task 1.');
});

test('[CMP-10] what does not fit is summarised in parts; then summary so far and parts are merged', async () => {
  const sources = Array.from({ length: 12 }, (_, index) => said(index + 2, 150));
  const previous = { madeBy: 'x', fromSeq: 0, toSeq: 1, text: 'Before.' };
  const { tasks, kinds, text } = await tasksOf({ sources, previous }, 1_000);
  expect(kinds).toEqual(['part', 'part', 'part', 'part', 'merge']);
  expect(tasks.at(-1)).toMatchObject({
    summaries: [
      'Before.',
      'Text of task 1.',
      'Text of task 2.',
      'Text of task 3.',
      'Text of task 4.',
    ],
  });
  expect(text).toBe('Text of task 5.');
});

test('[CMP-10] a summary so far of any length is taken apart, and merged in rounds', async () => {
  const sentence = 'It was said that the harbour is far. ';
  const previous = { madeBy: 'x', fromSeq: 0, toSeq: 1, text: sentence.repeat(400) };
  const { tasks, kinds } = await tasksOf({ sources: [said(2, 9)], previous }, 1_000);
  expect(kinds[0]).toBe('part');
  expect(kinds.slice(1).every((kind) => kind === 'merge')).toBe(true);
  expect(kinds.length).toBeGreaterThan(5);
  for (const task of tasks) {
    if (task.kind !== 'merge') continue;
    expect(count(task.summaries.join('\n\n')) + task.maxTokens).toBeLessThanOrEqual(1_000);
  }
});

test('[CMP-10] parts hold every message of the conversation, in order', async () => {
  const sources = Array.from({ length: 12 }, (_, index) => said(index + 2, 150));
  const previous = { madeBy: 'x', fromSeq: 0, toSeq: 1, text: 'Before.' };
  const { tasks } = await tasksOf({ sources, previous }, 1_000);
  const parts = tasks.flatMap((task) => (task.kind === 'part' ? [task.sources] : []));
  expect(parts.flat()).toEqual(sources);
});

test('[CMP-10] a room in which no two summaries fit ends the work', async () => {
  const work = tasksOf({ sources: [said(0, 20)] }, 16);
  await expect(work).rejects.toThrow('its parts do not fit into one request');
});

test('[CMP-10] an abort between two tasks ends the work', async () => {
  const controller = new AbortController();
  const work = mapReduce(
    { sources: Array.from({ length: 12 }, (_, seq) => said(seq, 150)), maxTokens: 500, count },
    {
      roomTokens: 1_000,
      signal: controller.signal,
      write: async () => {
        controller.abort(new Error('the user left'));
        return 'This is its text.';
      },
    },
  );
  await expect(work).rejects.toThrow('the user left');
});

test('[CMP-10] parts are about equally long, of whole messages', async () => {
  const sources = Array.from({ length: 11 }, (_, seq) => said(seq, 40));
  const parts = await inSlices(partingConversation(sources, 300, count));
  const messages = parts.map(({ text }) => text.match(/No \d+/g)?.length);
  expect(messages).toEqual([4, 4, 3]);
});

test('[CMP-10] a message longer than a part is cut, and each piece says who speaks', async () => {
  const long: CondenseSource = {
    seq: 1,
    role: 'tool',
    toolName: 'search',
    text: 'One result is here. '.repeat(60),
  };
  const parts = await inSlices(partingConversation([said(0, 5), long], 120, count));
  expect(parts.length).toBeGreaterThan(2);
  expect(parts[0]?.text).toMatch(/^user: No 0\. /);
  for (const { text: part, sources } of parts.slice(1)) {
    expect(sources).toMatchObject([{ seq: 1, role: 'tool', toolName: 'search' }]);
    expect(part).toMatch(/^tool search(?: \(going on\))?: One result is here\..*here\.$/);
    expect(count(part)).toBeLessThanOrEqual(120);
  }
});

test('[CMP-10] texts are grouped in order, as many as fit', () => {
  const texts = [40, 40, 40, 400].map((length) => 'a'.repeat(length));
  expect(textGroups(texts, 40, count).map((group) => group.length)).toEqual([3, 1]);
});
