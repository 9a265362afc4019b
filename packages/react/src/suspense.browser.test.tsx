import { indexedDbStore } from '@agent-memory/indexeddb';
import { type ReactNode, Suspense, use, useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { cdp } from 'vitest/browser';
import { GRACE_MS } from './memory-registry.ts';
import { aDatabaseName } from './testing/database.ts';
import { type Mounted, mounted } from './testing/mounted.ts';
import { freshId, last, Probe } from './testing/probe.tsx';
import { aTextMessage } from './testing/recording-store.ts';
import { wordCounter } from './testing/summarizers.ts';
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
}: {
  readonly options: UseAgentMemoryOptions;
  readonly onRender?: (memory: object) => void;
}) {
  const { memory, ready, status, entries } = useAgentMemory(options);
  onRender?.(memory);
  use(ready);
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
  readonly onRender: (memory: object) => void;
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

/** React itself keeps what suspended last; another one that suspends takes its place. */
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
  expect(open).toHaveBeenCalledOnce();
});

test('[RCT-2] a render that suspends and is abandoned starts nothing and leaves nothing', async () => {
  const open = vi.spyOn(indexedDB, 'open');
  const options = {
    id: freshId(),
    contextWindow: 128_000,
    store: indexedDbStore({ databaseName: aDatabaseName() }),
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
  expect(open).not.toHaveBeenCalled();
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
  const memories: object[] = [];
  const view = mounted(
    <Waiting>
      <NeverMounted
        options={options}
        waitsForMemory={true}
        onRender={(memory) => memories.push(memory)}
      />
    </Waiting>,
  );
  // Rendered again once the session is loaded, and suspended for the other reason then.
  await expect.poll(() => memories.length).toBeGreaterThan(1);
  expect(new Set(memories).size).toBe(1);
  const rendered = new WeakRef(memories[0] as object);
  memories.length = 0;
  await abandon(view);
  expect(await isCollected(rendered)).toBe(false);
  vi.advanceTimersByTime(GRACE_MS);
  await expect.poll(() => isCollected(rendered)).toBe(true);
});

test('[RCT-2] a component that mounts within that while has the memory that was loaded for it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const options = { id: freshId(), contextWindow: 128_000 };
  const memories: object[] = [];
  const element = (
    <Waiting>
      <Loaded options={options} onRender={(memory) => memories.push(memory)} />
    </Waiting>
  );
  const { text } = mounted(element);
  await expect.poll(text).toBe('ready: 0 entries');
  vi.advanceTimersByTime(2 * GRACE_MS);
  const other = mounted(element);
  await expect.poll(other.text).toBe('ready: 0 entries');
  expect(new Set(memories).size).toBe(1);
});
