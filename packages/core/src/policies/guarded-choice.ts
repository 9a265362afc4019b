import type { EvictionPolicy, MeasuredUnit, PolicyInput } from './eviction-policy.ts';

/**
 * A policy's answer, made safe [POL-7]: only units that exist and are not protected, each once, in
 * order. Units stay whole because a policy can name nothing smaller; what is no list names nothing.
 */
export function guardedChoice(policy: EvictionPolicy, input: PolicyInput): readonly MeasuredUnit[] {
  // Looked at first: a policy may write into what it is shown.
  const free = input.units.filter((unit) => !unit.protected);
  const answer: unknown = policy.choose(input);
  if (answer instanceof Promise) throw refusedPromise(answer, `The policy "${policy.name}"`);
  const chosen = new Set<unknown>(Array.isArray(answer) ? answer : []);
  return free.filter((unit) => chosen.has(unit.start));
}

/** The error for an answer that comes too late; its own failure is nobody's to hear of any more. */
export function refusedPromise(answer: Promise<unknown>, whose: string): TypeError {
  answer.catch(() => undefined);
  return new TypeError(`${whose} gave a promise; it has to answer at once`);
}
