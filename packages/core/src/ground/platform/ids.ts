import type { Clock } from './clock.ts';

/** Makes ids that are unique and sort by the time they were made. */
export type IdMaker = () => string;

const TIME_DIGITS = 9;
const COUNTER_DIGITS = 4;
const RANDOM_DIGITS = 8;

/**
 * Ids of time, a counter within the same millisecond, and chance, in base 36, so that plain string
 * order is the order of making even when the clock steps back.
 *
 * @example
 * const createId = createIdMaker(systemClock);
 * const [earlier, later] = [createId(), createId()];
 * earlier < later; // true
 *
 * @param random numbers in [0, 1); default `Math.random`, enough to keep two tabs apart.
 */
export function createIdMaker(clock: Clock, random: () => number = Math.random): IdMaker {
  let lastMs = 0;
  let counter = 0;
  return () => {
    const nowMs = Math.max(lastMs, Math.floor(clock.nowMs()));
    counter = nowMs === lastMs ? counter + 1 : 0;
    lastMs = nowMs;
    return digits(nowMs, TIME_DIGITS) + digits(counter, COUNTER_DIGITS) + randomDigits(random);
  };
}

function digits(value: number, length: number): string {
  return value.toString(36).padStart(length, '0');
}

function randomDigits(random: () => number): string {
  return digits(Math.floor(random() * 36 ** RANDOM_DIGITS), RANDOM_DIGITS);
}
