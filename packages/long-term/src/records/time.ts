const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
/** The largest number of milliseconds that a `Date` can hold, before 1970 or behind. */
export const LAST_TIME_MS = 8.64e15;

/** Whether something is milliseconds since 1970 that a `Date` can hold. */
export function isTime(value: unknown): value is number {
  return typeof value === 'number' && Math.abs(value) <= LAST_TIME_MS;
}
