import type { AgentMemory } from '@agent-memory/core';
import { indexedDbStore } from '@agent-memory/indexeddb';
import { type ReactNode, Suspense, use, useEffect, useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { cdp } from 'vitest/browser';
import { aTextMessage } from '../testing/a-text-message.ts';
import { aDatabaseName } from '../testing/database.ts';
import { type Mounted, mounted } from '../testing/mounted.ts';
import { freshId, last, Probe } from '../testing/probe.tsx';
import { wordCounter } from '../testing/summarizers.ts';
import {
  type UseAgentMemoryOptions,
  type UseAgentMemoryResult,
  useAgentMemory,
} from './use-agent-memory.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const never = new Promise<void>(() => undefined);

/** Shows a session that is loaded, or suspends. */
function Loaded({
  options,
  onRender,
  onMount,
}: {
  readonly options: UseAgentMemoryOptions;
  readonly onRender?: (memory: object) => void;
  readonly onMount?: () => void;
}) {
  const { memory, ready, status, entries } = useAgentMemory(options);
  onRender?.(memory);
  use(ready);
  useEffect(() => onMount?.(), [onMount]);
  return (
    <p>
      {status}: {entries} entries
    </p>
  );
}

/** Asks for a memory, and suspends for another reason, for good. */
function NeverMounted({
  options,
  waitsForMemory,
  onRender,
}: {
  readonly options: UseAgentMemoryOptions;
  readonly waitsForMemory: boolean;
  readonly onRender: (memory: AgentMemory) => void;
}) {
  const result = useAgentMemory(options);
  onRender(result.memory);
  if (waitsForMemory) use(result.ready);
  use(never);
  return null;
}

/** Suspends for good, without a memory. */
function Elsewhere() {
  useState('elsewhere');
  use(never);
  return null;
}

/** React itself keeps what suspended last; another one that suspends replaces it. */
async function abandon({ text, rerender }: Mounted): Promise<void> {
  rerender(<p>gone</p>);
  await expect.poll(text).toBe('gone');
  rerender(
    <Suspense fallback="elsewhere">
      <Elsewhere />
    </Suspense>,
  );
  await expect.poll(text).toBe('elsewhere');
}

function Waiting({ children }: { readonly children: ReactNode }) {
  return <Suspense fallback="loading">{children}</Suspense>;
}

/** Whether something is still in memory once everything that nothing leads to was collected. */
async function isCollected(reference: WeakRef<object>): Promise<boolean> {
  // Typed by Playwright, which this package does not know.
  const session = cdp() as unknown as { send(method: string): Promise<unknown> };
  await session.send('HeapProfiler.collectGarbage');
  return reference.deref() === undefined;
}

test('[RCT-2] `use(ready)` suspends until the stored session is there', async () => {
  const databaseName = aDatabaseName();
  const options = {
    id: freshId(),
    contextWindow: 128_000,
    store: indexedDbStore({ databaseName }),
  };
  const seen: UseAgentMemoryResult[] = [];
  const first = mounted(<Probe options={options} seen={seen} />);
  await expect.poll(first.text).toBe('ready: 0 entries');
  await last(seen).append(aTextMessage('Hello'));
  first.rerender(<p>gone</p>);
  await expect.poll(first.text).toBe('gone');

  const open = vi.spyOn(indexedDB, 'open');
  const shown: string[] = [];
  const again = mounted(
    <Waiting>
      <Loaded
        options={{ ...options, store: indexedDbStore({ databaseName }) }}
        onRender={() => shown.push(again.text())}
      />
    </Waiting>,
    { isStrict: true },
  );
  await expect.poll(again.text).toBe('ready: 1 entries');
  expect(shown[0]).toBe('');
  expect(open.mock.calls.filter(([name]) => name === databaseName)).toHaveLength(1);
});

test('[RCT-2] a render that suspends and is abandoned starts nothing and leaves nothing', async () => {
  const open = vi.spyOn(indexedDB, 'open');
  const databaseName = aDatabaseName();
  const options = {
    id: freshId(),
    contextWindow: 128_000,
    store: indexedDbStore({ databaseName }),
    tokenCounter: wordCounter,
  };
  let rendered: WeakRef<object> | undefined;
  const view = mounted(
    <Waiting>
      <NeverMounted
        options={options}
        waitsForMemory={false}
        onRender={(memory) => {
          rendered = new WeakRef(memory);
        }}
      />
    </Waiting>,
  );
  await expect.poll(view.text).toBe('loading');
  await abandon(view);
  // Memories of other tests may still look at a database of theirs that was deleted.
  expect(open.mock.calls.map(([name]) => name)).not.toContain(databaseName);
  await expect.poll(() => rendered && isCollected(rendered)).toBe(true);
});

test('[RCT-2] a memory that an abandoned render has loaded is let go a while after', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const options = {
    id: freshId(),
    contextWindow: 128_000,
    store: indexedDbStore({ databaseName: aDatabaseName() }),
    tokenCounter: wordCounter,
  };
  const memories: AgentMemory[] = [];
  const view = mounted(
    <Waiting>
      <NeverMounted
        options={options}
        waitsForMemory={true}
        onRender={(memory) => memories.push(memory)}
      />
    </Waiting>,
  );
  const first = () => last(memories);
  // Rendered again once the session is loaded, and suspended for the other reason then.
  await expect.poll(() => memories.length).toBeGreaterThan(1);
  await expect.poll(() => first().getState().status).toBe('ready');
  expect(new Set(memories).size).toBe(1);
  await abandon(view);
  vi.advanceTimersByTime(5_000);
  // The session has ended: it is not found again.
  const later: UseAgentMemoryResult[] = [];
  mounted(<Probe options={options} seen={later} />);
  await expect.poll(() => later.length).toBeGreaterThan(0);
  expect(last(later).memory).not.toBe(first());
});

test('[RCT-2] a component that mounts within that while has the memory that was loaded for it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const options = { id: freshId(), contextWindow: 128_000 };
  const memories: object[] = [];
  const onMount = vi.fn();
  const element = (
    <Waiting>
      <Loaded options={options} onRender={(memory) => memories.push(memory)} onMount={onMount} />
    </Waiting>
  );
  const { text } = mounted(element);
  await expect.poll(text).toBe('ready: 0 entries');
  // React paints before the effects in which the session is held.
  await expect.poll(() => onMount.mock.calls.length).toBe(1);
  vi.advanceTimersByTime(2 * 5_000);
  const other = mounted(element);
  await expect.poll(other.text).toBe('ready: 0 entries');
  expect(new Set(memories).size).toBe(1);
});
