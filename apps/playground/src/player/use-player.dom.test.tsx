import {
  type AgentMemory,
  batchedStore,
  createAgentMemory,
  fixedBudget,
  inMemoryStore,
  type MemoryState,
  type Message,
} from '@agent-memory/core';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { StrictMode, useSyncExternalStore } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { pauseMs, type Speed } from './speed.ts';
import { usePlayer } from './use-player.ts';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function says(role: 'user' | 'assistant', text: string): Message {
  return { role, parts: [{ type: 'text', text }] };
}

const TALK = [
  says('user', 'Hello'),
  says('assistant', 'Hi'),
  says('user', 'Where is it?'),
  says('assistant', 'Here'),
];

const { together } = batchedStore(inMemoryStore());

function aMemory() {
  return createAgentMemory({ id: 'player', budget: fixedBudget(8_000) });
}

/** @param beforeContext what the request of a context has to wait for. */
function aPlayer(beforeContext: () => Promise<void> = async () => undefined) {
  const memory = aMemory();
  const contexts: number[] = [];
  const requestContext = async (): Promise<void> => {
    await beforeContext();
    const { plan } = await memory.assemble();
    contexts.push(plan.transcriptLength);
  };
  const rendered = renderHook(
    ({ speed, played }: { speed: Speed; played: AgentMemory }) => {
      const shown = useSyncExternalStore(played.subscribe, played.getState);
      return usePlayer({
        memory: played,
        messages: TALK,
        shown,
        speed,
        requestContext,
        together,
      });
    },
    { initialProps: { speed: 'max' as Speed, played: memory }, wrapper: StrictMode },
  );
  return { memory, contexts, player: () => rendered.result.current, ...rendered };
}

interface HeldContext {
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/** Requests of a context, each held until it is settled by hand. */
function heldContexts() {
  const held: HeldContext[] = [];
  const beforeContext = (): Promise<void> =>
    new Promise((resolve, reject) => void held.push({ resolve, reject }));
  const contextAt = async (index: number): Promise<HeldContext> => {
    await waitFor(() => expect(held.length).toBeGreaterThan(index));
    const one = held[index];
    if (!one) throw new Error(`context ${index} was not asked for`);
    return one;
  };
  return { beforeContext, contextAt };
}

test('plays to the end, each message once, and asks for a context before every reply', async () => {
  const { player, memory, contexts } = aPlayer();
  act(() => player().play());
  await waitFor(() => expect(player()).toMatchObject({ isOver: true, status: 'paused' }));
  expect(memory.entries().map(({ message }) => message)).toEqual(TALK);
  expect(contexts).toEqual([1, 3, 4]);
});

test('a jump to the end makes every call too', async () => {
  const { player, memory, contexts } = aPlayer();
  act(() => player().toEnd());
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

/** Pauses between steps do not end by themselves, however late a test goes on. */
function holdPausesAt(speed: Speed): void {
  const start = globalThis.setTimeout;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation((run, ms) => {
    const timer = start(run, ms);
    if (ms === pauseMs(speed)) clearTimeout(timer);
    return timer;
  });
}

test('pauses in the middle of a wait', async () => {
  holdPausesAt('1');
  const { player, rerender, memory } = aPlayer();
  rerender({ speed: '1', played: memory });
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
  expect(player().problem).toContain('is closed');
});

test('it is at rest after the pause only when the step under way has ended', async () => {
  const { beforeContext, contextAt } = heldContexts();
  const { player } = aPlayer(beforeContext);
  expect(player().isAtRest).toBe(true);
  act(() => player().play());
  const context = await contextAt(0);
  act(() => player().pause());
  expect(player()).toMatchObject({ status: 'paused', isAtRest: false });
  context.resolve();
  await waitFor(() => expect(player().isAtRest).toBe(true));
});

test('it is at rest where play and pause come at once, and nothing was begun', () => {
  const { player } = aPlayer();
  act(() => {
    player().play();
    player().pause();
  });
  expect(player()).toMatchObject({ status: 'paused', isAtRest: true });
});

test('it is at rest only when the state of memory is rendered', async () => {
  const memory = aMemory();
  const options = { memory, messages: TALK, speed: 'max', together } as const;
  const requestContext = async () => undefined;
  const { result, rerender } = renderHook(
    (shown: MemoryState) => usePlayer({ ...options, shown, requestContext }),
    { initialProps: memory.getState() },
  );
  for (const change of [() => memory.append(TALK.slice(0, 1)), () => memory.assemble()]) {
    const before = memory.getState();
    await act(async () => void (await change()));
    rerender(before);
    expect(result.current.isAtRest).toBe(false);
    rerender(memory.getState());
    expect(result.current.isAtRest).toBe(true);
  }
});

test('a step that goes wrong after the pause says so', async () => {
  const { beforeContext, contextAt } = heldContexts();
  const { player } = aPlayer(beforeContext);
  act(() => player().play());
  const context = await contextAt(0);
  act(() => player().pause());
  context.reject(new Error('The disk is full.'));
  await waitFor(() => expect(player().problem).toBe('The disk is full.'));
  expect(player().status).toBe('paused');
});

test('a step that goes wrong after play was pressed again does not stop that play', async () => {
  const { beforeContext, contextAt } = heldContexts();
  const { player, memory } = aPlayer(beforeContext);
  act(() => player().play());
  const first = await contextAt(0);
  act(() => player().pause());
  act(() => player().play());
  first.reject(new Error('The disk is full.'));
  for (const index of [1, 2]) (await contextAt(index)).resolve();
  await waitFor(() => expect(player()).toMatchObject({ isOver: true, status: 'paused' }));
  expect(player().problem).toBeUndefined();
  expect(memory.entries().map(({ message }) => message)).toEqual(TALK);
});

test('a paused step that ends late does not end the step that was begun after it', async () => {
  const { beforeContext, contextAt } = heldContexts();
  const { player } = aPlayer(beforeContext);
  act(() => player().play());
  const first = await contextAt(0);
  act(() => player().pause());
  act(() => player().step());
  first.resolve();
  const second = await contextAt(1);
  expect(player()).toMatchObject({ status: 'stepping', position: 3 });
  second.resolve();
  await waitFor(() => expect(player()).toMatchObject({ status: 'paused', position: 3 }));
});

test('another memory is not played into until somebody says so', async () => {
  const { beforeContext, contextAt } = heldContexts();
  const { player, rerender } = aPlayer(beforeContext);
  act(() => player().play());
  const context = await contextAt(0);
  const other = aMemory();
  rerender({ speed: 'max', played: other });
  expect(player()).toMatchObject({ status: 'paused', position: 0 });
  await act(async () => context.reject(new Error('The disk is full.')));
  expect(player().problem).toBeUndefined();
  expect(other.entries()).toEqual([]);
});
