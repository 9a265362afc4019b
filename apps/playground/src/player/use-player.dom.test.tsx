import { createAgentMemory, fixedBudget, type Message } from '@agent-memory/core';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { StrictMode, useSyncExternalStore } from 'react';
import { afterEach, expect, test } from 'vitest';
import type { Speed } from './speed.ts';
import { usePlayer } from './use-player.ts';

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

function aPlayer(messages: readonly Message[] = TALK) {
  const memory = createAgentMemory({ id: 'player', budget: fixedBudget(8_000) });
  const contexts: number[] = [];
  const requestContext = async (): Promise<void> => {
    const { plan } = await memory.assemble();
    contexts.push(plan.transcriptLength);
  };
  const rendered = renderHook(
    ({ speed }: { speed: Speed }) => {
      const { entries: position } = useSyncExternalStore(memory.subscribe, memory.getState);
      return usePlayer({ memory, messages, position, speed, requestContext });
    },
    { initialProps: { speed: 'max' as Speed }, wrapper: StrictMode },
  );
  return { memory, contexts, player: () => rendered.result.current, ...rendered };
}

test('plays to the end, each message once, and asks for a context before every reply', async () => {
  const { player, memory, contexts } = aPlayer();
  act(() => player().play());
  await waitFor(() => expect(player()).toMatchObject({ isOver: true, status: 'paused' }));
  expect(memory.entries().map(({ message }) => message)).toEqual(TALK);
  expect(contexts).toEqual([1, 3, 4]);
});

test('a step stops where the next reply would be made', async () => {
  const { player } = aPlayer();
  act(() => player().step());
  await waitFor(() => expect(player()).toMatchObject({ position: 1, status: 'paused' }));
  act(() => player().step());
  await waitFor(() => expect(player()).toMatchObject({ position: 3, status: 'paused' }));
});

test('goes on from what memory already holds', async () => {
  const { player, memory } = aPlayer();
  await act(() => memory.append(TALK.slice(0, 1)));
  act(() => player().step());
  await waitFor(() => expect(player().position).toBe(3));
  expect(memory.entries().map(({ message }) => message)).toEqual(TALK.slice(0, 3));
});

test('pauses in the middle of a wait', async () => {
  const { player, rerender } = aPlayer();
  rerender({ speed: '1' });
  act(() => player().play());
  await waitFor(() => expect(player()).toMatchObject({ position: 1, status: 'playing' }));
  act(() => player().pause());
  expect(player()).toMatchObject({ position: 1, status: 'paused' });
});

test('says what stopped it', async () => {
  const { player, memory } = aPlayer();
  await memory.dispose();
  act(() => player().play());
  await waitFor(() => expect(player().status).toBe('paused'));
  expect(player().problem).toContain('was disposed');
});
