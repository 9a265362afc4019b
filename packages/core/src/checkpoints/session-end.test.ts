import { expect, test } from 'vitest';
import { InvalidOptionError } from '../errors/errors.ts';
import { createAgentMemory } from '../session/create-agent-memory.ts';
import { inMemoryStore } from '../storage/in-memory-store.ts';
import { aSimulatedClock } from '../testing/simulated-clock.ts';
import {
  END_MARK,
  type SessionEnd,
  type SessionEndOptions,
  watchSessionEnd,
} from './session-end.ts';
import type { SessionPage } from './session-page.ts';

/** A page that a test hides, shows and closes. */
function aPage() {
  const listeners = new Set<Parameters<SessionPage['onChange']>[0]>();
  let isHidden = false;
  const tell = (change: 'visibility' | 'close') => {
    for (const listener of [...listeners]) listener(change);
  };
  let hear = (): void => undefined;
  return {
    isHidden() {
      hear();
      return isHidden;
    },
    /** Resolves when the watch looks at the page again, as it does when it begins to wait. */
    isAskedAgain: () =>
      new Promise<void>((resolve) => {
        hear = resolve;
      }),
    onChange(listener: Parameters<SessionPage['onChange']>[0]) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    hide(hidden = true) {
      isHidden = hidden;
      tell('visibility');
    },
    close: () => tell('close'),
    listeners,
  };
}

const IDLE_MS = 60_000;

/** A session in a tab, and the ends of it that were told. */
async function aTab(
  given: { readonly store?: ReturnType<typeof inMemoryStore>; readonly startMs?: number } = {},
  onEnd: SessionEndOptions['onEnd'] = () => undefined,
) {
  const { store = inMemoryStore(), startMs } = given;
  const clock = aSimulatedClock(startMs);
  const page = aPage();
  const memory = createAgentMemory({ id: 'support', contextWindow: 16_000, store, clock });
  const ends: SessionEnd[] = [];
  const errors: unknown[] = [];
  const stop = watchSessionEnd(memory, {
    idleMs: IDLE_MS,
    page,
    clock,
    async onEnd(end) {
      await onEnd(end);
      ends.push(end);
    },
    onError: (error) => errors.push(error),
  });
  /** Resolves when the next end is told, and stored. */
  const told = () =>
    new Promise<void>((resolve) => {
      const stopHearing = memory.onEvent((event) => {
        if (event.type !== 'part-update' || event.name !== END_MARK.name) return;
        stopHearing();
        resolve();
      });
    });
  await memory.ready;
  const say = (content: string) => memory.append({ role: 'user', content });
  return { store, clock, page, memory, ends, errors, stop, say, told };
}

test('[CKP-1] a page that is hidden and idle ends the session, once for what was said', async () => {
  const { page, clock, ends, say, told } = await aTab();
  await say('Hello');
  page.hide();
  clock.advance(IDLE_MS - 1);
  expect(ends).toEqual([]);
  const first = told();
  clock.advance(1);
  await first;
  expect(ends).toEqual([{ reason: 'idle', fromSeq: 0, entries: 1 }]);
  clock.advance(IDLE_MS * 3);
  page.hide(false);
  await say('Are you there?');
  page.hide();
  const second = told();
  clock.advance(IDLE_MS);
  await second;
  expect(ends.slice(1)).toEqual([{ reason: 'idle', fromSeq: 1, entries: 2 }]);
});

test('[CKP-1] a hidden page in which something happens, or that is seen, ends nothing', async () => {
  const { page, clock, ends, say } = await aTab();
  await say('Write a long report.');
  page.hide();
  clock.advance(IDLE_MS - 1);
  await say('And one more.');
  clock.advance(IDLE_MS - 1);
  page.hide(false);
  clock.advance(IDLE_MS * 5);
  expect(ends).toEqual([]);
});

test.each([
  ['closed', true],
  ['next_start', false],
] as const)(
  '[CKP-1] the next start tells the end of a page that was gone: %s',
  async (reason, isClosed) => {
    const before = await aTab();
    await before.say('Hello');
    const marked = before.told();
    if (isClosed) before.page.close();
    if (isClosed) await marked;
    await before.memory.dispose();
    expect(before.ends).toEqual([]);
    const startMs = before.clock.nowMs() + IDLE_MS;
    const after = await aTab({ store: before.store, startMs });
    await after.told();
    expect(after.ends).toEqual([{ reason, fromSeq: 0, entries: 1 }]);
    await after.memory.dispose();
    const third = await aTab({ store: before.store, startMs: startMs + IDLE_MS });
    await third.memory.assemble();
    expect(third.ends).toEqual([]);
  },
);

test('[CKP-1] a page that is loaded again soon goes on: that is no end', async () => {
  const before = await aTab();
  await before.say('Hello');
  before.page.close();
  await before.memory.dispose();
  const startMs = before.clock.nowMs() + IDLE_MS - 1;
  const after = await aTab({ store: before.store, startMs });
  await after.say('Still here.');
  expect(after.ends).toEqual([]);
});

test('[CKP-1] an end that could not be told is told by the next start', async () => {
  let tried: () => void = () => undefined;
  const trying = new Promise<void>((resolve) => {
    tried = resolve;
  });
  const before = await aTab({}, () => {
    tried();
    throw new Error('no model');
  });
  await before.say('Hello');
  before.page.hide();
  before.clock.advance(IDLE_MS);
  await trying;
  await before.memory.dispose();
  expect(before.errors).toMatchObject([{ message: 'no model' }]);
  const startMs = before.clock.nowMs() + IDLE_MS;
  const after = await aTab({ store: before.store, startMs });
  await after.told();
  expect(after.ends).toMatchObject([{ reason: 'next_start', fromSeq: 0 }]);
});

test('[CKP-1] a watch that is stopped hears nothing any more', async () => {
  const { page, clock, ends, say, stop } = await aTab();
  await say('Hello');
  page.hide();
  stop();
  clock.advance(IDLE_MS);
  expect(ends).toEqual([]);
  expect(page.listeners.size).toBe(0);
});

test.each<[object, string]>([
  [{ idleMs: 0, onEnd: () => undefined }, 'idleMs'],
  [{}, 'onEnd'],
  [{ onEnded: () => undefined, onEnd: () => undefined }, 'onEnded'],
])('[CKP-1] the options %j of a watch are refused by name', (options, name) => {
  const memory = createAgentMemory({ id: 'support', contextWindow: 16_000 });
  const watch = () => watchSessionEnd(memory, options as SessionEndOptions);
  expect(watch).toThrow(InvalidOptionError);
  expect(watch).toThrow(name);
});

test.each([null, [], { headId: 4 }, { closedAtMs: 'soon' }])(
  '[CKP-1] a stored end that cannot be meant is refused: %j',
  (stored) => {
    expect(() => END_MARK.read(stored)).toThrow(TypeError);
  },
);

test('[CKP-1] an end that takes longer to tell than the wait is told once', async () => {
  let finish = (): void => undefined;
  const slow = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const { page, clock, ends, say, told } = await aTab({}, () => slow);
  await say('Hello');
  page.hide();
  clock.advance(IDLE_MS);
  page.hide(false);
  page.hide();
  clock.advance(IDLE_MS);
  const first = told();
  finish();
  await first;
  clock.advance(IDLE_MS);
  expect(ends).toEqual([{ reason: 'idle', fromSeq: 0, entries: 1 }]);
});

test('[CKP-1] words of the user that come while an end is told are the news of the next one', async () => {
  const tab = await aTab({}, async () => {
    if (tab.ends.length === 0) await tab.say('And one more thing.');
  });
  await tab.say('Hello');
  tab.page.hide();
  const waitsAgain = tab.page.isAskedAgain();
  tab.clock.advance(IDLE_MS);
  await waitsAgain;
  const second = tab.told();
  tab.clock.advance(IDLE_MS);
  await second;
  expect(tab.ends).toEqual([
    { reason: 'idle', fromSeq: 0, entries: 1 },
    { reason: 'idle', fromSeq: 1, entries: 2 },
  ]);
});

test('[CKP-1] a summary that is appended when an end is told is no news', async () => {
  const tab = await aTab({}, () =>
    tab.memory.append({ role: 'assistant', content: 'We said hello.' }).then(() => undefined),
  );
  await tab.say('Hello');
  tab.page.hide();
  const first = tab.told();
  tab.clock.advance(IDLE_MS);
  await first;
  tab.clock.advance(5 * IDLE_MS);
  await tab.say('Bye');
  const second = tab.told();
  tab.clock.advance(IDLE_MS);
  await second;
  expect(tab.ends.map(({ fromSeq }) => fromSeq)).toEqual([0, 2]);
});

test('[CKP-1] behind an edit the news begins where the conversation leaves what was told', async () => {
  const { page, clock, ends, memory, say, told } = await aTab();
  for (const text of ['One', 'Two', 'Three', 'Four']) await say(text);
  page.hide();
  const first = told();
  clock.advance(IDLE_MS);
  await first;
  await memory.moveHead(memory.entries()[1]?.id ?? null);
  await say('Three, in other words');
  const second = told();
  clock.advance(IDLE_MS);
  await second;
  expect(ends[1]).toEqual({ reason: 'idle', fromSeq: 2, entries: 3 });
});
