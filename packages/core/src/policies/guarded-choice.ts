import { pickedInSteps, runToEnd, type Steps, TURNS_PER_STEP } from '../platform/steps.ts';
import type { Keeps } from '../view/overlay-reason.ts';
import type { EvictionPolicy, MeasuredUnit, PolicyInput, PolicyReason } from './eviction-policy.ts';
import { readableReason } from './readable-reason.ts';

/** A unit that a policy lets go, with its reason and the policy that gave it. */
export interface ChosenUnit<Unit extends MeasuredUnit = MeasuredUnit> {
  /** `start` of the unit. */
  readonly start: number;
  readonly unit: Unit;
  readonly why: GivenReason;
}

/** A reason that can be kept. */
export interface GivenReason extends PolicyReason {
  readonly rule: string;
  readonly decidedBy: string;
  /** Present in a choice that was made before, when a summary was prepared for it. */
  readonly keeps?: Keeps;
}

/**
 * A policy's answer, made safe [POL-7]: only units that exist and are not protected, each once, in
 * order. Units stay whole because a policy can name nothing smaller; what is no list names nothing.
 */
export function guardedChoice(policy: EvictionPolicy, input: PolicyInput): readonly ChosenUnit[] {
  return runToEnd(choosingGuarded(policy, input));
}

/** The same in steps; what the policy itself does is one of them. */
export function* choosingGuarded(
  policy: EvictionPolicy,
  input: PolicyInput,
): Steps<readonly ChosenUnit[]> {
  // Looked at first: a policy may write into what it is shown.
  const free = yield* pickedInSteps(input.units, (unit) => !unit.protected);
  const answer: unknown = policy.chooseWithReasons?.(input) ?? policy.choose(input);
  if (answer instanceof Promise) throw refusedPromise(answer, `The policy "${policy.name}"`);
  yield;
  const reasons = yield* reasonsIn(answer, policy.name);
  const chosen: ChosenUnit[] = [];
  for (const [index, unit] of free.entries()) {
    if (index % TURNS_PER_STEP === 0) yield;
    const why = reasons.get(unit.start);
    if (why) chosen.push({ start: unit.start, unit, why });
  }
  return chosen;
}

/** By the start of a unit: the reason for which it leaves; the first one counts. */
function* reasonsIn(answer: unknown, policyName: string): Steps<ReadonlyMap<unknown, GivenReason>> {
  const reasons = new Map<unknown, GivenReason>();
  const known = new Map<unknown, GivenReason>();
  const unexplained: GivenReason = { rule: 'POLICY_CHOSE', decidedBy: policyName };
  const choices: readonly unknown[] = Array.isArray(answer) ? answer : [];
  for (const [index, one] of choices.entries()) {
    if (index % TURNS_PER_STEP === 0) yield;
    const { start, why } = Object(one) as { readonly start?: unknown; readonly why?: unknown };
    const place = typeof one === 'number' ? one : start;
    const reason = known.get(why) ?? reasonOf(why, unexplained);
    known.set(why, reason);
    if (!reasons.has(place)) reasons.set(place, reason);
  }
  return reasons;
}

function reasonOf(why: unknown, unexplained: GivenReason): GivenReason {
  const reason = readableReason(why, 'leaving', unexplained);
  return reason ? { decidedBy: unexplained.decidedBy, ...reason } : unexplained;
}

/** The error for an answer that comes too late; its own failure is nobody's to hear of any more. */
export function refusedPromise(answer: Promise<unknown>, whose: string): TypeError {
  answer.catch(() => undefined);
  return new TypeError(`${whose} gave a promise; it has to answer at once`);
}
