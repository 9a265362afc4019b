import { createAgentMemory, inMemoryStore } from '@agent-memory/core';
import type { ThreadMessage } from '@assistant-ui/react';
import { expect, onTestFinished, test } from 'vitest';
import { assistantUiFormat } from './assistant-ui-format.ts';
import { memoryHistory } from './memory-history.ts';

const createdAt = new Date('2026-01-01T00:00:00Z');

function asking(id: string, text: string): ThreadMessage {
  const content = [{ type: 'text', text }] as const;
  return { id, role: 'user', createdAt, content, attachments: [], metadata: { custom: {} } };
}

function answering(id: string, text: string): ThreadMessage {
  return {
    id,
    role: 'assistant',
    createdAt,
    content: [{ type: 'text', text }],
    status: { type: 'complete', reason: 'stop' },
    metadata: {
      unstable_state: null,
      unstable_annotations: [],
      unstable_data: [],
      steps: [],
      custom: {},
    },
  };
}

test('[MSG-5] an answer is put on its branch also while the messages before it are still being stored', async () => {
  const memory = createAgentMemory({
    id: 'history',
    contextWindow: 32_000,
    store: inMemoryStore(),
  });
  onTestFinished(() => memory.dispose());
  const history = memoryHistory(memory);
  // As a runtime does: it waits for none of them.
  await Promise.all([
    history.append({ parentId: null, message: asking('toss', 'Toss a coin.') }),
    history.append({ parentId: 'toss', message: answering('heads', 'Heads.') }),
    history.append({ parentId: 'toss', message: answering('tails', 'Tails.') }),
  ]);
  const kept = await memory.messages({ format: assistantUiFormat });
  expect(kept.map(({ id }) => id)).toEqual(['toss', 'tails']);
  expect(memory.branches()).toHaveLength(2);
});
