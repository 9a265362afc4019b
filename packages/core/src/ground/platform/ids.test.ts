import { expect, test } from 'vitest';
import { START_MS } from '../../testing/builders.ts';
import { aSimulatedClock } from '../../testing/simulated-clock.ts';
import { createIdMaker } from './ids.ts';

test('[MSG-5] ids sort in the order of their making, within and across milliseconds', () => {
  const clock = aSimulatedClock();
  const createId = createIdMaker(clock);
  const ids = Array.from({ length: 2_000 }, (_, index) => {
    if (index % 50 === 0) clock.advance(1);
    return createId();
  });
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
});

test('[MSG-5] ids go on sorting when the clock steps back', () => {
  const clock = aSimulatedClock();
  const createId = createIdMaker(clock);
  const before = createId();
  clock.advance(-60_000);
  expect(createId() > before).toBe(true);
});

test('[MSG-5] ids of two makers differ in the same millisecond', () => {
  const clock = aSimulatedClock();
  const one = createIdMaker(clock, () => 0.25);
  const other = createIdMaker(clock, () => 0.75);
  expect(one()).not.toBe(other());
});

test('[MSG-5] every id has the same length, whatever chance and clock give', () => {
  const lengths = [0, 0.5, 1 - Number.EPSILON].map(
    (chance) => createIdMaker({ nowMs: () => START_MS + 0.123 }, () => chance)().length,
  );
  expect(lengths).toEqual([21, 21, 21]);
});
