import { InvalidOptionError } from '../errors/errors.ts';

/** A unit as a policy sees it: entries that live and die together. */
export interface MeasuredUnit {
  /** `seq` of its first entry; names the unit. */
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  /** Tokens that it takes in the view now. */
  readonly tokens: number;
  /** Protected units stay, whatever a policy says; they are shown so that it can reckon with them. */
  readonly protected: boolean;
}

export interface PolicyInput {
  /** The units in the view, oldest first. */
  readonly units: readonly MeasuredUnit[];
  /** Tokens that must leave for the view to reach its target. */
  readonly excessTokens: number;
}

/**
 * Chooses what leaves the view: gives the `start` of each unit that goes. A plain function of its
 * input, so that anybody can write one; what it answers is checked by `guardedChoice`.
 */
export type EvictionPolicy = (input: PolicyInput) => readonly number[];

/** The default: oldest first, until the excess is gone [POL-3]. */
export function tokenBudget(): EvictionPolicy {
  return ({ units, excessTokens }) => {
    const leaving: number[] = [];
    let freed = 0;
    for (const unit of units) {
      if (freed >= excessTokens) break;
      if (unit.protected) continue;
      leaving.push(unit.start);
      freed += unit.tokens;
    }
    return leaving;
  };
}

/** @throws InvalidOptionError when it is no function. */
export function checkedPolicy(policy: EvictionPolicy): EvictionPolicy {
  if (typeof policy === 'function') return policy;
  throw new InvalidOptionError('policy', `must be a function; got ${typeof policy}.`);
}

/**
 * A policy's answer, made safe [POL-7]: only units that exist and are not protected, each once, in
 * order. Units stay whole because a policy can name nothing smaller.
 */
export function guardedChoice(policy: EvictionPolicy, input: PolicyInput): readonly MeasuredUnit[] {
  const chosen = new Set(policy(input));
  return input.units.filter((unit) => !unit.protected && chosen.has(unit.start));
}
