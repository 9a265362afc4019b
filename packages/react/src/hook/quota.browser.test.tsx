import type { AgentMemoryError } from '@agent-memory/core';
import { indexedDbStore } from '@agent-memory/indexeddb';
import { expect, onTestFinished, test } from 'vitest';
import { aTextMessage } from '../testing/a-text-message.ts';
import { aDatabaseName } from '../testing/database.ts';
import { mounted } from '../testing/mounted.ts';
import { freshId, last, Probe } from '../testing/probe.tsx';
import type { UseAgentMemoryResult } from './use-agent-memory.ts';

/** The part of the Storage Buckets API, not yet in the DOM types, that makes a small disk. */
interface StorageBuckets {
  open(name: string, options: { quota: number }): Promise<{ readonly indexedDB: IDBFactory }>;
  delete(name: string): Promise<void>;
}

/** IndexedDB on a disk with so much room and no more: the browser itself refuses what is over it. */
async function aSmallDisk(quotaBytes: number): Promise<IDBFactory> {
  const { storageBuckets } = navigator as unknown as { readonly storageBuckets: StorageBuckets };
  const name = aDatabaseName();
  const bucket = await storageBuckets.open(name, { quota: quotaBytes });
  onTestFinished(() => storageBuckets.delete(name));
  return bucket.indexedDB;
}

/** About 150 kB that no compression makes smaller. */
function incompressibleText(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(16_000))).join(' ');
}

test('[RCT-4] where the disk is full the conversation continues in memory and says so', async () => {
  const disk = await aSmallDisk(100_000);
  const store = indexedDbStore({ databaseName: 'small', getIndexedDb: () => disk });
  const seen: UseAgentMemoryResult[] = [];
  const errors: AgentMemoryError[] = [];
  const options = {
    id: freshId(),
    contextWindow: 1_000_000,
    store,
    onError: (error: AgentMemoryError) => errors.push(error),
  };
  const { text } = mounted(<Probe options={options} seen={seen} />);
  await expect.poll(text).toBe('ready: 0 entries');
  expect(last(seen).store).toMatchObject({ name: 'IndexedDB', persistent: true, owed: 0 });

  const [entry] = await last(seen).append(aTextMessage(incompressibleText()));
  expect(entry?.durable).toBe(false);
  await expect.poll(text).toBe('ready: 1 entries');
  await expect
    .poll(() => last(seen).degraded.map(({ code }) => code))
    .toEqual(['STORE_WRITE_FAILED']);
  expect(last(seen).degraded[0]?.message).toContain('gone when this page closes');
  expect(last(seen).store).toMatchObject({ persistent: false, owed: 1 });
  expect(errors).toEqual([]);

  const { messages } = await last(seen).assemble();
  expect(messages).toHaveLength(1);
  expect(await store.load(options.id)).toBeUndefined();
});

test('[RCT-4] where the browser denies IndexedDB the conversation continues in memory and says so', async () => {
  const denied = new DOMException(
    'The user denied permission to access the database.',
    'SecurityError',
  );
  const store = indexedDbStore({
    getIndexedDb: () => {
      throw denied;
    },
  });
  const seen: UseAgentMemoryResult[] = [];
  const options = { id: freshId(), contextWindow: 128_000, store };
  const { text } = mounted(<Probe options={options} seen={seen} />);
  await expect.poll(text).toBe('ready: 0 entries');
  await last(seen).append(aTextMessage('Hello'));
  await expect.poll(text).toBe('ready: 1 entries');
  expect(last(seen).degraded.map(({ code }) => code)).toContain('STORE_UNAVAILABLE');
  expect(last(seen).store.persistent).toBe(false);
  expect((await last(seen).assemble()).messages).toHaveLength(1);
});
