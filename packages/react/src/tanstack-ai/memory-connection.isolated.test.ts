import { createAgentMemory, fixedBudget, textOf } from '@agent-memory/core';
import { EventType, type StreamChunk, type UIMessage } from '@tanstack/ai/client';
import type { ConnectConnectionAdapter } from '@tanstack/ai-client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { queueOf } from '../chat/memory-queue.ts';
import { reportUnhandled } from '../chat/report-unhandled.ts';
import { memoryConnection } from './memory-connection.ts';

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
  { type: EventType.RUN_FINISHED, threadId: 't', runId: 'r', usage: { promptTokens: 9 } },
] as unknown as readonly StreamChunk[];

test('[TOK-5] an answer whose usage could not be reported is shown and kept whole', async () => {
  const memory = createAgentMemory({ id: 'chat', budget: fixedBudget(4_000) });
  onTestFinished(() => memory.dispose());
  const error = new Error('No room.');
  const broken = { ...memory, reportUsage: () => Promise.reject(error) };
  const inner: ConnectConnectionAdapter = {
    connect: async function* () {
      yield* answer;
    },
  };
  const shown: StreamChunk[] = [];
  for await (const chunk of memoryConnection(broken, inner).connect([question])) shown.push(chunk);
  // Keeping waits in the memory's queue; what is queued behind it comes after it.
  await queueOf(broken).run(async () => undefined);
  expect(shown).toEqual(answer);
  expect(memory.entries().map(({ message }) => textOf(message))).toEqual([
    'Where to?',
    'Home, by train.',
  ]);
  expect(reportUnhandled).toHaveBeenCalledExactlyOnceWith(error);
});
