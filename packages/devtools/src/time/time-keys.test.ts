import { expect, test } from 'vitest';
import { type TimeStand, timeMoveFor } from './time-moves.ts';

const STAND: TimeStand = { kept: { first: 4, last: 61 }, call: 31 };

test.for([
  ['ArrowLeft', 30],
  ['ArrowDown', 30],
  ['ArrowRight', 32],
  ['ArrowUp', 32],
  ['PageDown', 25],
  ['PageUp', 37],
  ['Home', 4],
  ['End', 'live'],
  ['Escape', 'live'],
] as const)('[DEV-5] %s goes from call 31 to %s', ([key, call]) => {
  expect(timeMoveFor(key, STAND)).toBe(call);
});

test('[DEV-5] the first step back from the present is the call before the newest', () => {
  expect(timeMoveFor('ArrowLeft', { ...STAND, call: undefined })).toBe(60);
});

test('[DEV-5] the newest call is the present, and steps stop at both ends', () => {
  expect(timeMoveFor('ArrowRight', { ...STAND, call: 60 })).toBe('live');
  expect(timeMoveFor('PageUp', { ...STAND, call: 58 })).toBe('live');
  expect(timeMoveFor('PageDown', { ...STAND, call: 6 })).toBe(4);
});

test('[DEV-5] Escape is left to others while the panel is live, and so is every other key', () => {
  expect(timeMoveFor('Escape', { ...STAND, call: undefined })).toBeUndefined();
  expect(timeMoveFor('a', STAND)).toBeUndefined();
  expect(timeMoveFor('Home', { ...STAND, kept: { first: 0, last: 0 } })).toBeUndefined();
});
