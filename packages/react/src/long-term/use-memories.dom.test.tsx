import {
  createLongTermMemory,
  inMemoryRecordStore,
  type RecordStore,
} from '@agent-memory/long-term';
import { act, cleanup, render, screen } from '@testing-library/react';
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test } from 'vitest';
import { type UseMemoriesResult, useMemories } from './use-memories.ts';

afterEach(cleanup);

type Memory = ReturnType<typeof createLongTermMemory>;

const distinct = <Item,>(items: readonly Item[]) => [...new Set(items)];

function last<Item>(items: readonly Item[]): Item {
  const item = items.at(-1);
  if (item === undefined) throw new Error('nothing was rendered');
  return item;
}

interface ShownProps {
  readonly longTerm: Memory;
  readonly subject?: string;
  readonly limit?: number;
  readonly seen: UseMemoriesResult[];
}

/** Shows records by their texts, filter and options written inline, and hands every result to the test. */
function Shown({ longTerm, subject, limit = 50, seen }: ShownProps) {
  const filter = { types: ['user' as const], ...(subject === undefined ? {} : { subject }) };
  const result = useMemories(longTerm, filter, { limit });
  seen.push(result);
  const { records, hasMore, isLoading, error } = result;
  const texts = records.map(({ record }) => record.text).join(' ');
  return (
    <p>
      {error ? `${error.code} ` : ''}
      {isLoading ? 'loading' : 'ready'} [{texts}]{hasMore ? ' more' : ''}
    </p>
  );
}

/** A store whose pages wait for a hand, or fail; it counts those that were given up. Writes read on. */
function aGate() {
  const inner = inMemoryRecordStore();
  let gate: Promise<void> | undefined;
  let failure: Error | undefined;
  const asked = { pages: 0, aborted: 0 };
  let onAsked: () => void = () => undefined;
  const store: RecordStore = new Proxy(inner, {
    get(target, name) {
      if (name === 'page') return page;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const page: RecordStore['page'] = async (filter, options) => {
    const isOfList = filter.types !== undefined && filter.keyPrefix === undefined;
    if (!isOfList) return inner.page(filter, options);
    asked.pages += 1;
    const onAbort = () => {
      asked.aborted += 1;
    };
    options?.signal?.addEventListener('abort', onAbort);
    onAsked();
    await gate;
    options?.signal?.removeEventListener('abort', onAbort);
    if (failure) throw failure;
    return inner.page(filter, options);
  };
  return {
    store,
    asked,
    fail(error: Error | undefined) {
      failure = error;
    },
    /** Resolves when the next page is asked for. */
    nextPage: () =>
      new Promise<void>((resolve) => {
        onAsked = resolve;
      }),
    hold() {
      let resolve: () => void = () => undefined;
      gate = new Promise<void>((open) => {
        resolve = open;
      });
      return () => {
        gate = undefined;
        resolve();
      };
    },
  };
}

let clockMs = Date.UTC(2026, 4, 4);
/** Each record has a moment of its own, so that the newest is known. */
const clock = {
  nowMs: () => {
    clockMs += 1;
    return clockMs;
  },
};

async function knowing(texts: readonly string[], store?: RecordStore): Promise<Memory> {
  // A sweep reads pages of its own, which the gate would count.
  const options = { user: 'ada', clock, sweepEveryMs: 0 };
  const longTerm = createLongTermMemory({ ...options, ...(store ? { store } : {}) });
  for (const text of texts) await know(longTerm, text);
  return longTerm;
}

/** The same memory, and how many listen to it. */
function counted(longTerm: Memory) {
  let listeners = 0;
  const memory: Memory = Object.create(longTerm, {
    list: { value: longTerm.list.bind(longTerm) },
    subscribe: {
      value: (listener: Parameters<Memory['subscribe']>[0]) => {
        const stop = longTerm.subscribe(listener);
        listeners += 1;
        return () => {
          listeners -= 1;
          stop();
        };
      },
    },
  });
  return { memory, listeners: () => listeners };
}

function know(longTerm: Memory, text: string, subject = 'Ada') {
  return longTerm.store({ type: 'user', kind: 'fact', text, subject, source: 'user_stated' });
}

test('[RCT-5] records are shown newest first, in pages', async () => {
  const longTerm = await knowing(['one', 'two', 'three', 'four', 'five']);
  const seen: UseMemoriesResult[] = [];
  render(<Shown longTerm={longTerm} limit={2} seen={seen} />);
  expect(screen.getByText('loading []')).toBeDefined();
  await screen.findByText('ready [five four] more');
  // Two presses of one button are one page.
  await act(() => Promise.all([last(seen).loadMore(), last(seen).loadMore()]));
  await screen.findByText('ready [five four three two] more');
  act(() => void last(seen).loadMore());
  await screen.findByText('ready [five four three two one]');
  await act(() => last(seen).loadMore());
  expect(screen.getByText('ready [five four three two one]')).toBeDefined();
});

test('[RCT-3] functions stay the same, inline filters recreate nothing, and nothing renders without a change', async () => {
  const longTerm = await knowing(['one', 'two']);
  const seen: UseMemoriesResult[] = [];
  const { rerender } = render(<Shown longTerm={longTerm} seen={seen} />);
  await screen.findByText('ready [two one]');
  const before = last(seen);
  rerender(<Shown longTerm={longTerm} seen={seen} />);
  expect(last(seen)).toBe(before);
  const renders = seen.length;
  await act(() => know(longTerm, 'elsewhere', 'Bob'));
  await screen.findByText('ready [elsewhere two one]');
  expect(seen).toHaveLength(renders + 1);
  // A record that did not change stays the same object.
  expect(last(seen).records[1]).toBe(before.records[0]);
  expect(distinct(seen.map(({ loadMore }) => loadMore))).toHaveLength(1);
  expect(distinct(seen.map(({ refresh }) => refresh))).toHaveLength(1);

  // A change of records that are not shown renders nothing.
  const shown = seen.length;
  await act(async () => {
    const draft = {
      type: 'project',
      kind: 'fact',
      text: 'not shown',
      source: 'user_stated',
    } as const;
    await longTerm.store(draft);
    await longTerm.list();
  });
  expect(seen).toHaveLength(shown);
});

test('[RCT-5] what is corrected, forgotten or erased shows at once', async () => {
  const longTerm = await knowing(['Ada lives in Lyon.', 'Ada has a dog.', 'Ada sings.']);
  const seen: UseMemoriesResult[] = [];
  render(<Shown longTerm={longTerm} seen={seen} />);
  await screen.findByText('ready [Ada sings. Ada has a dog. Ada lives in Lyon.]');
  const [sings, dog, lyon] = last(seen).records.map(({ record }) => record.id);
  await act(() => longTerm.correct(lyon ?? '', 'Ada lives in Bern.'));
  await screen.findByText('ready [Ada lives in Bern. Ada sings. Ada has a dog.]');
  await act(() => longTerm.forget(dog ?? ''));
  await screen.findByText('ready [Ada lives in Bern. Ada sings.]');
  await act(() => longTerm.erase({ id: sings ?? '' }));
  await screen.findByText('ready [Ada lives in Bern.]');
});

test('[RCT-5] what another tab writes shows as well', async () => {
  const shared: RecordStore = Object.assign(inMemoryRecordStore(), { address: 'useMemories' });
  const [here, there] = [await knowing([], shared), await knowing([], shared)];
  const seen: UseMemoriesResult[] = [];
  render(<Shown longTerm={here} seen={seen} />);
  await screen.findByText('ready []');
  await know(there, 'from there');
  await screen.findByText('ready [from there]');
  await Promise.all([here.dispose(), there.dispose()]);
});

test('[RCT-5] a page that is loaded while records change has none twice', async () => {
  const gate = aGate();
  const longTerm = await knowing(['one', 'two', 'three', 'four'], gate.store);
  const seen: UseMemoriesResult[] = [];
  render(<Shown longTerm={longTerm} limit={2} seen={seen} />);
  await screen.findByText('ready [four three] more');
  const release = gate.hold();
  const asked = gate.nextPage();
  act(() => void last(seen).loadMore());
  await asked;
  await act(() => know(longTerm, 'five'));
  act(release);
  await screen.findByText('ready [five four three two] more');
  const ids = last(seen).records.map(({ record }) => record.id);
  expect(distinct(ids)).toHaveLength(4);
});

test('[RCT-5] of filters that follow one another quickly the last one counts, and the others are given up', async () => {
  const gate = aGate();
  const longTerm = await knowing([], gate.store);
  for (const subject of ['a', 'b', 'c']) await know(longTerm, `of ${subject}`, subject);
  const seen: UseMemoriesResult[] = [];
  const release = gate.hold();
  const { rerender } = render(<Shown longTerm={longTerm} subject="a" seen={seen} />);
  await act(gate.nextPage);
  rerender(<Shown longTerm={longTerm} subject="b" seen={seen} />);
  await act(gate.nextPage);
  rerender(<Shown longTerm={longTerm} subject="c" seen={seen} />);
  await act(gate.nextPage);
  expect(gate.asked).toEqual({ pages: 3, aborted: 2 });
  act(release);
  await screen.findByText('ready [of c]');
  expect(seen.flatMap(({ records }) => records.map(({ record }) => record.subject))).not.toContain(
    'a',
  );
});

test('[RCT-2] it is safe under StrictMode, and unmounted in the midst it is given up', async () => {
  const gate = aGate();
  const longTerm = await knowing(['one'], gate.store);
  const { memory, listeners } = counted(longTerm);
  const seen: UseMemoriesResult[] = [];
  const release = gate.hold();
  const { unmount } = render(
    <StrictMode>
      <Shown longTerm={memory} seen={seen} />
    </StrictMode>,
  );
  await act(gate.nextPage);
  act(release);
  await screen.findByText('ready [one]');
  const releaseAgain = gate.hold();
  const asked = gate.nextPage();
  act(() => void last(seen).refresh());
  await asked;
  const { aborted } = gate.asked;
  expect(listeners()).toBe(1);
  unmount();
  expect(listeners()).toBe(0);
  expect(gate.asked.aborted).toBe(aborted + 1);
  const { pages } = gate.asked;
  releaseAgain();
  const renders = seen.length;
  await know(longTerm, 'two');
  await last(seen).refresh();
  await last(seen).loadMore();
  expect(gate.asked.pages).toBe(pages);
  expect(seen).toHaveLength(renders);
});

test('[RCT-4] an error shows with what was read before it, and is gone when it works again', async () => {
  const gate = aGate();
  const longTerm = await knowing(['one'], gate.store);
  const seen: UseMemoriesResult[] = [];
  gate.fail(new Error('The disk is gone.'));
  render(<Shown longTerm={longTerm} seen={seen} />);
  await screen.findByText('STORE_UNAVAILABLE ready []');
  expect(last(seen).error?.message).toMatch(/nothing was lost: The disk is gone\. Call `refresh`/);
  gate.fail(undefined);
  act(() => void last(seen).refresh());
  await screen.findByText('ready [one]');
  gate.fail(new Error('Gone again.'));
  act(() => void last(seen).refresh());
  await screen.findByText('STORE_UNAVAILABLE ready [one]');
});

test('[RCT-4] options that make no sense show as an error, and nothing is thrown', async () => {
  const longTerm = await knowing(['one']);
  const seen: UseMemoriesResult[] = [];
  const { rerender } = render(<Shown longTerm={longTerm} limit={0} seen={seen} />);
  await screen.findByText('INVALID_OPTION ready []');
  expect(last(seen).error?.message).toContain('whole number from 1; got 0');
  rerender(<Shown longTerm={longTerm} limit={1} seen={seen} />);
  await screen.findByText('ready [one]');
});

test('[RCT-2] a server renders a constant snapshot, and opens nothing', () => {
  const gate = aGate();
  const longTerm = createLongTermMemory({ user: 'ada', store: gate.store });
  const html = renderToString(<Shown longTerm={longTerm} seen={[]} />);
  expect(html.replaceAll('<!-- -->', '')).toBe('<p>loading []</p>');
  expect(gate.asked.pages).toBe(0);
});
