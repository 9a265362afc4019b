import type { AgentMemoryOptions, MemoryStore } from '@agent-memory/core';
import { recordingStore } from '@agent-memory/core/testing';
import { indexedDbStore } from '@agent-memory/indexeddb';
import type { SessionFile } from '@agent-memory/sessions';
import { expect, test, vi } from 'vitest';
import type { UseAgentMemoryResult } from '../hook/use-agent-memory.ts';
import { aTextMessage } from '../testing/a-text-message.ts';
import { aDatabaseName } from '../testing/database.ts';
import { mounted } from '../testing/mounted.ts';
import { distinct, freshId, last, Probe } from '../testing/probe.tsx';
import { type UseSessionsResult, useSessions } from './use-sessions.ts';

/** Shows the sessions of a store, by name, and hands every rendered result to the test. */
function Sessions({
  store,
  options,
  seen,
}: {
  readonly store?: MemoryStore;
  readonly options?: Pick<AgentMemoryOptions, 'redact' | 'user'>;
  readonly seen: UseSessionsResult[];
}) {
  // Without types a page may leave the store out.
  const result = useSessions(store as MemoryStore, options);
  seen.push(result);
  const names = result.sessions.map(({ id, title, entries }) => `${title ?? id}=${entries}`);
  return (
    <p>
      {result.status} [{names.toSorted().join(' ')}]
    </p>
  );
}

function aStore(): MemoryStore {
  return indexedDbStore({ databaseName: aDatabaseName() });
}

/** A list of sessions, and the sessions that are open beside it. */
function aPage(store: MemoryStore, ids: readonly string[]) {
  const lists: UseSessionsResult[] = [];
  const open = new Map<string, UseAgentMemoryResult[]>(ids.map((id) => [id, []]));
  const element = (
    <>
      <Sessions store={store} seen={lists} />
      {ids.map((id) => (
        <Probe key={id} options={{ id, contextWindow: 128_000, store }} seen={open.get(id) ?? []} />
      ))}
    </>
  );
  const results = (id: string) => open.get(id) ?? [];
  return { ...mounted(element, { isStrict: true }), lists, results };
}

test('[STO-5] lists what is stored, and what a memory of this page stores while it is shown', async () => {
  const store = aStore();
  const [one, two] = [freshId(), freshId()];
  const { text, results } = aPage(store, [one, two]);
  await expect.poll(text).toBe('ready []ready: 0 entriesready: 0 entries');
  await last(results(one)).append(aTextMessage('Hello'));
  await expect.poll(text).toContain(`ready [${one}=1]`);
  await last(results(two)).append([aTextMessage('Hi'), aTextMessage('there')]);
  await expect.poll(text).toContain(`ready [${one}=1 ${two}=2]`);
});

test('[STO-5] a session is renamed while it is open, and continues', async () => {
  const store = aStore();
  const id = freshId();
  const { text, lists, results } = aPage(store, [id]);
  await expect.poll(text).toBe('ready []ready: 0 entries');
  await last(results(id)).append(aTextMessage('Hello'));
  await last(lists).rename(id, 'Trip to Lyon');
  await expect.poll(text).toBe('ready [Trip to Lyon=1]ready: 1 entries');
  await last(results(id)).append(aTextMessage('And back'));
  await expect.poll(text).toBe('ready [Trip to Lyon=2]ready: 2 entries');
  await expect(last(lists).rename('nobody', 'x')).rejects.toMatchObject({
    code: 'UNKNOWN_SESSION',
  });
});

test('[STO-5] deleting an open session ends its memory and gives its components a fresh one', async () => {
  const store = aStore();
  const [id, other] = [freshId(), freshId()];
  const { text, lists, results } = aPage(store, [id, other]);
  await expect.poll(text).toBe('ready []ready: 0 entriesready: 0 entries');
  const { append, memory } = last(results(id));
  await append(aTextMessage('Hello'));
  await last(results(other)).append(aTextMessage('Hello'));
  await expect.poll(text).toBe(`ready [${id}=1 ${other}=1]ready: 1 entriesready: 1 entries`);

  await last(lists).deleteSession(id);
  await expect.poll(text).toBe(`ready [${other}=1]ready: 0 entriesready: 1 entries`);
  // Asked for again and again: what the ended memory was told must not bring the session back.
  await expect(append(aTextMessage('too late'))).rejects.toMatchObject({ code: 'SESSION_CLOSED' });
  expect(await store.load(id)).toBeUndefined();
  expect(last(results(id)).memory).not.toBe(memory);
  expect(distinct(results(other).map((result) => result.memory))).toHaveLength(1);

  await last(results(id)).append(aTextMessage('Anew'));
  await expect.poll(text).toBe(`ready [${id}=1 ${other}=1]ready: 1 entriesready: 1 entries`);
});

test('[STO-5] an answer that ends late does not bring a deleted session back', async () => {
  const store = aStore();
  const id = freshId();
  const { text, lists, results, rerender } = aPage(store, [id]);
  await expect.poll(text).toBe('ready []ready: 0 entries');
  const { append, memory } = last(results(id));
  await append(aTextMessage('Hello'));
  rerender(<Sessions store={store} seen={lists} />);
  await expect.poll(text).toBe(`ready [${id}=1]`);
  const outcome = () =>
    memory.archived().then(
      () => 'open',
      ({ code }) => code,
    );
  await expect.poll(outcome).toBe('SESSION_CLOSED');

  await last(lists).deleteSession(id);
  await expect(append(aTextMessage('too late'))).rejects.toMatchObject({ code: 'SESSION_CLOSED' });
  expect(await store.load(id)).toBeUndefined();
  await expect.poll(text).toBe('ready []');
});

test('[STO-5] a session that is deleted in the middle of a write stays deleted', async () => {
  const store = recordingStore();
  const id = freshId();
  const { text, lists, results } = aPage(store, [id]);
  await expect.poll(text).toBe('ready []ready: 0 entries');
  const letCommitsThrough = store.holdCommits();
  const appended = last(results(id)).append(aTextMessage('Hello'));
  await expect.poll(text).toBe('ready []ready: 1 entries');
  const deleted = last(lists).deleteSession(id);
  letCommitsThrough();
  await appended;
  await deleted;
  await expect.poll(text).toBe('ready []ready: 0 entries');
  expect(await store.load(id)).toBeUndefined();
});

test('[STO-5] a session that cannot be deleted is shown again as it is', async () => {
  const store = recordingStore();
  const id = freshId();
  const { text, lists, results } = aPage(store, [id]);
  await expect.poll(text).toBe('ready []ready: 0 entries');
  await last(results(id)).append(aTextMessage('Hello'));
  await expect.poll(text).toBe(`ready [${id}=1]ready: 1 entries`);
  const refusal = new Error('The disk is read-only.');
  vi.spyOn(store, 'delete').mockRejectedValueOnce(refusal);
  await expect(last(lists).deleteSession(id)).rejects.toBe(refusal);
  await expect.poll(text).toBe(`ready [${id}=1]ready: 1 entries`);
  await last(results(id)).append(aTextMessage('Still there'));
  await expect.poll(text).toBe(`ready [${id}=2]ready: 2 entries`);
});

test('[STO-5] an exported session is imported elsewhere, and a component that shows its id takes it up', async () => {
  const [from, to] = [aStore(), aStore()];
  const [id, copy] = [freshId(), freshId()];
  const here = aPage(from, [id]);
  await expect.poll(here.text).toBe('ready []ready: 0 entries');
  await last(here.results(id)).append(aTextMessage('Where is my order?'));
  const file: SessionFile = JSON.parse(JSON.stringify(await last(here.lists).exportSession(id)));
  expect(file).toMatchObject({ format: 'agent-memory-session', version: 1 });

  const there = aPage(to, [copy]);
  await expect.poll(there.text).toBe('ready []ready: 0 entries');
  expect(await last(there.lists).importSession(file, { id: copy })).toMatchObject({ id: copy });
  await expect.poll(there.text).toBe(`ready [${copy}=1]ready: 1 entries`);
  await expect(last(there.lists).importSession({}, { id: 'x' })).rejects.toMatchObject({
    code: 'INVALID_SESSION_FILE',
  });
  await expect(last(here.lists).exportSession('nobody')).rejects.toMatchObject({
    code: 'UNKNOWN_SESSION',
  });
});

test('[STO-5] an open memory ends before an import, and what is written next follows what is imported', async () => {
  const from = aStore();
  const [id, copy] = [freshId(), freshId()];
  await from.commit(id, { atMs: 1, title: { value: 'Trip' } });
  const here = aPage(from, [id]);
  await expect.poll(here.text).toBe('ready [Trip=0]ready: 0 entries');
  await last(here.results(id)).append(aTextMessage('Where is my order?'));
  const file = await last(here.lists).exportSession(id);

  const store = recordingStore();
  const there = aPage(store, [copy]);
  await expect.poll(there.text).toBe('ready []ready: 0 entries');
  const { memory } = last(there.results(copy));
  const letCommitsThrough = store.holdCommits();
  const imported = last(there.lists).importSession(file, { id: copy });
  await expect.poll(() => last(there.results(copy)).memory === memory).toBe(false);
  const appended = last(there.results(copy)).append(aTextMessage('And now?'));
  letCommitsThrough();
  expect(await imported).toMatchObject({ id: copy });
  await appended;
  await expect.poll(there.text).toBe('ready [Trip=2]ready: 2 entries');
});

test('[STO-5] an import that is refused leaves what is open as it is', async () => {
  const store = aStore();
  const id = freshId();
  const { text, lists, results } = aPage(store, [id]);
  await expect.poll(text).toBe('ready []ready: 0 entries');
  const { append, memory } = last(results(id));
  await append(aTextMessage('Hello'));
  const file = await last(lists).exportSession(id);
  await expect(last(lists).importSession(file)).rejects.toMatchObject({ code: 'SESSION_EXISTS' });
  await expect(last(lists).importSession(undefined)).rejects.toMatchObject({
    code: 'INVALID_SESSION_FILE',
  });
  await append(aTextMessage('Still there?'));
  await expect.poll(text).toBe(`ready [${id}=2]ready: 2 entries`);
  expect(distinct(results(id).map((result) => result.memory))).toEqual([memory]);
});

test('[STO-5] a session that is taken up while it is being deleted loads after that', async () => {
  const store = recordingStore();
  const id = freshId();
  await store.commit(id, { atMs: 1, title: { value: 'Trip' } });
  const lists: UseSessionsResult[] = [];
  const results: UseAgentMemoryResult[] = [];
  const { text, rerender } = mounted(<Sessions store={store} seen={lists} />);
  await expect.poll(text).toBe('ready [Trip=0]');
  const letDelete = Promise.withResolvers<void>();
  const remove = store.delete;
  vi.spyOn(store, 'delete').mockImplementationOnce(async (sessionId) => {
    await letDelete.promise;
    await remove(sessionId);
  });
  const deleted = last(lists).deleteSession(id);
  rerender(
    <>
      <Sessions store={store} seen={lists} />
      <Probe options={{ id, contextWindow: 128_000, store }} seen={results} />
    </>,
  );
  await expect.poll(text).toBe('ready [Trip=0]hydrating: 0 entries');
  const appended = last(results).append(aTextMessage('Anew'));
  expect(store.loads).toEqual([]);
  letDelete.resolve();
  await deleted;
  await appended;
  await expect.poll(text).toBe(`ready [${id}=1]ready: 1 entries`);
});

test('[STO-5] deleting a session leaves the one of the same id in another store alone', async () => {
  const [store, other] = [aStore(), aStore()];
  const id = freshId();
  const { text, lists, results, rerender } = aPage(store, [id]);
  const others: UseSessionsResult[] = [];
  await expect.poll(text).toBe('ready []ready: 0 entries');
  const { append, memory } = last(results(id));
  await append(aTextMessage('Hello'));
  rerender(<Sessions store={other} seen={others} />);
  await expect.poll(text).toBe('ready []');
  await expect.poll(() => memory.archived().catch(({ code }) => code)).toBe('SESSION_CLOSED');
  await last(others).deleteSession(id);
  await append(aTextMessage('An answer that ends late'));
  expect((await store.load(id))?.entries).toHaveLength(2);
  expect(last(lists).status).toBe('ready');
});

test('[STO-5] a list that cannot be read says why, keeps what it had, and can be read again', async () => {
  const store = recordingStore();
  const id = freshId();
  const { text, lists, results } = aPage(store, [id]);
  await expect.poll(text).toBe('ready []ready: 0 entries');
  await last(results(id)).append(aTextMessage('Hello'));
  await expect.poll(text).toBe(`ready [${id}=1]ready: 1 entries`);
  vi.spyOn(store, 'list').mockRejectedValueOnce(new Error('The disk is gone.'));
  await last(lists).refresh();
  await expect.poll(text).toBe(`error [${id}=1]ready: 1 entries`);
  expect(last(lists).error).toMatchObject({ code: 'STORE_UNAVAILABLE' });
  expect(last(lists).error?.message).toContain('The disk is gone.');
  await last(lists).refresh();
  await expect.poll(text).toBe(`ready [${id}=1]ready: 1 entries`);
  expect(last(lists).error).toBeUndefined();
});

test('[STO-5] a slow reading that was overtaken changes nothing', async () => {
  const store = recordingStore();
  const { text, lists } = aPage(store, []);
  await expect.poll(text).toBe('ready []');
  const slow = Promise.withResolvers<[]>();
  await store.commit('stored elsewhere', { atMs: 1, title: { value: 'Trip' } });
  vi.spyOn(store, 'list').mockReturnValueOnce(slow.promise);
  const { refresh } = last(lists);
  const overtaken = refresh();
  await refresh();
  await expect.poll(text).toBe('ready [Trip=0]');
  slow.resolve([]);
  await overtaken;
  expect(last(lists).sessions).toHaveLength(1);
  expect(text()).toBe('ready [Trip=0]');
});

test('[STO-5] the functions stay the same, and titles pass through `redact`', async () => {
  const store = aStore();
  const seen: UseSessionsResult[] = [];
  const page = (round: number) => {
    const redact = (text: string) => text.replaceAll('4711', '[number]');
    return (
      <>
        {round} <Sessions store={store} options={{ redact }} seen={seen} />
      </>
    );
  };
  const { text, rerender } = mounted(page(1));
  await expect.poll(text).toBe('1 ready []');
  await store.commit('one', { atMs: 1, title: { value: 'old' } });
  await last(seen).rename('one', 'Order 4711');
  await expect.poll(text).toBe('1 ready [Order [number]=0]');
  rerender(page(2));
  await expect.poll(text).toBe('2 ready [Order [number]=0]');
  const names = ['rename', 'exportSession', 'importSession', 'deleteSession', 'refresh'] as const;
  for (const name of names) expect(distinct(seen.map((result) => result[name]))).toHaveLength(1);
});

test('[STO-5] without a store the list says what is missing and throws nothing', async () => {
  const seen: UseSessionsResult[] = [];
  const { text } = mounted(<Sessions seen={seen} />);
  await expect.poll(text).toBe('error []');
  expect(last(seen).error).toMatchObject({ code: 'INVALID_OPTION', option: 'store' });
  await expect(last(seen).rename('one', 'x')).rejects.toBe(last(seen).error);
  await last(seen).refresh();
});

test('[NS-1] lists the sessions of its user alone, and deletes no other', async () => {
  const store = aStore();
  const seen: UseSessionsResult[] = [];
  const [ada, bob] = [freshId(), freshId()];
  await store.commit(ada, { atMs: 1, user: 'ada' });
  await store.commit(bob, { atMs: 2, user: 'bob' });
  const { text } = mounted(<Sessions store={store} options={{ user: 'bob' }} seen={seen} />);
  await expect.poll(text).toBe(`ready [${bob}=0]`);
  const { deleteSession } = last(seen);
  await expect(deleteSession(ada)).rejects.toMatchObject({ code: 'SESSION_OF_OTHER_USER' });
  await deleteSession(bob);
  await expect.poll(text).toBe('ready []');
  expect(await store.list()).toMatchObject([{ id: ada, user: 'ada' }]);
});
