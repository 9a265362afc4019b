import { createAgentMemory, inMemoryStore } from '@agent-memory/core';
import { useAgentMemory } from '@agent-memory/react';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SessionNotices } from './session-notices.tsx';

function Notices({ memory }: { readonly memory: ReturnType<typeof createAgentMemory> }) {
  const state = useAgentMemory({ memory });
  return <SessionNotices state={state} refusal={undefined} fault={undefined} />;
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
