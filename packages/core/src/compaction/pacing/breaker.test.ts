import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { InvalidOptionError } from '../../ground/errors/errors.ts';
import {
  type BreakerOptions,
  type BreakerState,
  checkedBreakerOptions,
  closedBreaker,
} from './breaker.ts';
import { mayCall, onCall, onFailure, onNoAnswer } from './breaker-calls.ts';

const options = checkedBreakerOptions();

function afterFailures(count: number, atMs = 0): BreakerState {
  let breaker = closedBreaker;
  for (let n = 0; n < count; n += 1) breaker = onFailure(onCall(breaker), atMs, options);
  return breaker;
}

test('[CMP-6] opens with the third failure in a row, for five minutes', () => {
  expect(afterFailures(2)).toEqual({ status: 'closed', failures: 2 });
  expect(afterFailures(3, 1_000)).toEqual({
    status: 'open',
    failures: 3,
    openedAtMs: 1_000,
    retryAtMs: 301_000,
  });
});

test('[CMP-6] allows one trial when the cool-down is over, not a moment before', () => {
  const open = afterFailures(3);
  expect(mayCall(open, 299_999)).toBe(false);
  expect(mayCall(open, 300_000)).toBe(true);
  const trial = onCall(open);
  expect(trial).toEqual({ status: 'half-open', failures: 3 });
  expect(mayCall(trial, Number.MAX_SAFE_INTEGER)).toBe(false);
});

test('[CMP-6] a failed trial opens it for another whole cool-down', () => {
  const again = onFailure(onCall(afterFailures(3)), 400_000, options);
  expect(again).toMatchObject({ status: 'open', failures: 4, retryAtMs: 700_000 });
});

test('[CMP-6] a trial that nobody waited for may be tried again at once', () => {
  const left = onNoAnswer(onCall(afterFailures(3)), 400_000);
  expect(left).toMatchObject({ status: 'open', failures: 3 });
  expect(mayCall(left, 400_000)).toBe(true);
});

test('[CMP-6] a call without an answer changes nothing while it is closed', () => {
  const closed = afterFailures(2);
  expect(onNoAnswer(onCall(closed), 9)).toBe(closed);
});

test('[CMP-6] with an endless cool-down it never allows another call', () => {
  const forGood = checkedBreakerOptions({ failures: 1, coolDownMs: Infinity });
  const open = onFailure(onCall(closedBreaker), 0, forGood);
  expect(mayCall(open, Number.MAX_SAFE_INTEGER)).toBe(false);
});

test.each<BreakerOptions>([
  { failures: 0 },
  { failures: 1.5 },
  { failures: Number.NaN },
  { coolDownMs: -1 },
  { coolDownMs: Number.NaN },
])('[CMP-6] refuses options that make no sense: %o', (bad) => {
  expect(() => checkedBreakerOptions(bad)).toThrow(InvalidOptionError);
});

/** The breaker and what is known without it: what was called, what failed, and when. */
interface Real {
  breaker: BreakerState;
}

interface Reference {
  readonly failuresToOpen: number;
  readonly coolDownMs: number;
  nowMs: number;
  isCalling: boolean;
  failuresInRow: number;
  /** When the newest failure came that opened it; absent while it is closed. */
  openedAtMs: number | undefined;
  /** A trial was given up, so the next call need not wait. */
  mayTryAtOnce: boolean;
}

type Command = fc.Command<Reference, Real>;

function mayCallNow(model: Reference): boolean {
  if (model.openedAtMs === undefined) return true;
  if (model.isCalling) return false;
  return model.mayTryAtOnce || model.nowMs - model.openedAtMs >= model.coolDownMs;
}

function optionsOf({ failuresToOpen, coolDownMs }: Reference): Required<BreakerOptions> {
  return { failures: failuresToOpen, coolDownMs };
}

function expectAgreement(model: Reference, { breaker }: Real): void {
  expect(mayCall(breaker, model.nowMs)).toBe(mayCallNow(model));
  expect(breaker.status === 'closed').toBe(model.openedAtMs === undefined);
  expect(breaker.failures).toBe(model.failuresInRow);
}

/** A command that is only possible in the middle of a call, or only outside of one. */
function aCommand(
  name: string,
  duringCall: boolean | undefined,
  run: (model: Reference, real: Real) => void,
): Command {
  return {
    check: (model) => duringCall === undefined || model.isCalling === duringCall,
    run: (model, real) => {
      run(model, real);
      expectAgreement(model, real);
    },
    toString: () => name,
  };
}

const call = aCommand('call', false, (model, real) => {
  if (!mayCall(real.breaker, model.nowMs)) return;
  expect(mayCallNow(model)).toBe(true);
  model.isCalling = true;
  real.breaker = onCall(real.breaker);
});

const succeed = aCommand('succeed', true, (model, real) => {
  Object.assign(model, { isCalling: false, failuresInRow: 0, mayTryAtOnce: false });
  model.openedAtMs = undefined;
  real.breaker = closedBreaker;
});

const fail = aCommand('fail', true, (model, real) => {
  model.isCalling = false;
  model.failuresInRow += 1;
  model.mayTryAtOnce = false;
  if (model.failuresInRow >= model.failuresToOpen) model.openedAtMs = model.nowMs;
  real.breaker = onFailure(real.breaker, model.nowMs, optionsOf(model));
});

const giveUp = aCommand('give up', true, (model, real) => {
  model.isCalling = false;
  model.mayTryAtOnce = model.openedAtMs !== undefined;
  real.breaker = onNoAnswer(real.breaker, model.nowMs);
});

const wait = (byMs: number) =>
  aCommand(`wait ${byMs}`, undefined, (model) => {
    model.nowMs += byMs;
  });

test('[CMP-6] whatever is called, fails, succeeds or is given up, and when, it does what a plain account of it says (seed 20261122)', async () => {
  const commands = fc.commands(
    [
      fc.constant(call),
      fc.constant(call),
      fc.constant(fail),
      fc.constant(fail),
      fc.constant(succeed),
      fc.constant(giveUp),
      fc.integer({ min: 0, max: 400_000 }).map(wait),
    ],
    { maxCommands: 60 },
  );
  const coolDown = fc.constantFrom(0, 1, 1_000, 300_000, Infinity);
  await fc.assert(
    fc.property(
      commands,
      fc.integer({ min: 1, max: 5 }),
      coolDown,
      (steps, failures, coolDownMs) => {
        fc.modelRun(
          () => ({
            model: {
              failuresToOpen: failures,
              coolDownMs,
              nowMs: 0,
              isCalling: false,
              failuresInRow: 0,
              openedAtMs: undefined as number | undefined,
              mayTryAtOnce: false,
            },
            real: { breaker: closedBreaker },
          }),
          steps,
        );
      },
    ),
    { seed: 20261122, numRuns: 500 },
  );
});
