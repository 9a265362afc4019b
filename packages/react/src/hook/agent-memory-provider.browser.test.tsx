import { type AgentMemoryError, createAgentMemory, inMemoryStore } from '@agent-memory/core';
import { recordingStore } from '@agent-memory/core/testing';
import { memo } from 'react';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { aTextMessage } from '../testing/a-text-message.ts';
import { mounted } from '../testing/mounted.ts';
import { distinct, freshId, last, Probe } from '../testing/probe.tsx';
import { wordCounter } from '../testing/summarizers.ts';
import { AgentMemoryProvider } from './agent-memory-provider.ts';
import { type UseAgentMemoryResult, useAgentMemory } from './use-agent-memory.ts';

test('[RCT-1] a provider gives the options that a hook leaves out', async () => {
  const [store, other] = [recordingStore(), recordingStore()];
  const seen: UseAgentMemoryResult[] = [];
  const [one, two] = [freshId(), freshId()];
  const { text } = mounted(
    <AgentMemoryProvider store={store} contextWindow={64_000}>
      <Probe options={{ id: one }} seen={seen} />
      <Probe options={{ id: two, store: other, contextWindow: 128_000 }} seen={seen} />
    </AgentMemoryProvider>,
  );
  await expect.poll(text).toBe('ready: 0 entriesready: 0 entries');
  expect(store.loads).toEqual([one]);
  expect(other.loads).toEqual([two]);
  const windows = new Map(seen.map(({ id, budget }) => [id, budget.contextWindow]));
  expect([...windows]).toEqual([
    [one, 64_000],
    [two, 128_000],
  ]);
});

test('[RCT-1] an inner provider goes ahead of an outer one and keeps the rest of what it says', async () => {
  const store = recordingStore();
  const seen: UseAgentMemoryResult[] = [];
  const id = freshId();
  const { text } = mounted(
    <AgentMemoryProvider store={store} contextWindow={64_000}>
      <AgentMemoryProvider contextWindow={32_000} id={id}>
        <Probe seen={seen} />
      </AgentMemoryProvider>
    </AgentMemoryProvider>,
  );
  await expect.poll(text).toBe('ready: 0 entries');
  expect(last(seen).budget.contextWindow).toBe(32_000);
  expect(store.loads).toEqual([id]);
});

test('[RCT-1] a memory of a provider serves every hook that names no id, and is not disposed', async () => {
  const memory = createAgentMemory({ id: freshId(), contextWindow: 128_000 });
  const given: UseAgentMemoryResult[] = [];
  const own: UseAgentMemoryResult[] = [];
  const nested: UseAgentMemoryResult[] = [];
  const id = freshId();
  const view = mounted(
    <AgentMemoryProvider memory={memory} contextWindow={64_000}>
      <Probe seen={given} />
      <Probe options={{ id }} seen={own} />
      <AgentMemoryProvider id={id}>
        <Probe seen={nested} />
      </AgentMemoryProvider>
    </AgentMemoryProvider>,
  );
  await expect.poll(view.text).toBe('ready: 0 entriesready: 0 entriesready: 0 entries');
  expect(last(given).memory).toBe(memory);
  expect(last(own).memory).not.toBe(memory);
  expect(last(nested).memory).toBe(last(own).memory);
  view.rerender(<p>gone</p>);
  await expect.poll(view.text).toBe('gone');
  await memory.append(aTextMessage('Still there?'));
  expect(memory.entries()).toHaveLength(1);
});

function OwnScratchpad({ seen }: { readonly seen: unknown[] }) {
  const { error, scratchpad } = useAgentMemory({
    scratchpad: { schema: z.object({ title: z.string() }), initial: { title: 'Trip' } },
  });
  seen.push(error?.message);
  return <p>{scratchpad.title}</p>;
}

test('[RCT-1] a memory of a provider is not for a hook with a scratchpad of its own', async () => {
  const memory = createAgentMemory({ id: freshId(), contextWindow: 128_000 });
  const seen: unknown[] = [];
  const { text } = mounted(
    <AgentMemoryProvider memory={memory} contextWindow={64_000}>
      <OwnScratchpad seen={seen} />
    </AgentMemoryProvider>,
  );
  await expect.poll(text).toBe('Trip');
  expect(last(seen)).toContain('Option `id`');
});

test('[RCT-1] the newest onError of a provider hears of an error', async () => {
  const store = recordingStore();
  const seen: UseAgentMemoryResult[] = [];
  const heard: string[] = [];
  const id = freshId();
  const page = (name: string) => (
    <AgentMemoryProvider
      store={store}
      contextWindow={64_000}
      onError={({ code }) => heard.push(`${name} ${code}`)}
    >
      <b>{name}</b>
      <Probe options={{ id, tokenCounter: wordCounter }} seen={seen} />
    </AgentMemoryProvider>
  );
  const { text, rerender } = mounted(page('old'));
  await expect.poll(text).toBe('oldready: 0 entries');
  rerender(page('new'));
  await expect.poll(text).toBe('newready: 0 entries');
  store.failCommitsWithConflict();
  await expect(last(seen).append(aTextMessage('Hello'))).rejects.toThrow();
  await expect.poll(text).toBe('newerror: 1 entries');
  expect(heard).toEqual(['new STORE_CONFLICT']);
});

test('[RCT-3] a callback that several hooks share hears of each error once', async () => {
  const store = recordingStore();
  const seen: UseAgentMemoryResult[] = [];
  const heard: string[] = [];
  const onError = ({ code }: AgentMemoryError) => heard.push(code);
  const id = freshId();
  const probe = <Probe options={{ id, tokenCounter: wordCounter }} seen={seen} />;
  const page = (probes: readonly string[]) => (
    <AgentMemoryProvider store={store} contextWindow={64_000} onError={onError}>
      {probes.map((name) => (
        <i key={name}>{probe}</i>
      ))}
    </AgentMemoryProvider>
  );
  const { text, rerender } = mounted(page(['one', 'two']), { isStrict: true });
  await expect.poll(text).toBe('ready: 0 entriesready: 0 entries');
  store.failCommitsWithConflict();
  await expect(last(seen).append(aTextMessage('Hello'))).rejects.toThrow();
  await expect.poll(text).toBe('error: 1 entrieserror: 1 entries');
  expect(heard).toEqual(['STORE_CONFLICT']);
  rerender(page(['one', 'two', 'three']));
  await expect.poll(text).toBe('error: 1 entries'.repeat(3));
  expect(heard).toEqual(['STORE_CONFLICT']);
  last(seen).clearError();
  await expect.poll(text).toBe('ready: 1 entries'.repeat(3));
  await expect(last(seen).append(aTextMessage('Again'))).rejects.toThrow();
  await expect.poll(text).toBe('error: 2 entries'.repeat(3));
  expect(heard).toEqual(['STORE_CONFLICT', 'STORE_CONFLICT']);
});

const Inner = memo(function Inner({ id, seen }: { id: string; seen: UseAgentMemoryResult[] }) {
  const result = useAgentMemory({ id });
  seen.push(result);
  return <i>{result.status}</i>;
});

test('[RCT-3] a provider that renders again with the same defaults renders no hook', async () => {
  const store = inMemoryStore();
  const seen: UseAgentMemoryResult[] = [];
  const id = freshId();
  const page = (round: number) => (
    <AgentMemoryProvider store={store} contextWindow={64_000}>
      {round} <Inner id={id} seen={seen} />
    </AgentMemoryProvider>
  );
  const { text, rerender } = mounted(page(1));
  await expect.poll(text).toBe('1 ready');
  const renders = seen.length;
  rerender(page(2));
  await expect.poll(text).toBe('2 ready');
  expect(seen).toHaveLength(renders);
  expect(distinct(seen.map(({ memory }) => memory))).toHaveLength(1);
});
