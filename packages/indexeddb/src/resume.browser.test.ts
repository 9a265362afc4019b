import { toolResultsOf } from '@agent-memory/core';
import { deleteDB } from 'idb';
import { afterEach, expect, test } from 'vitest';
import { type AgentNews, type AgentOrder, anAgent, work } from './testing/agent-tab.ts';

let databases = 0;
const cleanups: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

function aDatabase(): string {
  databases += 1;
  const databaseName = `resume-${databases}`;
  cleanups.push(() => deleteDB(databaseName));
  return databaseName;
}

/** An agent in a thread of its own; `wanted` says at which of its news the thread is ended. */
async function killedAgent(
  order: AgentOrder,
  wanted: (news: AgentNews, count: number) => boolean,
): Promise<readonly AgentNews[]> {
  const tab = anAgentTab();
  const heard: AgentNews[] = [];
  await new Promise<void>((resolve, reject) => {
    tab.onmessage = ({ data }: MessageEvent<AgentNews>) => {
      heard.push(data);
      if (data.kind === 'done' || wanted(data, heard.length)) resolve();
    };
    tab.onerror = ({ message }) => reject(new Error(message));
    tab.postMessage(order);
  });
  tab.terminate();
  return heard;
}

function anAgentTab(): Worker {
  const tab = new Worker(new URL('./testing/agent-tab.ts', import.meta.url), { type: 'module' });
  cleanups.push(() => tab.terminate());
  return tab;
}

const idsIn = (news: readonly AgentNews[]) =>
  news.flatMap((each) => (each.kind === 'stored' ? each.ids : []));
const runsIn = (news: readonly AgentNews[]) =>
  news.flatMap((each) => (each.kind === 'ran' ? [each.callId] : []));

test('[CKP-1] an agent whose thread is killed again and again loses no step and runs no call twice', async () => {
  const order = { databaseName: aDatabase(), requests: 4 };
  const news: AgentNews[] = [];
  for (const count of [1, 2, 3, 4, 5, 2, 3]) {
    news.push(...(await killedAgent(order, (_, heard) => heard === count)));
  }
  const entries = await work(order, (each) => news.push(each));
  expect(entries).toHaveLength(4 * 5);
  const ids = new Set(entries.map(({ id }) => id));
  expect(idsIn(news).filter((id) => !ids.has(id))).toEqual([]);
  const runs = runsIn(news);
  expect(runs.length).toBe(new Set(runs).size);
  const results = entries.flatMap(({ message }) => toolResultsOf(message));
  const calls = [1, 2, 3, 4].flatMap((request) => [0, 1].map((at) => `call-${request}-${at}`));
  expect(results.map(({ callId }) => callId).toSorted()).toEqual(calls);
  // One that was begun, and killed in, is not run again.
  const inDoubt = expect.stringContaining('is not known');
  for (const { text, isError } of results) expect(text).toEqual(isError ? inDoubt : 'done');
});

test('[CKP-1] a call that a thread was killed in is in doubt, with the checkpoints of before', async () => {
  const order = { databaseName: aDatabase(), requests: 2, hangsAt: 'call-2-1' };
  await killedAgent(order, (news) => news.kind === 'ran' && news.callId === order.hangsAt);
  const { memory, store, handle } = anAgent(order.databaseName);
  cleanups.push(() => store.close());
  const { next, pending, inDoubt, checkpoint } = await handle.resume();
  expect({ next, pending }).toEqual({ next: 'run_calls', pending: [] });
  expect(inDoubt).toMatchObject([{ callId: 'call-2-1' }]);
  expect(checkpoint).toMatchObject({ kind: 'tool_result', step: 4 });
  expect(handle.list().map(({ step }) => step)).toEqual([3, 4]);
  await memory.dispose();
});

test('[CKP-1] a call that another tab is running is not run here', async () => {
  const order = { databaseName: aDatabase(), requests: 1, hangsAt: 'call-1-0' };
  const tab = anAgentTab();
  const began = new Promise<void>((resolve) => {
    tab.onmessage = ({ data }: MessageEvent<AgentNews>) => {
      if (data.kind === 'ran') resolve();
    };
  });
  tab.postMessage(order);
  await began;
  const { memory, store, handle } = anAgent(order.databaseName);
  cleanups.push(() => store.close());
  const [call] = (await handle.resume()).inDoubt;
  if (!call) throw new Error('The call is in doubt here.');
  const running = handle.execute(call, () => expect.unreachable());
  await expect(running).rejects.toMatchObject({ code: 'STORE_CONFLICT' });
  await expect(running).rejects.toThrow('Another tab has this run');
  await memory.dispose();
});
