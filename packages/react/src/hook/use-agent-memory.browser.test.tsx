import {
  type AgentMemory,
  type AgentMemoryError,
  createAgentMemory,
  fixedBudget,
  inMemoryStore,
  type MemoryStore,
  type StoredPart,
  textOf,
} from '@agent-memory/core';
import { recordingStore } from '@agent-memory/core/testing';
import { anthropic } from '@agent-memory/formats';
import { indexedDbStore } from '@agent-memory/indexeddb';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import type { MemoryCall } from '../open-sessions/memory-calls.ts';
import { aTextMessage } from '../testing/a-text-message.ts';
import { aDatabaseName, databaseText } from '../testing/database.ts';
import { type Mounted, mounted } from '../testing/mounted.ts';
import { distinct, freshId, last, Probe } from '../testing/probe.tsx';
import { aHeldSummarizer, wordCounter } from '../testing/summarizers.ts';
import { aTokenStream, type TokenStream } from '../testing/token-stream.ts';
import {
  type UseAgentMemoryOptions,
  type UseAgentMemoryResult,
  useAgentMemory,
} from './use-agent-memory.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

test('[RCT-2] a StrictMode double mount opens one database, once', async () => {
  const databaseName = aDatabaseName();
  const store = indexedDbStore({ databaseName });
  const open = vi.spyOn(indexedDB, 'open');
  const seen: UseAgentMemoryResult[] = [];
  const options = { id: freshId(), contextWindow: 128_000, store };
  const { text } = mounted(<Probe options={options} seen={seen} />, { isStrict: true });
  await expect.poll(text).toBe('ready: 0 entries');
  await last(seen).append(aTextMessage('Hello'));
  await expect.poll(text).toBe('ready: 1 entries');
  expect(distinct(seen.map(({ memory }) => memory))).toHaveLength(1);
  const opened = open.mock.calls.filter(([name]) => name === databaseName);
  expect(opened).toHaveLength(1);
});

test('[RCT-1] two components with one id show one memory', async () => {
  const databaseName = aDatabaseName();
  const store = indexedDbStore({ databaseName });
  const open = vi.spyOn(indexedDB, 'open');
  const [left, right]: [UseAgentMemoryResult[], UseAgentMemoryResult[]] = [[], []];
  const options = { id: freshId(), contextWindow: 128_000, store };
  const { text } = mounted(
    <>
      <Probe options={options} seen={left} />
      <Probe options={options} seen={right} />
    </>,
  );
  await expect.poll(text).toBe('ready: 0 entriesready: 0 entries');
  await last(left).append(aTextMessage('Hello'));
  await expect.poll(text).toBe('ready: 1 entriesready: 1 entries');
  expect(last(left).memory).toBe(last(right).memory);
  expect(last(left).append).toBe(last(right).append);
  expect(open.mock.calls.filter(([name]) => name === databaseName)).toHaveLength(1);
});

/** A chat as an app would write it beside plain `fetch`, whose answer comes token by token. */
function StreamingChat({
  id,
  store,
  stream,
  onKept,
}: {
  readonly id: string;
  readonly store: MemoryStore;
  readonly stream: TokenStream;
  readonly onKept: (ids: readonly string[]) => void;
}) {
  const { append, entries, status } = useAgentMemory({ id, contextWindow: 128_000, store });
  const [answer, setAnswer] = useState('');

  async function send(): Promise<void> {
    await append({ role: 'user', content: 'Where is my order?' });
    let content = '';
    for await (const token of stream.tokens) {
      content += token;
      setAnswer(content);
    }
    const kept = await append({ role: 'assistant', content });
    onKept(kept.map((entry) => entry.id));
  }

  return (
    <button type="button" onClick={() => void send()}>
      {id} {status}: {entries} entries, {answer}
    </button>
  );
}

test('[RCT-1] an answer that ends when another id is shown is kept in the session it belongs to', async () => {
  const store = indexedDbStore({ databaseName: aDatabaseName() });
  const stream = aTokenStream();
  const onKept = vi.fn();
  const [one, two] = [freshId(), freshId()];
  const chat = (id: string) => (
    <StreamingChat id={id} store={store} stream={stream} onKept={onKept} />
  );
  const { place, text, rerender } = mounted(chat(one));
  await expect.poll(text).toBe(`${one} ready: 0 entries, `);
  place.querySelector('button')?.click();
  stream.send('It is ');
  await expect.poll(text).toBe(`${one} ready: 1 entries, It is `);

  rerender(chat(two));
  await expect.poll(text).toBe(`${two} ready: 0 entries, It is `);
  stream.send('on its way.');
  stream.end();
  await expect.poll(() => onKept.mock.calls).toHaveLength(1);
  expect(text()).toBe(`${two} ready: 0 entries, It is on its way.`);

  expect(await store.load(two)).toBeUndefined();
  const stored = await store.load(one);
  expect(stored?.entries.map(({ message }) => textOf(message))).toEqual([
    'Where is my order?',
    'It is on its way.',
  ]);
  rerender(chat(one));
  await expect.poll(text).toBe(`${one} ready: 2 entries, It is on its way.`);
});

test('[RCT-1] a loop that continues when its component is gone has the session opened again, once', async () => {
  const store = recordingStore();
  const seen: UseAgentMemoryResult[] = [];
  const id = freshId();
  const { text, rerender } = mounted(
    <Probe options={{ id, contextWindow: 128_000, store }} seen={seen} />,
  );
  await expect.poll(text).toBe('ready: 0 entries');
  const { memory, append, assemble, reportUsage, reconcile } = last(seen);
  await append(aTextMessage('Where is my order?'));
  rerender(<p>gone</p>);
  await expect.poll(text).toBe('gone');
  await released(memory);

  const { messages } = await assemble();
  expect(messages).toHaveLength(1);
  await reportUsage({ inputTokens: 12 });
  await append({ role: 'assistant', content: 'On its way.' });
  expect(await reconcile([{ id: 'next', role: 'user', content: 'When?' }])).toHaveLength(1);
  expect(store.loads).toEqual([id, id]);
  const again: UseAgentMemoryResult[] = [];
  rerender(<Probe options={{ id, contextWindow: 128_000, store }} seen={again} />);
  await expect.poll(text).toBe('ready: 3 entries');
  expect(store.loads).toEqual([id, id]);
});

test('[RCT-1] a call that comes late says so where there is no store to open the session from', async () => {
  const seen: UseAgentMemoryResult[] = [];
  const { text, rerender } = mounted(
    <Probe options={{ id: freshId(), contextWindow: 128_000 }} seen={seen} />,
  );
  await expect.poll(text).toBe('ready: 0 entries');
  rerender(<p>gone</p>);
  await expect.poll(text).toBe('gone');
  await released(last(seen).memory);
  await expect(last(seen).append(aTextMessage('Hello'))).rejects.toMatchObject({
    code: 'SESSION_CLOSED',
  });
});

/** Puts another session in place of what is shown, and resolves when what was left is released. */
async function movedOn(view: Mounted): Promise<void> {
  view.rerender(<Probe key="next" options={{ id: freshId(), contextWindow: 128_000 }} seen={[]} />);
  await expect.poll(view.text).toBe('ready: 0 entries');
  // Releasing takes effect in a task of its own, which was asked for before this one.
  await new Promise<void>((resolve) => void setTimeout(resolve));
}

const VISITS: StoredPart<number> = { name: 'app/visits', initial: 0, read: Number };

const WRITES: readonly [string, (memory: UseAgentMemoryResult) => Promise<unknown>][] = [
  ['append', ({ append }) => append(aTextMessage('Hello'))],
  [
    'append in another format',
    ({ append }) => append({ role: 'user', content: 'Hello' }, { format: anthropic }),
  ],
  ['reconcile', ({ reconcile }) => reconcile([{ id: 'kept', role: 'user', content: 'Hello' }])],
  ['moveHead', ({ moveHead }) => moveHead(null)],
  ['patchScratchpad', ({ patchScratchpad }) => patchScratchpad({ objective: 'Lyon' })],
  [
    'reportUsage',
    // It is read, and there is no context that it could tell of.
    ({ reportUsage }) =>
      expect(reportUsage({ inputTokens: 12 })).rejects.toMatchObject({ code: 'INVALID_USAGE' }),
  ],
  ['notes.set', ({ memory }) => memory.notes.set('page', 'Checkout')],
  ['part.set', ({ memory }) => memory.part(VISITS).set(1)],
  ['configure', ({ configure }) => configure({ budget: { contextWindow: 32_000 } })],
];

test.each(WRITES)(
  '[RCT-1] an unmount while the session loads does not cost what %s was given',
  async (_name, write) => {
    const store = recordingStore();
    const loaded = Promise.withResolvers<undefined>();
    vi.spyOn(store, 'load').mockReturnValueOnce(loaded.promise);
    const seen: UseAgentMemoryResult[] = [];
    const options = { id: freshId(), contextWindow: 128_000, store };
    const view = mounted(<Probe options={options} seen={seen} />);
    await expect.poll(view.text).toBe('hydrating: 0 entries');
    const { memory } = last(seen);
    const written = write(last(seen));
    await movedOn(view);
    loaded.resolve(undefined);
    await written;
    // Nobody needs the memory any more, and nothing keeps it.
    await released(memory);
  },
);

test('[RCT-1] what was appended when the last component unmounted is stored', async () => {
  const store = recordingStore();
  const seen: UseAgentMemoryResult[] = [];
  const options = { id: freshId(), contextWindow: 128_000, store };
  const loaded = Promise.withResolvers<undefined>();
  vi.spyOn(store, 'load').mockReturnValueOnce(loaded.promise);
  const view = mounted(<Probe options={options} seen={seen} />);
  await expect.poll(view.text).toBe('hydrating: 0 entries');
  const appended = last(seen).append(aTextMessage('Hello'));
  await movedOn(view);
  loaded.resolve(undefined);
  expect(await appended).toHaveLength(1);
  expect((await store.load(options.id))?.entries).toHaveLength(1);
});

test('[RCT-1] an unmount ends a wait for a context', async () => {
  const store = recordingStore();
  const loaded = Promise.withResolvers<undefined>();
  vi.spyOn(store, 'load').mockReturnValueOnce(loaded.promise);
  const seen: UseAgentMemoryResult[] = [];
  const options = { id: freshId(), contextWindow: 128_000, store };
  const view = mounted(<Probe options={options} seen={seen} />);
  await expect.poll(view.text).toBe('hydrating: 0 entries');
  const assembled = last(seen).assemble();
  await movedOn(view);
  loaded.resolve(undefined);
  await expect(assembled).rejects.toMatchObject({ code: 'SESSION_CLOSED' });
});

/** Resolves when a memory that no component holds any more was disposed: nobody hears of it then. */
async function released(memory: AgentMemory): Promise<void> {
  await expect
    .poll(() =>
      memory.archived().then(
        () => 'open',
        () => 'disposed',
      ),
    )
    .toBe('disposed');
}

const LONG = Array.from({ length: 40 }, (_, index) => `word${index}`).join(' ');

/** A session whose compaction waits for a summariser, and what its database says meanwhile. */
async function aCompactionUnderWay() {
  const databaseName = aDatabaseName();
  const summarizer = aHeldSummarizer();
  const options = {
    id: freshId(),
    budget: fixedBudget(1_000, { high: 0.9, low: 0.3 }),
    store: indexedDbStore({ databaseName }),
    summarizer,
    tokenCounter: wordCounter,
  };
  const seen: UseAgentMemoryResult[] = [];
  const view = mounted(<Probe options={options} seen={seen} />);
  await expect.poll(view.text).toBe('ready: 0 entries');
  const { append, compact } = last(seen);
  await append(Array.from({ length: 15 }, () => aTextMessage(LONG)));
  const before = await databaseText(databaseName);
  const abort = new AbortController();
  const outcome = compact({ signal: abort.signal }).then(
    () => 'compacted',
    (error: unknown) => error,
  );
  await summarizer.asked;
  return { databaseName, options, seen, view, before, abort, outcome, summarizer };
}

test('[RCT-4] unmounting in the middle of a compaction leaves the store byte-identical', async () => {
  const { databaseName, options, view, before, outcome, summarizer } = await aCompactionUnderWay();
  await expect.poll(view.text).toBe('compacting: 15 entries');
  view.rerender(<p>gone</p>);
  await summarizer.stopped;
  summarizer.answer('- an answer that nobody waits for');
  expect(await outcome).toMatchObject({ code: 'SESSION_CLOSED' });
  // Anyone who opens the session next waits for what was still being written.
  const again: UseAgentMemoryResult[] = [];
  view.rerender(<Probe options={options} seen={again} />);
  await expect.poll(view.text).toBe('ready: 15 entries');
  expect(last(again).compactions).toEqual([]);
  expect(await databaseText(databaseName)).toBe(before);
});

test('[RCT-4] aborting a compaction leaves the store byte-identical and the session usable', async () => {
  const { databaseName, seen, view, before, abort, outcome, summarizer } =
    await aCompactionUnderWay();
  const reason = new Error('The person pressed stop.');
  abort.abort(reason);
  await summarizer.stopped;
  expect(await outcome).toBe(reason);
  await expect.poll(view.text).toBe('ready: 15 entries');
  expect(await databaseText(databaseName)).toBe(before);
  await last(seen).append(aTextMessage('Still there?'));
  await expect.poll(view.text).toBe('ready: 16 entries');
});

test('[RCT-4] an aborted signal ends each call with its reason and changes nothing', async () => {
  const store = recordingStore();
  const seen: UseAgentMemoryResult[] = [];
  const { text } = mounted(
    <Probe options={{ id: freshId(), contextWindow: 128_000, store }} seen={seen} />,
  );
  await expect.poll(text).toBe('ready: 0 entries');
  const reason = new Error('stop');
  const how = { signal: AbortSignal.abort(reason) };
  const result = last(seen);
  const calls: Record<Exclude<MemoryCall, 'together'>, () => Promise<unknown>> = {
    loadOlder: () => result.loadOlder(how),
    append: () => result.append(aTextMessage('Hello'), how),
    reconcile: () => result.reconcile([{ id: 'one', role: 'user', content: 'Hello' }], how),
    assemble: () => result.assemble(how),
    messages: () => result.messages(how),
    moveHead: () => result.moveHead(null, how),
    reload: () => result.reload(how),
    compact: () => result.compact(how),
    previewCompaction: () => result.previewCompaction(how),
    undoCompaction: () => result.undoCompaction(undefined, how),
    stateAt: () => result.stateAt(1, how),
    onOverflow: () => result.onOverflow(how),
    reportUsage: () => result.reportUsage({ inputTokens: 12 }, how),
    patchScratchpad: () => result.patchScratchpad({ objective: 'Lyon' }, how),
    configure: () => result.configure({ budget: { contextWindow: 32_000 } }, how),
    writeBack: () => result.writeBack(how),
  };
  const before = result.memory.getState();
  for (const [name, call] of Object.entries(calls)) await expect(call(), name).rejects.toBe(reason);
  expect(result.memory.getState()).toBe(before);
  expect(last(seen).memory.entries()).toEqual([]);
  expect(last(seen).status).toBe('ready');
});

test('[RCT-3] the newest callback hears of an error, and hears of it once', async () => {
  const store = recordingStore();
  const heard: string[] = [];
  const seen: UseAgentMemoryResult[] = [];
  const id = freshId();
  const probe = (name: string) => (
    <>
      <b>{name}</b>
      <Probe
        options={{
          id,
          contextWindow: 128_000,
          store,
          // Counting again would be another write, and fail as well.
          tokenCounter: wordCounter,
          onError: ({ code }) => heard.push(`${name} ${code}`),
        }}
        seen={seen}
      />
    </>
  );
  const { text, rerender } = mounted(probe('old'), { isStrict: true });
  await expect.poll(text).toBe('oldready: 0 entries');
  rerender(probe('new'));
  await expect.poll(text).toBe('newready: 0 entries');
  store.failCommitsWithConflict();
  await expect(last(seen).append(aTextMessage('Hello'))).rejects.toMatchObject({
    code: 'STORE_CONFLICT',
  });
  await expect.poll(text).toBe('newerror: 1 entries');
  expect(heard).toEqual(['new STORE_CONFLICT']);
});

test('[RCT-4] an error shows as the status until it is cleared; nothing is thrown while rendering', async () => {
  const store = recordingStore();
  const seen: UseAgentMemoryResult[] = [];
  const { text } = mounted(
    <Probe options={{ id: freshId(), contextWindow: 128_000, store }} seen={seen} />,
  );
  await expect.poll(text).toBe('ready: 0 entries');
  store.failCommitsWithConflict();
  await expect(last(seen).append(aTextMessage('Hello'))).rejects.toThrow();
  await expect.poll(text).toBe('error: 1 entries');
  expect(last(seen).error).toMatchObject({ code: 'STORE_CONFLICT' });
  last(seen).clearError();
  await expect.poll(text).toBe('ready: 1 entries');
  expect(last(seen).error).toBeUndefined();
});

test('[RCT-4] refused options show as an error, and put right they work', async () => {
  const seen: UseAgentMemoryResult[] = [];
  const errors: AgentMemoryError[] = [];
  const onError = (error: AgentMemoryError) => errors.push(error);
  const id = freshId();
  const { text, rerender } = mounted(<Probe options={{ id, onError }} seen={seen} />);
  await expect.poll(text).toBe('error: 0 entries');
  expect(last(seen).error?.message).toContain("give the model's window in tokens");
  await expect(last(seen).append(aTextMessage('Hello'))).rejects.toBe(last(seen).error);
  rerender(<Probe options={{ id, contextWindow: 128_000, onError }} seen={seen} />);
  await expect.poll(text).toBe('ready: 0 entries');
  await last(seen).append(aTextMessage('Hello'));
  await expect.poll(text).toBe('ready: 1 entries');
  expect(errors.map(({ code }) => code)).toEqual(['INVALID_OPTION']);
});

test('[RCT-4] without an id the error says what is missing', async () => {
  const seen: UseAgentMemoryResult[] = [];
  const { text } = mounted(<Probe options={{} as UseAgentMemoryOptions} seen={seen} />);
  await expect.poll(text).toBe('error: 0 entries');
  expect(last(seen).error).toMatchObject({ code: 'INVALID_OPTION', option: 'id' });
});

test('[RCT-4] an onError that throws is reported as uncaught and stops no other component', async () => {
  const uncaught: unknown[] = [];
  const hear = (event: ErrorEvent) => {
    uncaught.push(event.error);
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  window.addEventListener('error', hear, { capture: true });
  const store = recordingStore();
  const seen: UseAgentMemoryResult[] = [];
  const fault = new Error('a callback with a fault');
  const onError = () => {
    throw fault;
  };
  const options = { id: freshId(), contextWindow: 128_000, store };
  const { text } = mounted(
    <>
      <Probe options={{ ...options, onError }} seen={[]} />
      <Probe options={options} seen={seen} />
    </>,
  );
  await expect.poll(text).toBe('ready: 0 entriesready: 0 entries');
  store.failCommitsWithConflict();
  await expect(last(seen).append(aTextMessage('Hello'))).rejects.toThrow();
  await expect.poll(text).toBe('error: 1 entrieserror: 1 entries');
  await expect.poll(() => uncaught).toEqual([fault]);
  window.removeEventListener('error', hear, { capture: true });
});

/** A store of each of two people, and a page that shows one of them under the id that both have. */
function twoPeople() {
  const [ann, bob] = [recordingStore(), recordingStore()];
  const id = freshId();
  const seen: UseAgentMemoryResult[] = [];
  const show = (name: string, store: MemoryStore) => (
    <Probe key={name} options={{ id, contextWindow: 128_000, store }} seen={seen} />
  );
  const view = mounted(show('ann', ann));
  return { ann, bob, id, seen, view, show };
}

test('[RCT-1] one id in the stores of two people is two sessions, also while one is still held', async () => {
  const { ann, bob, id, seen, view, show } = twoPeople();
  await expect.poll(view.text).toBe('ready: 0 entries');
  const hers = last(seen);
  await hers.append(aTextMessage('The code is 4711.'));
  await expect.poll(view.text).toBe('ready: 1 entries');
  const letCommitsThrough = ann.holdCommits();
  const late = hers.append(aTextMessage('Written when she had gone.'));
  view.rerender(show('bob', bob));
  await expect.poll(view.text).toBe('ready: 0 entries');
  expect(last(seen).memory).not.toBe(hers.memory);
  await last(seen).append(aTextMessage('Hello'));
  letCommitsThrough();
  await late;
  expect((await ann.load(id))?.entries).toHaveLength(2);
  expect((await bob.load(id))?.entries).toHaveLength(1);
});

test('[RCT-1] a call that comes late goes to the store that it was made for', async () => {
  const { ann, bob, id, seen, view, show } = twoPeople();
  await expect.poll(view.text).toBe('ready: 0 entries');
  const hers = last(seen);
  view.rerender(show('bob', bob));
  await expect.poll(() => bob.loads).toEqual([id]);
  await released(hers.memory);
  await hers.append(aTextMessage('An answer for Ann.'));
  expect((await ann.load(id))?.entries).toHaveLength(1);
  expect(await bob.load(id)).toBeUndefined();
  await expect.poll(view.text).toBe('ready: 0 entries');
});

test('[RCT-1] a component that names an id and no store shows the memory that is open under it', async () => {
  const said = vi.spyOn(console, 'warn');
  const store = recordingStore();
  const [named, bare]: [UseAgentMemoryResult[], UseAgentMemoryResult[]] = [[], []];
  const id = freshId();
  const { text } = mounted(
    <>
      <Probe options={{ id, contextWindow: 128_000, store }} seen={named} />
      <Probe options={{ id, contextWindow: 128_000 }} seen={bare} />
    </>,
  );
  await expect.poll(text).toBe('ready: 0 entriesready: 0 entries');
  expect(last(bare).memory).toBe(last(named).memory);
  expect(said).not.toHaveBeenCalled();
});

/** Writes every option again with each render. */
function Inline({
  id,
  store,
  round,
  seen,
}: {
  readonly id: string;
  readonly store: MemoryStore;
  readonly round: number;
  readonly seen: UseAgentMemoryResult[];
}) {
  const result = useAgentMemory({ id, contextWindow: 128_000, store, toolHints: {} });
  seen.push(result);
  return (
    <p>
      {round}: {result.status}
    </p>
  );
}

test('[RCT-3] functions stay the same while options are written inline, and work taken off', async () => {
  const store = inMemoryStore();
  const seen: UseAgentMemoryResult[] = [];
  const id = freshId();
  const inline = (round: number) => <Inline id={id} store={store} round={round} seen={seen} />;
  const { text, rerender } = mounted(inline(1));
  await expect.poll(text).toBe('1: ready');
  rerender(inline(2));
  await expect.poll(text).toBe('2: ready');
  const functions = (result: UseAgentMemoryResult) =>
    Object.entries(result).filter(([, value]) => typeof value === 'function');
  const names = functions(last(seen)).map(([name]) => name);
  expect(names.toSorted()).toEqual([
    'append',
    'assemble',
    'clearError',
    'compact',
    'configure',
    'loadOlder',
    'messages',
    'moveHead',
    'onOverflow',
    'patchScratchpad',
    'previewCompaction',
    'reconcile',
    'reload',
    'reportUsage',
    'stateAt',
    'together',
    'transport',
    'undoCompaction',
    'writeBack',
  ]);
  for (const name of names) {
    expect(distinct(seen.map((result) => result[name as 'append']))).toHaveLength(1);
  }

  const { append, assemble, patchScratchpad } = last(seen);
  await append(aTextMessage('Where is my order?'));
  await patchScratchpad({ currentStep: 'find the order' });
  const { messages } = await assemble();
  expect(JSON.stringify(messages)).toContain('find the order');
});

function Given({
  memory,
  seen,
}: {
  readonly memory: AgentMemory;
  readonly seen: UseAgentMemoryResult[];
}) {
  const result = useAgentMemory({ memory });
  seen.push(result);
  return (
    <p>
      {result.status}: {result.entries} entries
    </p>
  );
}

test('[RCT-1] a memory made elsewhere is shown, loaded, and not disposed', async () => {
  const memory = createAgentMemory({ id: freshId(), contextWindow: 128_000 });
  const seen: UseAgentMemoryResult[] = [];

  const { text, rerender } = mounted(<Given memory={memory} seen={seen} />, { isStrict: true });
  await expect.poll(text).toBe('ready: 0 entries');
  expect(last(seen).memory).toBe(memory);
  await last(seen).append(aTextMessage('Hello'));
  await expect.poll(text).toBe('ready: 1 entries');
  rerender(<p>gone</p>);
  await expect.poll(text).toBe('gone');
  // Releasing takes effect in a task of its own; the database of another session is a later one.
  const other: UseAgentMemoryResult[] = [];
  rerender(<Probe options={{ id: freshId(), contextWindow: 128_000 }} seen={other} />);
  await expect.poll(text).toBe('ready: 0 entries');
  await memory.append(aTextMessage('Still there?'));
  expect(memory.entries()).toHaveLength(2);
});
