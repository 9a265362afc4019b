import { CodeUnavailableError, createAgentMemory } from '@agent-memory/core';
import { expect, test, vi } from 'vitest';
import { chatSessionOf } from './chat-session-of.ts';

test('[STO-8] a message whose code cannot be fetched is refused in words, and the next one fetches it', async () => {
  const memory = createAgentMemory({ id: 'trip', contextWindow: 8_000 });
  vi.doMock('./chat-session.ts', () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  const refused = await chatSessionOf(memory).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(CodeUnavailableError);
  expect((refused as Error).message).toMatch(/Nothing was lost or changed; try again/);

  vi.doUnmock('./chat-session.ts');
  const session = await chatSessionOf(memory);
  expect(await chatSessionOf(memory)).toBe(session);
  await memory.dispose();
});
