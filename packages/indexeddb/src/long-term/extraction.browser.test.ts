import { createAgentMemory } from '@agent-memory/core';
import { createLongTermMemory } from '@agent-memory/long-term';
import { memoryExtraction } from '@agent-memory/long-term/extraction';
import { deleteDB } from 'idb';
import { afterEach, expect, test } from 'vitest';
import { indexedDbStore } from '../indexeddb-store.ts';
import type { Stop } from '../testing/extracting-tab.ts';
import { SAID, wordyModel } from '../testing/wordy-model.ts';
import { indexedDbRecordStore } from './indexeddb-record-store.ts';

const cleanups: (() => Promise<void> | void)[] = [];
let databases = 0;

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

function aDatabaseName(): string {
  databases += 1;
  const databaseName = `extraction-${databases}`;
  cleanups.push(() => deleteDB(databaseName));
  return databaseName;
}

/** A tab that extracts until it stops, and is killed there. */
async function killedTab(databaseName: string, stop: Stop): Promise<void> {
  const tab = new Worker(new URL('../testing/extracting-tab.ts', import.meta.url), {
    type: 'module',
  });
  await new Promise<void>((resolve, reject) => {
    tab.onmessage = () => resolve();
    tab.onerror = ({ message }) => reject(new Error(message));
    tab.postMessage({ databaseName, stop });
  });
  tab.terminate();
}

/** The next tab: it continues by itself when it loads the session. */
async function nextTab(databaseName: string, onAsked?: () => Promise<void>) {
  const records = indexedDbRecordStore({ databaseName });
  const sessions = indexedDbStore({ databaseName });
  const longTerm = createLongTermMemory({ user: 'ada', store: records, sweepEveryMs: 0 });
  const extraction = memoryExtraction(longTerm, { chatModel: wordyModel(onAsked) });
  const features = [extraction.feature];
  const memory = createAgentMemory({ id: 'chat', contextWindow: 8_000, store: sessions, features });
  cleanups.push(async () => {
    await memory.dispose();
    await longTerm.dispose();
    await records.close();
    await sessions.close?.();
  });
  await memory.ready;
  return { memory, longTerm, extraction };
}

const STOPS: readonly Stop[] = [
  { at: 'model' },
  { at: 'session', commit: 1 },
  { at: 'session', commit: 2 },
  { at: 'records', commit: 0 },
  { at: 'records', commit: 1 },
];

test.each(STOPS)(
  '[EXT-1] a tab killed at $at $commit loses nothing, and nothing is taken twice',
  async (stop) => {
    const databaseName = aDatabaseName();
    await killedTab(databaseName, stop);
    const { memory, longTerm, extraction } = await nextTab(databaseName);
    expect(memory.entries().map(({ message }) => message.role)).toEqual(['user', 'assistant']);
    await extraction.settled();
    const { items } = await longTerm.list({});
    expect(items.map(({ record }) => record.kind).toSorted()).toEqual(['fact', 'preference']);
    const [said] = memory.entries();
    expect(said?.message.parts).toMatchObject([{ text: SAID }]);
    for (const { record } of items) {
      expect(record.evidence).toEqual([{ sessionId: 'chat', entryId: said?.id }]);
    }
    await extraction.extract('chat');
    expect((await longTerm.list({})).items).toHaveLength(2);
  },
);

test('[EXT-1] of two tabs on one session one extracts at a time, and what both know is taken once', async () => {
  const databaseName = aDatabaseName();
  const one = await nextTab(databaseName);
  await one.memory.append([
    { role: 'user', content: SAID },
    { role: 'assistant', content: 'Noted.' },
  ]);
  const other = await nextTab(databaseName);
  await Promise.all([one.extraction.settled(), other.extraction.settled()]);
  const { items } = await one.longTerm.list({});
  expect(items.map(({ record }) => record.kind).toSorted()).toEqual(['fact', 'preference']);
});

test('[EXT-1] [NS-2] of several tabs that show the same conversation one reads it, and the others ask no model', async () => {
  const databaseName = aDatabaseName();
  let asked = 0;
  const counted = async () => {
    asked += 1;
  };
  const tabs = await Promise.all([0, 1, 2].map(() => nextTab(databaseName, counted)));
  for (const [turn, { memory }] of tabs.entries()) {
    await memory.append([
      { role: 'user', content: SAID },
      { role: 'assistant', content: 'Noted.' },
    ]);
    for (const tab of tabs) {
      await expect.poll(() => tab.memory.entries()).toHaveLength(2 * turn + 2);
    }
    for (const { extraction } of tabs) await extraction.settled();
    expect(asked).toBe(turn + 1);
  }
});
