import { runToEnd, type Steps, TURNS_PER_STEP } from '../platform/steps.ts';
import type { EvictionPolicy, MeasuredUnit, PolicyInput } from './eviction-policy.ts';

/**
 * A policy's answer, made safe [POL-7]: only units that exist and are not protected, each once, in
 * order. Units stay whole because a policy can name nothing smaller; what is no list names nothing.
 */
export function guardedChoice(policy: EvictionPolicy, input: PolicyInput): readonly MeasuredUnit[] {
  return runToEnd(choosingGuarded(policy, input));
}

/** The same in steps; what the policy itself does is one of them. */
export function* choosingGuarded(
  policy: EvictionPolicy,
  input: PolicyInput,
): Steps<readonly MeasuredUnit[]> {
  // Looked at first: a policy may write into what it is shown.
  const free = yield* picked(input.units, (unit) => !unit.protected);
  const answer: unknown = policy.choose(input);
  if (answer instanceof Promise) throw refusedPromise(answer, `The policy "${policy.name}"`);
  yield;
  const chosen = new Set<unknown>(Array.isArray(answer) ? answer : []);
  return yield* picked(free, (unit) => chosen.has(unit.start));
}

function* picked(
  units: readonly MeasuredUnit[],
  isWanted: (unit: MeasuredUnit) => boolean,
): Steps<readonly MeasuredUnit[]> {
  const wanted: MeasuredUnit[] = [];
  for (const [index, unit] of units.entries()) {
    if (index % TURNS_PER_STEP === 0) yield;
    if (isWanted(unit)) wanted.push(unit);
  }
  return wanted;
}

/** The error for an answer that comes too late; its own failure is nobody's to hear of any more. */
export function refusedPromise(answer: Promise<unknown>, whose: string): TypeError {
  answer.catch(() => undefined);
  return new TypeError(`${whose} gave a promise; it has to answer at once`);
}
