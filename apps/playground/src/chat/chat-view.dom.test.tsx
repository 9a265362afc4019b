import {
  type AgentMemory,
  createAgentMemory,
  fixedBudget,
  type OpenAiMessage,
} from '@agent-memory/core';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useMemo, useSyncExternalStore } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ChatView } from './chat-view.tsx';
import { CHUNK_SIZE, MessageChunk } from './message-chunk.tsx';
import { presenceRuns } from './presence.ts';

const observers = vi.fn();

beforeEach(() => {
  observers.mockClear();
  vi.stubGlobal('IntersectionObserver', EverythingIsNear);
  vi.stubGlobal('ResizeObserver', NothingIsResized);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** The worst case: every chunk is in the page. */
class EverythingIsNear {
  readonly #onCrossings: IntersectionObserverCallback;
  constructor(onCrossings: IntersectionObserverCallback) {
    observers();
    this.#onCrossings = onCrossings;
  }
  observe(target: Element): void {
    const boundingClientRect = { width: 100, height: 100 };
    const crossing = { target, isIntersecting: true, boundingClientRect };
    this.#onCrossings(
      [crossing as IntersectionObserverEntry],
      this as unknown as IntersectionObserver,
    );
  }
  readonly unobserve = vi.fn();
  readonly disconnect = vi.fn();
}

class NothingIsResized {
  readonly observe = vi.fn();
  readonly disconnect = vi.fn();
}

function Chat({ memory }: { readonly memory: AgentMemory }) {
  const state = useSyncExternalStore(memory.subscribe, memory.getState);
  const { plan, entries } = state;
  const runs = useMemo(() => presenceRuns(plan, entries), [plan, entries]);
  return (
    <ChatView
      memory={memory}
      entries={entries}
      isHydrating={false}
      runs={runs}
      empty={null}
      tail={null}
    />
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
  const rendered = vi.spyOn(MessageChunk as unknown as { type: () => null }, 'type');
  render(<Chat memory={memory} />);
  return { memory, rendered };
}

test('a step renders the chunks that it changes and no others, however long the chat is', async () => {
  const { memory, rendered } = await aChat({ turns: 60, budgetTokens: 32_000 });
  expect(document.querySelectorAll('article')).toHaveLength(120);
  rendered.mockClear();
  await act(() => memory.append({ role: 'user', content: 'One more' }));
  await act(() => memory.assemble());
  const starts = rendered.mock.calls.map((call) => (call as unknown as [{ fromSeq: number }])[0]);
  // The one that was the last, and the one that now is.
  expect(new Set(starts.map(({ fromSeq }) => fromSeq / CHUNK_SIZE))).toEqual(new Set([5, 6]));
  expect(document.querySelectorAll('article')).toHaveLength(121);
});

test('[DEV-10] Newest goes away when it is pressed, and the focus is on the messages', async () => {
  await aChat({ turns: 4, budgetTokens: 32_000 });
  const messages = screen.getByRole('region', { name: 'Messages' });
  vi.spyOn(messages, 'scrollHeight', 'get').mockReturnValue(2_000);
  for (const scrollTop of [1_000, 500]) fireEvent.scroll(messages, { target: { scrollTop } });
  const newest = screen.getByRole('button', { name: 'Newest' });
  newest.focus();
  fireEvent.click(newest);
  expect(screen.queryByRole('button', { name: 'Newest' })).toBeNull();
  expect(document.activeElement).toBe(messages);
});

test('one observer follows all chunks', async () => {
  await aChat({ turns: 60, budgetTokens: 32_000 });
  expect(observers).toHaveBeenCalledOnce();
});

test('[DEV-1] an open reason is the one of the context that is sent now', async () => {
  const { memory } = await aChat({ turns: 40, budgetTokens: 2_000 });
  const left = screen.getAllByText('Left the context');
  const last = left.at(-1);
  if (!last) throw new Error('nothing has left the context');
  fireEvent.click(last);
  const reason = (): string | null | undefined => last.nextElementSibling?.textContent;
  const before = reason();
  await act(() => memory.configure({ budget: fixedBudget(1_200) }));
  await act(() => memory.assemble());
  expect(before).not.toBe('');
  await waitFor(() => expect(reason()).not.toBe(before));
});
