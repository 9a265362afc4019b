import {
  type AgentMemory,
  createAgentMemory,
  fixedBudget,
  inMemoryStore,
  type MemoryStore,
  textOf,
} from '@agent-memory/core';
import { sessionCheckpoints } from '@agent-memory/core/checkpoints';
import { sessionRuns } from '@agent-memory/core/runs';
import {
  createLongTermMemory,
  type LongTermMemory,
  retrievedRecords,
} from '@agent-memory/long-term';
import { memoryExtraction } from '@agent-memory/long-term/extraction';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterEach, expect, test } from 'vitest';
import { wait } from '../app/wait.ts';
import type { ContextResult } from '../session/use-session.ts';
import { createKeptValue, type KeptValue } from '../settings/kept-value.ts';
import type { RunSession } from './run/run-session.ts';
import { createShopDesk, parseServed, type ServedCall } from './shop/shop-desk.ts';
import { memoryTools } from './tools/assistant-tools.ts';
import { type AssistantState, useAssistant } from './use-assistant.ts';

afterEach(cleanup);

const runs = sessionRuns({ maxTokens: 400 });
const checkpoints = sessionCheckpoints();

/** Notes of the shop that outlive a page. */
function shopNotes(): KeptValue<readonly ServedCall[]> {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  return createKeptValue('shop', parseServed, { storage: () => storage });
}

function aRunSession(
  memory: AgentMemory,
  {
    longTerm = createLongTermMemory({ sweepEveryMs: 0 }),
    store = inMemoryStore(),
    served = shopNotes(),
    beforeContext,
  }: AssistantOptions & { readonly longTerm?: LongTermMemory },
): RunSession {
  return {
    memory,
    longTerm,
    checkpoints: checkpoints.of(memory),
    recallTools: runs.of(memory).tools,
    desk: createShopDesk(served, wait),
    requestContext: async (): Promise<ContextResult> => {
      await beforeContext?.();
      return { kind: 'sent', context: await memory.assemble() };
    },
    storedEntries: async () => (await store.load(memory.id))?.entries.length ?? 0,
  };
}

interface AssistantOptions {
  readonly beforeContext?: () => Promise<void>;
  readonly store?: MemoryStore;
  readonly served?: KeptValue<readonly ServedCall[]>;
}

function anAssistant(options: AssistantOptions = {}) {
  const longTerm = createLongTermMemory({ sweepEveryMs: 0 });
  const extraction = memoryExtraction(longTerm, { memoryTools });
  const memory = createAgentMemory({
    id: 'assistant',
    budget: fixedBudget(8_000),
    features: [retrievedRecords(longTerm), extraction.feature, runs.feature, checkpoints.feature],
    ...(options.store && { store: options.store }),
  });
  const session = aRunSession(memory, { ...options, longTerm });
  const rendered: AssistantState[] = [];
  const { result, unmount } = renderHook(
    () => {
      const assistant = useAssistant(session);
      rendered.push(assistant.state);
      return assistant;
    },
    { wrapper: StrictMode },
  );
  const send = async (text: string): Promise<void> => {
    act(() => result.current.send(text));
    await waitFor(() => expect(result.current.state).toBe('idle'));
  };
  const said = (): string[] => memory.entries().map(({ message }) => textOf(message));
  return {
    memory,
    longTerm,
    extraction,
    assistant: () => result.current,
    send,
    said,
    rendered,
    unmount,
  };
}

test('appends the question and the answer', async () => {
  const { send, said } = anAssistant();
  await send('What is 6 * 7?');
  expect(said()).toEqual(['What is 6 * 7?', '6 * 7 = 42']);
});

test('answers from what an earlier turn put into the context', async () => {
  const { send, said } = anAssistant();
  await send('My order number is A-20417');
  await send('What is my order number?');
  expect(said().at(-1)).toContain('Your order number is A-20417.');
});

test('calls a tool, and appends its result with the call', async () => {
  const { memory, send, said } = anAssistant();
  await send('Where is my order B-7781?');
  expect(memory.entries().map(({ message }) => message.role)).toEqual([
    'user',
    'assistant',
    'tool',
    'assistant',
  ]);
  expect(said().at(-1)).toContain('Order B-7781 is');
});

test('puts a note on the scratchpad and answers from it', async () => {
  const { memory, send, said } = anAssistant();
  await send('Remember that my seat is 14C.');
  expect(memory.getState().scratchpad.keyFacts).toEqual(['my seat is 14C']);
  await send('What is my seat?');
  expect(said().at(-1)).toMatch(/^Your seat is 14C\./);
});

test('[EXT-1] [EXT-3] what is said in passing is kept by itself, what a tool kept is not read once more', async () => {
  const { longTerm, extraction, send } = anAssistant();
  await send('What is 6 * 7? By the way, I prefer a bunk bed');
  await send('I prefer green tea');
  await extraction.settled();
  const { items } = await longTerm.list();
  expect(items.map(({ record }) => record.text).toSorted()).toEqual([
    'I prefer a bunk bed',
    'The user prefers green tea.',
  ]);
});

test('[GRD-1] what a page says of the user is no answer about the user', async () => {
  const { longTerm, extraction, send, said } = anAssistant();
  await send('Read the page about trains');
  await extraction.settled();
  await send('Which seat do I prefer?');
  expect(said().at(-1)).toContain('I do not see which seat you prefer');
  const { items } = await longTerm.list();
  expect(items.map(({ labels }) => labels.includes('quoted'))).toEqual([true]);
});

test('keeps what was said when it is stopped', async () => {
  const { assistant, said } = anAssistant();
  act(() => assistant().send('Tell me a long story'));
  await waitFor(() => expect(assistant().state).toBe('speaking'));
  act(() => assistant().stop());
  await waitFor(() => expect(assistant().state).toBe('idle'));
  expect(said()).toHaveLength(2);
  expect(said()[1]).toMatch(/^The lighthouse.* …$/s);
});

test('takes one message at a time', async () => {
  const { assistant, said } = anAssistant();
  act(() => assistant().send('What is 1 + 1?'));
  act(() => assistant().send('What is 2 + 2?'));
  await waitFor(() => expect(assistant().state).toBe('idle'));
  expect(said()).toEqual(['What is 1 + 1?', '1 + 1 = 2']);
});

test('what is being said grows by the word, and whoever only asks what it does hears nothing of it', async () => {
  const { assistant, rendered } = anAssistant();
  const heard: string[] = [];
  const { spoken } = assistant();
  spoken.subscribe(() => heard.push(spoken.get()));
  act(() => assistant().send('Tell me a long story'));
  await waitFor(() => expect(heard.length).toBeGreaterThan(12));
  act(() => assistant().stop());
  await waitFor(() => expect(assistant().state).toBe('idle'));
  expect(heard.at(-1)).toBe('');
  expect(heard.at(-2)).toMatch(/^The lighthouse/);
  const whileSpeaking = rendered.filter((state) => state === 'speaking');
  // Once for the change, and once more each time that React looks twice.
  expect(whileSpeaking.length).toBeLessThanOrEqual(4);
});

test('a fault behind a stop is told in words', async () => {
  let fail: (() => void) | undefined;
  const beforeContext = (): Promise<void> =>
    new Promise((_, reject) => {
      fail = () => reject(new Error('the disk is gone'));
    });
  const { assistant } = anAssistant({ beforeContext });
  act(() => assistant().send('Hello'));
  await waitFor(() => expect(fail).toBeDefined());
  act(() => assistant().stop());
  await act(async () => fail?.());
  await waitFor(() => expect(assistant().problem).toBe('the disk is gone'));
  expect(assistant().state).toBe('idle');
});

test('a turn in a session that was closed meanwhile ends without a word', async () => {
  const { memory, assistant } = anAssistant({ beforeContext: () => memory.dispose() });
  act(() => assistant().send('Hello'));
  await waitFor(() => expect(assistant().state).toBe('thinking'));
  await waitFor(() => expect(assistant().state).toBe('idle'));
  expect(assistant().problem).toBeUndefined();
});

test('another memory ends the turn of the one before it, and begins at rest', async () => {
  const [one, other] = ['one', 'other'].map((id) =>
    createAgentMemory({
      id,
      budget: fixedBudget(8_000),
      features: [runs.feature, checkpoints.feature],
    }),
  );
  if (!one || !other) throw new Error('There are two memories.');
  const sessions = { one: aRunSession(one, {}), other: aRunSession(other, {}) };
  const { result, rerender } = renderHook(({ session }) => useAssistant(session), {
    initialProps: { session: sessions.one },
    wrapper: StrictMode,
  });
  act(() => result.current.send('Tell me a long story'));
  await waitFor(() => expect(result.current.state).toBe('speaking'));
  rerender({ session: sessions.other });
  expect(result.current.state).toBe('idle');
  expect(result.current.spoken.get()).toBe('');
  act(() => result.current.send('What is 1 + 1?'));
  await waitFor(() => expect(other.entries()).toHaveLength(2));
  await waitFor(() => expect(one.entries()).toHaveLength(2));
  expect(textOf(other.entries()[1]?.message ?? { role: 'user', parts: [] })).toBe('1 + 1 = 2');
});

const ERRAND_CALLS = 6;

test('[CKP-1] a run that a page left in the middle goes on by itself in the next one, and the shop serves nothing twice', async () => {
  const store = inMemoryStore();
  const served = shopNotes();
  const first = anAssistant({ store, served });
  act(() => first.assistant().send('Check my orders'));
  await waitFor(() => expect(served.get()).toHaveLength(3));
  first.unmount();
  await first.memory.dispose();

  const second = anAssistant({ store, served });
  await waitFor(() => expect(second.assistant().resumed).toBeDefined());
  expect(second.assistant().resumed).toMatchObject({
    title: 'Check my orders',
    step: 3,
    inDoubt: [expect.any(String)],
  });
  await waitFor(() => expect(second.assistant().state).toBe('idle'));
  expect(second.said().at(-1)).toMatch(/^You have 3 open orders\./);
  expect(served.get()).toHaveLength(ERRAND_CALLS);
  expect(second.memory.entries().filter(({ message }) => message.role === 'user')).toHaveLength(1);
});

test('a run that the user stopped does not go on in the next page', async () => {
  const store = inMemoryStore();
  const served = shopNotes();
  const first = anAssistant({ store, served });
  act(() => first.assistant().send('Check my orders'));
  await waitFor(() => expect(served.get()).toHaveLength(2));
  act(() => first.assistant().stop());
  await waitFor(() => expect(first.assistant().state).toBe('idle'));
  expect(first.assistant().problem).toBeUndefined();
  expect(first.said().at(-1)).toBe('Stopped.');
  first.unmount();
  await first.memory.dispose();

  const second = anAssistant({ store, served });
  await second.send('What is 6 * 7?');
  expect(second.assistant().resumed).toBeUndefined();
  expect(second.said().at(-1)).toBe('6 * 7 = 42');
  expect(served.get()).toHaveLength(2);
});

test('[BLK-1] a value that left the context long ago is searched for, brought back and named with its place', async () => {
  const { memory, said, send } = anAssistant();
  await send('Where is my order B-7781?');
  await memory.configure({ budget: fixedBudget(2_000) });
  for (const round of ['a', 'another', 'a third', 'a fourth'])
    await send(`Tell me ${round} long story`);
  await send('What was the tracking number of order B-7781?');
  const tools = memory
    .entries()
    .flatMap(({ message }) =>
      message.parts.flatMap((part) => (part.type === 'tool-call' ? [part.toolName] : [])),
    );
  expect(tools).toEqual(['lookup_order', 'search_session', 'recall']);
  expect(said().at(-1)).toMatch(
    /^The tracking number of order B-7781 is TRK-\d{8}\. I read that in message #2, which had left the context; recall brought it back\.$/,
  );
});
