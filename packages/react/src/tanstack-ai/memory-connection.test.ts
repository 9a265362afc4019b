import { createAgentMemory, fixedBudget, textOf } from '@agent-memory/core';
import { EventType, type StreamChunk, type UIMessage } from '@tanstack/ai/client';
import type { ConnectConnectionAdapter } from '@tanstack/ai-client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { queueOf } from '../chat/memory-queue.ts';
import { reportUnhandled } from '../chat/report-unhandled.ts';
import { type MemoryConnectionOptions, memoryConnection } from './memory-connection.ts';

vi.mock('../chat/report-unhandled.ts', () => ({ reportUnhandled: vi.fn() }));

const question: UIMessage = {
  id: 'q',
  role: 'user',
  parts: [{ type: 'text', content: 'Where to?' }],
};

const answer = [
  { type: EventType.RUN_STARTED, threadId: 't', runId: 'r' },
  { type: EventType.TEXT_MESSAGE_START, messageId: 'a', role: 'assistant' },
  { type: EventType.TEXT_MESSAGE_CONTENT, messageId: 'a', delta: 'Home, ' },
  { type: EventType.TEXT_MESSAGE_CONTENT, messageId: 'a', delta: 'by train.' },
  { type: EventType.TEXT_MESSAGE_END, messageId: 'a' },
  { type: EventType.RUN_FINISHED, threadId: 't', runId: 'r' },
] as readonly StreamChunk[];

/** Asks once, and gives what the chat was shown and what the memory kept of it. */
async function asked(options: MemoryConnectionOptions) {
  const memory = createAgentMemory({ id: 'chat', budget: fixedBudget(4_000) });
  onTestFinished(() => memory.dispose());
  const inner: ConnectConnectionAdapter = {
    connect: async function* () {
      yield* answer;
    },
  };
  const connection = memoryConnection(memory, inner, options);
  const shown: StreamChunk[] = [];
  for await (const chunk of connection.connect([question])) shown.push(chunk);
  // Keeping waits in the memory's queue; what is queued behind it comes after it.
  await queueOf(memory).run(async () => undefined);
  return { shown, entries: memory.entries() };
}

test('[TOK-5] tells the app of an error of its own in reading usage, and keeps the whole answer', async () => {
  const error = new Error('no idea what that took');
  const onError = vi.fn();
  const { shown, entries } = await asked({
    onError,
    usageOf: () => {
      throw error;
    },
  });
  expect(shown).toEqual(answer);
  expect(onError).toHaveBeenCalledExactlyOnceWith(error);
  expect(entries.map(({ message }) => textOf(message))).toEqual(['Where to?', 'Home, by train.']);
});

test('[RCT-5] a listener that throws keeps no answer from ending, and both errors are reported', async () => {
  const error = new Error('no idea what that took');
  const own = new Error('in the listener');
  const { shown } = await asked({
    onError: () => {
      throw own;
    },
    usageOf: () => {
      throw error;
    },
  });
  expect(shown).toEqual(answer);
  expect(vi.mocked(reportUnhandled).mock.calls).toEqual([[error], [own]]);
});
