import { createAgentMemory } from '@agent-memory/core';
import { expect, test } from 'vitest';
import { chatFunctionsOf } from './chat-functions.ts';
import type { ChatTransportLike } from './chat-transport.ts';

// Beyond the first 250 a page notes no request, unless it is told to.
performance.setResourceTimingBufferSize(10_000);

const CODE = ['/ai-sdk/chat-session.ts', '/append/foreign-messages.ts', '/ai-sdk-ui-format.ts'];

/** Requests so far for each part of the code that sends. */
function requests(): readonly number[] {
  const names = performance.getEntriesByType('resource').map(({ name }) => name);
  return CODE.map((file) => names.filter((name) => name.includes(file)).length);
}

test('[RCT-5] the code that sends is fetched when a transport is wrapped, before the first message', async () => {
  const memory = createAgentMemory({ id: 'trip', contextWindow: 32_000 });
  const { transport } = chatFunctionsOf(memory);
  expect(requests()).toEqual([0, 0, 0]);
  const inner: ChatTransportLike = {
    sendMessages: () => Promise.reject(new Error('Nothing is sent here.')),
    reconnectToStream: () => Promise.resolve(null),
  };
  transport(inner);
  await expect.poll(requests).toEqual([1, 1, 1]);
  transport({ ...inner });
  expect(memory.entries()).toEqual([]);
  await memory.dispose();
});
