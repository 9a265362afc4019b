import {
  ContextOverflowError,
  createAgentMemory,
  fixedBudget,
  inMemoryStore,
} from '@agent-memory/core';
import { useAgentMemory } from '@agent-memory/react';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { notSentWords, SessionNotices } from './session-notices.tsx';

afterEach(cleanup);

function Notices({ memory }: { readonly memory: ReturnType<typeof createAgentMemory> }) {
  const state = useAgentMemory({ memory });
  return <SessionNotices session={{ state, refusal: undefined, fault: undefined }} />;
}

test('[STO-7] a session that was deleted under the page is told once, and written back by its button', async () => {
  const store = inMemoryStore();
  const memory = createAgentMemory({ id: 'trip', store, contextWindow: 8_000 });
  await memory.append({ role: 'user', content: 'To Porto, please.' });
  await store.delete('trip');
  await memory.append({ role: 'user', content: 'By train.' }).catch(() => undefined);
  render(<Notices memory={memory} />);
  expect(await screen.findAllByText(/^What was stored of session "trip"/)).toHaveLength(1);
  fireEvent.click(screen.getByRole('button', { name: 'Write back' }));
  await expect.poll(() => screen.queryByText(/^What was stored of session/)).toBeNull();
  expect((await store.load('trip'))?.entries).toHaveLength(2);
  await memory.dispose();
});

test('[BUD-3] a refused turn says that it was not sent, and by how much it is too large', async () => {
  const memory = createAgentMemory({ id: 'refused', budget: fixedBudget(200) });
  await memory.append({ role: 'user', content: 'many words '.repeat(400) });
  const refusal: unknown = await memory.assemble().catch((error: unknown) => error);
  if (!(refusal instanceof ContextOverflowError)) throw new Error('It was not refused.');
  const { neededTokens } = refusal;
  expect(notSentWords(refusal).replaceAll(',', '')).toBe(
    `Not sent: it needs ${neededTokens} tokens and the budget is 200. Nothing was lost; a budget that is larger by ${neededTokens - 200} tokens takes it.`,
  );
  await memory.dispose();
});
