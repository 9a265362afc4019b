import {
  type AgentMemory,
  type AgentMemoryError,
  inMemoryStore,
  type MemoryState,
} from '@agent-memory/core';
import { recordingStore } from '@agent-memory/core/testing';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterEach, expect, test } from 'vitest';
import { useAgentMemoryState } from '../state/use-agent-memory-state.ts';
import { aTextMessage } from '../testing/a-text-message.ts';
import { type UseAgentMemoryResult, useAgentMemory } from './use-agent-memory.ts';

afterEach(cleanup);

type Options = Parameters<typeof useAgentMemory>[0];

/** Shows a memory and hands every rendered result to the test. */
function Probe({ options, seen }: { options: Options; seen: UseAgentMemoryResult[] }) {
  const result = useAgentMemory(options);
  seen.push(result);
  return (
    <p>
      {result.status}: {result.entries} entries
    </p>
  );
}

/** Hands every rendered selection to the test. */
function Selected<Selection>({
  memory,
  selector,
  isEqual,
  seen,
}: {
  memory: AgentMemory;
  selector: (state: MemoryState) => Selection;
  isEqual?: (left: Selection, right: Selection) => boolean;
  seen: Selection[];
}) {
  seen.push(useAgentMemoryState(memory, selector, isEqual));
  return null;
}

function last<Item>(items: readonly Item[]): Item {
  const item = items.at(-1);
  if (!item) throw new Error('nothing was rendered');
  return item;
}

function distinct<Item>(items: readonly Item[]): readonly Item[] {
  return [...new Set(items)];
}

let sessions = 0;
/** An id that no other test has used: the registry lives as long as the file. */
function freshId(): string {
  sessions += 1;
  return `session-${sessions}`;
}

async function isClosed(memory: AgentMemory): Promise<boolean> {
  try {
    await memory.append(aTextMessage('still there?'));
    return false;
  } catch (error) {
    return (error as AgentMemoryError).code === 'SESSION_CLOSED';
  }
}

test('[RCT-1] the memory lives on while one of two components stays', async () => {
  const seen: UseAgentMemoryResult[] = [];
  const options = { id: freshId(), contextWindow: 128_000 };
  const both = (isBoth: boolean) => (
    <>
      <Probe options={options} seen={seen} />
      {isBoth && <Probe options={options} seen={seen} />}
    </>
  );
  const { rerender } = render(both(true));
  rerender(both(false));
  await nextTask();
  expect(await isClosed(last(seen).memory)).toBe(false);
});

test('[RCT-1] a memory is disposed a task after its last component unmounted', async () => {
  const seen: UseAgentMemoryResult[] = [];
  const options = { id: freshId(), contextWindow: 128_000 };
  const { unmount } = render(<Probe options={options} seen={seen} />);
  await screen.findByText('ready: 0 entries');
  unmount();
  expect(await isClosed(last(seen).memory)).toBe(false);
  await nextTask();
  expect(await isClosed(last(seen).memory)).toBe(true);
});

test('[RCT-1] a memory that moves to another component within a task is kept', async () => {
  const seen: UseAgentMemoryResult[] = [];
  const options = { id: freshId(), contextWindow: 128_000 };
  const { rerender } = render(<Probe key="here" options={options} seen={seen} />);
  rerender(<Probe key="there" options={options} seen={seen} />);
  await nextTask();
  expect(distinct(seen.map(({ memory }) => memory))).toHaveLength(1);
  expect(await isClosed(last(seen).memory)).toBe(false);
});

test('[RCT-1] another id gives another session, and coming back finds what was stored', async () => {
  const store = inMemoryStore();
  const seen: UseAgentMemoryResult[] = [];
  const [one, two] = [freshId(), freshId()];
  const probe = (id: string) => (
    <Probe options={{ id, contextWindow: 128_000, store }} seen={seen} />
  );
  const { rerender } = render(probe(one));
  await act(() => last(seen).append(aTextMessage('Hello')));
  rerender(probe(two));
  await screen.findByText('ready: 0 entries');
  rerender(probe(one));
  await screen.findByText('ready: 1 entries');
  expect(distinct(seen.map(({ id }) => id))).toEqual([one, two]);
});

test('[RCT-1] a session taken up again while it is still being written loads those writes', async () => {
  const store = recordingStore();
  const seen: UseAgentMemoryResult[] = [];
  const options = { id: freshId(), contextWindow: 128_000, store };
  const { unmount } = render(<Probe options={options} seen={seen} />);
  await screen.findByText('ready: 0 entries');
  const release = store.holdCommits();
  const appended = last(seen).append(aTextMessage('written late'));
  unmount();
  await nextTask();
  render(<Probe options={options} seen={seen} />);
  await nextTask();
  release();
  await appended;
  await screen.findByText('ready: 1 entries');
});

test('[RCT-3] a new plan shows, also when nothing else changed', async () => {
  const seen: UseAgentMemoryResult[] = [];
  render(<Probe options={{ id: freshId(), contextWindow: 128_000 }} seen={seen} />);
  await last(seen).append(aTextMessage('Where is my order?'));
  await screen.findByText('ready: 1 entries');
  expect(last(seen).plan).toBeUndefined();
  const { plan } = await last(seen).assemble();
  await waitFor(() => expect(last(seen).plan).toBe(plan));
});

test('[RCT-3] appends of one task cause one render', async () => {
  const seen: UseAgentMemoryResult[] = [];
  render(<Probe options={{ id: freshId(), contextWindow: 128_000 }} seen={seen} />);
  await screen.findByText('ready: 0 entries');
  const before = seen.length;
  await Promise.all(
    Array.from({ length: 20 }, (_, index) => last(seen).append(aTextMessage(`message ${index}`))),
  );
  await screen.findByText('ready: 20 entries');
  expect(seen.length - before).toBe(1);
});

test('[RCT-3] a selection renders again only when it changes', async () => {
  const seen: UseAgentMemoryResult[] = [];
  const selections: number[] = [];
  render(<Probe options={{ id: freshId(), contextWindow: 128_000 }} seen={seen} />);
  const { memory, append, patchScratchpad } = last(seen);
  render(<Selected memory={memory} selector={({ entries }) => entries} seen={selections} />);
  await screen.findByText('ready: 0 entries');
  await patchScratchpad({ objective: 'nothing that the selector reads' });
  await waitFor(() => expect(last(seen).scratchpad.objective).not.toBe(''));
  await append(aTextMessage('Hello'));
  await screen.findByText('ready: 1 entries');
  expect(selections).toEqual([0, 1]);
});

test('[RCT-3] a selection that is equal in content keeps its identity', async () => {
  const seen: UseAgentMemoryResult[] = [];
  const selections: { isEven: boolean }[] = [];
  render(<Probe options={{ id: freshId(), contextWindow: 128_000 }} seen={seen} />);
  const { memory, append } = last(seen);
  render(
    <Selected
      memory={memory}
      selector={({ entries }) => ({ isEven: entries % 2 === 0 })}
      isEqual={(left, right) => left.isEven === right.isEven}
      seen={selections}
    />,
  );
  await screen.findByText('ready: 0 entries');
  await append([aTextMessage('one'), aTextMessage('two')]);
  await screen.findByText('ready: 2 entries');
  expect(distinct(selections)).toHaveLength(1);
});

/** Waits for the task in which a release takes effect. */
function nextTask(): Promise<void> {
  return act(() => new Promise<void>((resolve) => void setTimeout(resolve)));
}

test('[RCT-1] a component that moves on to another id makes one memory for it, however often it renders before it is mounted', async () => {
  const store = inMemoryStore();
  const [first, second] = [freshId(), freshId()];
  const seen: UseAgentMemoryResult[] = [];
  const page = (id: string) => (
    <StrictMode>
      <Probe options={{ id, contextWindow: 64_000, store }} seen={seen} />
      <Probe options={{ id, contextWindow: 64_000, store }} seen={seen} />
    </StrictMode>
  );
  const { rerender } = render(page(first));
  await waitFor(() => expect(last(seen).status).toBe('ready'));
  seen.length = 0;
  rerender(page(second));
  await waitFor(() => expect(last(seen).status).toBe('ready'));
  expect(distinct(seen.map(({ memory }) => memory))).toHaveLength(1);
  expect(last(seen).id).toBe(second);
});
