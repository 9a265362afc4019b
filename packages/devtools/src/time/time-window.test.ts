import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aCall } from '../testing/many-calls.ts';
import {
  callNumbered,
  callsIn,
  followed,
  LEAST_SHOWN,
  showing,
  type TimeWindow,
  zoomed,
} from './time-window.ts';

const KEPT = { first: 101, last: 1_100 };

const anyStep = fc.oneof(
  fc.record({
    factor: fc.double({ min: 0.2, max: 5, noNaN: true }),
    atCall: fc.integer({ min: 101, max: 1_100 }),
  }),
  fc.record({ call: fc.integer({ min: 101, max: 1_100 }) }),
);

test('[DEV-5] no zoom leads out of the session or below the least (seed 20261123)', () => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 30 }), (steps) => {
      let window: TimeWindow | undefined;
      for (const step of steps) {
        if ('factor' in step) window = zoomed(window, KEPT, step);
        else window = showing(window, KEPT, step.call);
        if (!window) continue;
        expect(window.fromCall).toBeGreaterThanOrEqual(KEPT.first);
        expect(window.toCall).toBeLessThanOrEqual(KEPT.last);
        expect(window.toCall - window.fromCall + 1).toBeGreaterThanOrEqual(LEAST_SHOWN);
        if ('call' in step) expect(callIsIn(window, step.call)).toBe(true);
      }
    }),
    { seed: 20261123 },
  );
});

function callIsIn({ fromCall, toCall }: TimeWindow, call: number): boolean {
  return fromCall <= call && call <= toCall;
}

test('[DEV-5] the call that is zoomed at stays where it is in the window', () => {
  const window = zoomed({ fromCall: 201, toCall: 400 }, KEPT, { factor: 0.5, atCall: 251 });
  expect(window).toEqual({ fromCall: 226, toCall: 325 });
});

test('[DEV-5] zooming out as far as it goes shows everything', () => {
  expect(zoomed({ fromCall: 201, toCall: 900 }, KEPT, { factor: 2, atCall: 300 })).toBeUndefined();
});

test('[DEV-5] a window at the end follows new calls, any other stays on its calls', () => {
  const now = { first: 111, last: 1_110 };
  const atEnd = { fromCall: 1_001, toCall: 1_100 };
  expect(followed(atEnd, KEPT, now)).toEqual({ fromCall: 1_011, toCall: 1_110 });
  const elsewhere = { fromCall: 301, toCall: 400 };
  expect(followed(elsewhere, KEPT, now)).toEqual(elsewhere);
  expect(followed({ fromCall: 101, toCall: 200 }, KEPT, now)).toEqual({
    fromCall: 111,
    toCall: 210,
  });
});

test('[DEV-5] a window that would hold all that is left is none', () => {
  expect(followed({ fromCall: 301, toCall: 400 }, KEPT, { first: 1, last: 20 })).toBeUndefined();
});

test('[DEV-5] the calls of a window are those between its ends', () => {
  const calls = [aCall(1), aCall(2), aCall(3)];
  expect(callsIn(calls, { fromCall: 2, toCall: 3 })).toEqual(calls.slice(1));
  expect(callsIn(calls, undefined)).toBe(calls);
});

test('[DEV-5] calls are found by their numbers in a few looks, however many there are', () => {
  let looks = 0;
  const calls = Array.from({ length: 4_000 }, (_, index) => {
    const facts = aCall(index + 2);
    return Object.defineProperty({ ...facts }, 'call', {
      get: () => {
        looks += 1;
        return facts.call;
      },
    });
  });
  expect(callNumbered(calls, 2_002)).toBe(calls[2_000]);
  expect(callNumbered(calls, 1)).toBeUndefined();
  expect(callNumbered(calls, 4_002)).toBeUndefined();
  expect(callsIn(calls, { fromCall: 100, toCall: 102 })).toEqual(calls.slice(98, 101));
  expect(looks).toBeLessThan(120);
});
