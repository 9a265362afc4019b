import { expect, test } from 'vitest';
import { anEntry } from '../../testing/builders.ts';
import { startsChosen } from '../../testing/compaction-input.ts';
import type { MeasuredUnit } from './eviction-policy.ts';
import { slidingWindow } from './windows.ts';

/** Neighbouring units of so many messages each; those at `firm` are protected. */
function unitsOf(sizes: readonly number[], firm: readonly number[] = []): readonly MeasuredUnit[] {
  let end = 0;
  return sizes.map((size, index) => {
    const start = end;
    end += size;
    const entries = Array.from({ length: size }, (_, at) => anEntry({ seq: start + at }));
    return { start, end, tokens: 10 * size, protected: firm.includes(index), entries };
  });
}

const singles = (count: number, firm: readonly number[] = []) =>
  unitsOf(new Array<number>(count).fill(1), firm);
const choose = (messages: number, units: readonly MeasuredUnit[]) =>
  startsChosen(slidingWindow({ messages }), { units, excessTokens: 0 });

test('[POL-1] all but the last K messages leave, however much room there is', () => {
  expect(choose(3, singles(6))).toEqual([0, 1, 2]);
  expect(choose(6, singles(6))).toEqual([]);
  expect(choose(9, singles(6))).toEqual([]);
  expect(choose(3, [])).toEqual([]);
});

test('[POL-1] a unit that reaches into the window stays whole', () => {
  expect(choose(3, unitsOf([1, 1, 3, 1]))).toEqual([0, 1]);
  expect(choose(4, unitsOf([1, 1, 3, 1]))).toEqual([0, 1]);
});

test('[POL-1] what is protected is not named, and counts where it stands in the window', () => {
  expect(choose(2, singles(6, [0, 4]))).toEqual([1, 2, 3]);
});

test('[POL-1] is due when more than the slack stands ahead of the window, and no more once it slid', () => {
  const window = slidingWindow({ messages: 4, slack: 3 });
  const { isDue } = window;
  expect(isDue?.(singles(7))).toBe(false);
  expect(isDue?.(singles(8, [0]))).toBe(false);
  const units = singles(9, [0]);
  expect(isDue?.(units)).toBe(true);
  const leaving = startsChosen(window, { units, excessTokens: 0 });
  expect(isDue?.(units.filter((unit) => !leaving.includes(unit.start)))).toBe(false);
});

test('[POL-1] by default it waits for 6·√K messages, at most K', () => {
  const dueAt = (messages: number, count: number) =>
    slidingWindow({ messages }).isDue?.(singles(count));
  expect([dueAt(10, 20), dueAt(10, 21)]).toEqual([false, true]);
  expect([dueAt(100, 160), dueAt(100, 161)]).toEqual([false, true]);
});

test('[POL-1] without slack it slides with every message', () => {
  expect(slidingWindow({ messages: 4, slack: 0 }).isDue?.(singles(5))).toBe(true);
});

test('[CMP-8] the name tells the figures, and the default is no other figure', () => {
  expect(slidingWindow({ messages: 20 }).name).toBe('sliding-window(20)');
  expect(slidingWindow({ messages: 20, slack: 20 }).name).toBe('sliding-window(20)');
  expect(slidingWindow({ messages: 20, slack: 5 }).name).toBe('sliding-window(20, slack 5)');
});

test.each([
  [{ messages: 0 }, 'slidingWindow.messages'],
  [{ messages: 2.5 }, 'slidingWindow.messages'],
  [{ messages: '20' }, 'slidingWindow.messages'],
  [{}, 'slidingWindow.messages'],
  [{ messages: 20, slack: -1 }, 'slidingWindow.slack'],
  [{ messages: 20, slack: Number.POSITIVE_INFINITY }, 'slidingWindow.slack'],
])('[POL-1] %o is refused by name', (options, option) => {
  const refusal = expect.objectContaining({ code: 'INVALID_OPTION', option });
  expect(() => slidingWindow(options as never)).toThrow(refusal);
});
