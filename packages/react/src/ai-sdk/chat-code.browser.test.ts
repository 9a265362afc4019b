import { createAgentMemory } from '@agent-memory/core';
import { expect, test } from 'vitest';
import { chatFunctionsOf } from './chat-functions.ts';
import type { ChatTransportLike } from './chat-transport.ts';

// Beyond the first 250 a page notes no request, unless it is told to.
performance.setResourceTimingBufferSize(10_000);

/** Requests so far for the code that sends. */
function requests(): number {
  return performance
    .getEntriesByType('resource')
    .filter(({ name }) => name.includes('/ai-sdk/chat-session.ts')).length;
}

test('[RCT-5] the code that sends is fetched when a transport is wrapped, ahead of the first message', async () => {
  const memory = createAgentMemory({ id: 'trip', contextWindow: 32_000 });
  const { transport } = chatFunctionsOf(memory);
  expect(requests()).toBe(0);
  const inner: ChatTransportLike = {
    sendMessages: () => Promise.reject(new Error('Nothing is sent here.')),
    reconnectToStream: () => Promise.resolve(null),
  };
  transport(inner);
  await expect.poll(requests).toBe(1);
  transport({ ...inner });
  expect(memory.entries()).toEqual([]);
  await memory.dispose();
});
