import { expect, test } from 'vitest';
import { createPanelSelection } from '../elements/panel-selection.ts';
import type { DevtoolsSource } from '../source/devtools-source.ts';
import { memorySource } from '../source/memory-source.ts';
import { FixtureMemory } from '../testing/fixture-memory.ts';
import { FIXTURE_NOW_MS } from '../testing/plan-fixture.ts';
import { type ShownSource, shownSource } from './shown-source.ts';

interface Asked {
  readonly call: number;
  readonly answer: (source: DevtoolsSource | undefined) => Promise<void>;
  readonly fail: (error: Error) => Promise<void>;
}

/** A live source whose past is answered by hand, and frames that come by hand. */
function aTimedPanel() {
  const live: DevtoolsSource = {
    ...memorySource(new FixtureMemory()),
    at: (call) => {
      const { promise, resolve, reject } = deferred<DevtoolsSource | undefined>();
      asked.push({
        call,
        answer: async (source) => resolve(source),
        fail: async (error) => reject(error),
      });
      return promise;
    },
  };
  const asked: Asked[] = [];
  const frames = new Set<() => void>();
  const selection = createPanelSelection();
  const shown = shownSource(live, selection, (callback) => {
    frames.add(callback);
    return () => void frames.delete(callback);
  });
  const pictures: (number | 'live')[] = [];
  const letGo = shown.subscribe(() => pictures.push(pictureOf(shown)));
  async function drawFrame(): Promise<void> {
    const due = [...frames];
    frames.clear();
    for (const callback of due) callback();
    await settle();
  }
  return { live, asked, frames, selection, shown, pictures, letGo, drawFrame };
}

function deferred<Value>() {
  let resolve: (value: Value) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<Value>((onValue, onError) => {
    resolve = onValue;
    reject = onError;
  });
  return { promise, resolve, reject };
}

/** Lets everything run that waits for nothing more. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

function pictureOf(shown: ShownSource): number | 'live' {
  return shown.get().past?.call ?? 'live';
}

function pastOf(live: DevtoolsSource, call: number): DevtoolsSource {
  return { ...live, past: { call, atMs: FIXTURE_NOW_MS, lastCall: 61 } };
}

test('[DEV-5] many selections in one frame ask once, for the last of them', async () => {
  const { live, asked, selection, pictures, drawFrame } = aTimedPanel();
  for (let call = 10; call <= 31; call += 1) selection.select({ call });
  await drawFrame();
  expect(asked.map(({ call }) => call)).toEqual([31]);
  await asked[0]?.answer(pastOf(live, 31));
  await settle();
  expect(pictures).toEqual([31]);
});

test('[DEV-5] an answer that was overtaken is dropped, and the newest call is asked for next', async () => {
  const { live, asked, selection, pictures, drawFrame } = aTimedPanel();
  selection.select({ call: 5 });
  await drawFrame();
  selection.select({ call: 6 });
  selection.select({ call: 7 });
  await drawFrame();
  expect(asked.map(({ call }) => call)).toEqual([5]);
  await asked[0]?.answer(pastOf(live, 5));
  await settle();
  await drawFrame();
  expect(asked.map(({ call }) => call)).toEqual([5, 7]);
  await asked[1]?.answer(pastOf(live, 7));
  await settle();
  expect(pictures).toEqual([7]);
});

test('[DEV-5] the last picture stands while the next one is waited for', async () => {
  const { live, asked, selection, shown, drawFrame } = aTimedPanel();
  selection.select({ call: 5 });
  await drawFrame();
  await asked[0]?.answer(pastOf(live, 5));
  await settle();
  selection.select({ call: 6 });
  await drawFrame();
  expect(pictureOf(shown)).toBe(5);
});

test('[DEV-5] the present is there at once, whatever is still on its way', async () => {
  const { live, asked, selection, shown, pictures, drawFrame } = aTimedPanel();
  selection.select({ call: 5 });
  await drawFrame();
  selection.select({ call: undefined });
  await asked[0]?.answer(pastOf(live, 5));
  await settle();
  expect(pictureOf(shown)).toBe('live');
  expect(pictures).toEqual([]);
});

test('[DEV-5] a call that is not kept is deselected and told about, until something else is selected', async () => {
  const { live, asked, selection, shown, drawFrame } = aTimedPanel();
  selection.select({ call: 5 });
  await drawFrame();
  await asked[0]?.answer(undefined);
  await settle();
  expect(selection.get().call).toBeUndefined();
  expect(shown.problem()).toBe('Call 5 cannot be shown: its context is no longer kept.');
  selection.select({ call: 6 });
  expect(shown.problem()).toBeUndefined();
  await drawFrame();
  await asked[1]?.fail(new Error('The other tab is gone.'));
  await settle();
  expect(shown.problem()).toBe('Call 6 cannot be shown: The other tab is gone.');
  expect(shown.get()).toBe(live);
});

test('[DEV-9] nothing is asked while nobody listens', async () => {
  const { asked, frames, selection, letGo, drawFrame } = aTimedPanel();
  selection.select({ call: 5 });
  letGo();
  expect(frames.size).toBe(0);
  selection.select({ call: 6 });
  await drawFrame();
  expect(asked).toEqual([]);
});

test('[DEV-5] chat and panel that follow one selection have the past made once for both', async () => {
  const { live, asked, frames, selection, shown, drawFrame } = aTimedPanel();
  const other = shownSource(live, selection, (callback) => {
    frames.add(callback);
    return () => void frames.delete(callback);
  });
  const letGo = other.subscribe(() => undefined);
  selection.select({ call: 7 });
  await drawFrame();
  expect(asked.map(({ call }) => call)).toEqual([7]);
  await asked[0]?.answer(pastOf(live, 7));
  await settle();
  expect(other.get()).toBe(shown.get());
  expect(pictureOf(other)).toBe(7);
  letGo();
});
