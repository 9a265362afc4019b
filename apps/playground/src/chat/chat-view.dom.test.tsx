import {
  type AgentMemory,
  createAgentMemory,
  fixedBudget,
  type OpenAiMessage,
} from '@agent-memory/core';
import { createPanelSelection } from '@agent-memory/devtools/panel';
import { useAgentMemory } from '@agent-memory/react';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useMemo, useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { presencesOf } from '../facts/presence.ts';
import { ShownSession } from '../session/shown-session.ts';
import { ChatView } from './chat-view.tsx';
import { MessageRow } from './message-row.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function Chat({ memory }: { readonly memory: AgentMemory }) {
  const { plan, entries } = useAgentMemory({ memory });
  const presences = useMemo(() => presencesOf(plan, entries), [plan, entries]);
  const [selection] = useState(createPanelSelection);
  const shown = useMemo(() => ({ memory, selection, past: undefined }), [memory, selection]);
  return (
    <ShownSession value={shown}>
      <ChatView presences={presences} empty={null} tail={null} />
    </ShownSession>
  );
}

function talk(turns: number): readonly OpenAiMessage[] {
  return Array.from({ length: turns }, (_, turn) => [
    { role: 'user' as const, content: `Question ${turn}` },
    { role: 'assistant' as const, content: `word ${turn} `.repeat(60) },
  ]).flat();
}

async function aChat({ turns, budgetTokens }: { turns: number; budgetTokens: number }) {
  const memory = createAgentMemory({
    id: 'chat',
    model: 'gpt-4o',
    budget: fixedBudget(budgetTokens),
  });
  await memory.append(talk(turns));
  // Once estimates have become counts: they are shown with every message.
  await expect.poll(async () => (await memory.assemble()).plan.tokenSource).toBe('counted');
  const rendered = vi.spyOn(MessageRow as unknown as { type: () => null }, 'type');
  render(<Chat memory={memory} />);
  return { memory, rendered };
}

test('a step renders the messages that it changes and no others, however long the chat is', async () => {
  const { memory, rendered } = await aChat({ turns: 60, budgetTokens: 32_000 });
  expect(document.querySelectorAll('article')).toHaveLength(120);
  rendered.mockClear();
  await act(() => memory.append({ role: 'user', content: 'One more' }));
  await act(() => memory.assemble());
  await waitFor(() => expect(document.querySelectorAll('article')).toHaveLength(121));
  const calls = rendered.mock.calls as unknown as [{ entry: { seq: number } }][];
  expect(new Set(calls.map(([{ entry }]) => entry.seq))).toEqual(new Set([120]));
});

test('the head of a message selects it for the panel', async () => {
  await aChat({ turns: 4, budgetTokens: 32_000 });
  const [, second] = screen.getAllByTitle('Show in the panel');
  if (second) fireEvent.click(second);
  const selected = document.querySelectorAll('[data-selected]');
  expect([...selected].map((row) => row.getAttribute('data-seq'))).toEqual(['1']);
});
