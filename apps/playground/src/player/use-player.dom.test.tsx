import { type AgentMemory, createAgentMemory, fixedBudget, type Message } from '@agent-memory/core';
import { useAgentMemory } from '@agent-memory/react';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterEach, expect, test } from 'vitest';
import { usePlayer } from './player-page.tsx';

afterEach(cleanup);

function says(role: 'user' | 'assistant', text: string): Message {
  return { role, parts: [{ type: 'text', text }] };
}

const TALK = [
  says('user', 'Hello'),
  says('assistant', 'Hi'),
  says('user', 'Where is it?'),
  says('assistant', 'Here'),
];

function aMemory() {
  return createAgentMemory({ id: 'player', budget: fixedBudget(8_000) });
}

function aPlayer() {
  const memory = aMemory();
  const contexts: number[] = [];
  const requestContext = async () => {
    const context = await memory.assemble();
    contexts.push(context.plan.transcriptLength);
    return { kind: 'sent', context } as const;
  };
  const rendered = renderHook(
    ({ played }: { played: AgentMemory }) =>
      usePlayer(
        { memory: played, state: useAgentMemory({ memory: played }), requestContext },
        TALK,
      ),
    { initialProps: { played: memory }, wrapper: StrictMode },
  );
  return { memory, contexts, shown: () => rendered.result.current, ...rendered };
}

const ways = ['play', 'toEnd'] as const;

test.each(ways)(
  'by %s it goes to the end, each message once, and asks for a context before every reply',
  async (way) => {
    const { shown, memory, contexts } = aPlayer();
    act(() => shown().player[way]());
    await waitFor(() => expect(shown()).toMatchObject({ isOver: true, status: 'paused' }));
    expect(memory.entries().map(({ message }) => message)).toEqual(TALK);
    expect(contexts).toEqual([1, 3, 4]);
  },
);

test('a step stops where the next reply would be made', async () => {
  const { shown } = aPlayer();
  for (const position of [1, 3]) {
    act(() => shown().player.step());
    await waitFor(() => expect(shown()).toMatchObject({ position, isAtRest: true }));
  }
});

test('goes on from what memory already holds', async () => {
  const { shown, memory } = aPlayer();
  await act(() => memory.append(TALK.slice(0, 1)));
  act(() => shown().player.step());
  await waitFor(() => expect(shown().position).toBe(3));
  expect(memory.entries().map(({ message }) => message)).toEqual(TALK.slice(0, 3));
});

test('says what stopped it', async () => {
  const { shown, memory } = aPlayer();
  await memory.dispose();
  act(() => shown().player.play());
  await waitFor(() => expect(shown().problem).toContain('is closed'));
});

test('another memory is not played into until somebody says so', async () => {
  const { shown, rerender } = aPlayer();
  act(() => shown().player.play());
  const other = aMemory();
  rerender({ played: other });
  expect(shown()).toMatchObject({ status: 'paused', position: 0 });
  expect(other.entries()).toEqual([]);
});
