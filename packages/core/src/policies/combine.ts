import { InvalidOptionError } from '../errors/errors.ts';
import {
  checkedPolicy,
  type EvictionPolicy,
  type MeasuredUnit,
  type PolicyInput,
  type PolicyReason,
  type ReasonedChoice,
  reasoned,
} from './eviction-policy.ts';
import { nameFigure } from './figures.ts';
import { guardedChoice } from './guarded-choice.ts';
import type { UnitPredicate } from './unit-predicate.ts';

/**
 * One policy after another: each is asked about the units that those before it left over, and only
 * while tokens still have to leave or its own time has come. Due when one of them is.
 *
 * @example inOrder(latestPerTool(), salience())
 * @throws InvalidOptionError without a policy, or with something that is none.
 */
export function inOrder(...policies: readonly EvictionPolicy[]): EvictionPolicy {
  return combined('in-order', policies, {
    isDue: (units) => policies.some((policy) => isPolicyDue(policy, units)),
    canBeDue: policies.some(hasTime),
    chooseWithReasons({ units, excessTokens }) {
      const leaving: Reasons = new Map();
      let stay = units;
      let excess = excessTokens;
      for (const [index, policy] of policies.entries()) {
        if (index > 0 && excess <= 0 && !isPolicyDue(policy, stay)) continue;
        const chosen = guardedChoice(policy, { units: stay, excessTokens: excess });
        for (const { start, why } of chosen) leaving.set(start, why);
        stay = stay.filter((unit) => !leaving.has(unit.start));
        excess -= chosen.reduce((sum, { unit }) => sum + unit.tokens, 0);
      }
      return inSendOrder(units, (unit) => leaving.get(unit.start));
    },
  });
}

/**
 * Lets leave what any of these policies would, each asked about everything. Due when one of them is.
 *
 * @example anyOf(slidingWindow({ messages: 40 }), latestPerTool())
 * @throws InvalidOptionError without a policy, or with something that is none.
 */
export function anyOf(...policies: readonly EvictionPolicy[]): EvictionPolicy {
  return combined('any-of', policies, {
    isDue: (units) => policies.some((policy) => isPolicyDue(policy, units)),
    canBeDue: policies.some(hasTime),
    chooseWithReasons(input) {
      const choices = choicesOf(policies, input);
      return inSendOrder(input.units, ({ start }) =>
        choices.find((chosen) => chosen.has(start))?.get(start),
      );
    },
  });
}

/**
 * Lets leave what all of these policies would, each asked about everything. Due when all of them are
 * and something would leave. Policies that stop when the excess is gone may agree on too little;
 * what is then still over the budget leaves oldest first.
 *
 * @example allOf(slidingWindow({ messages: 10 }), summarizeAndReplace({ keepTokens: 2_000 }))
 * @throws InvalidOptionError without a policy, or with something that is none.
 */
export function allOf(...policies: readonly EvictionPolicy[]): EvictionPolicy {
  const choose = (input: PolicyInput) => {
    const choices = choicesOf(policies, input);
    return inSendOrder(input.units, ({ start }) =>
      choices.every((chosen) => chosen.has(start)) ? choices[0]?.get(start) : undefined,
    );
  };
  return combined('all-of', policies, {
    isDue: (units) =>
      policies.every((policy) => isPolicyDue(policy, units)) &&
      choose({ units, excessTokens: 0 }).length > 0,
    canBeDue: policies.every(hasTime),
    chooseWithReasons: choose,
  });
}

/**
 * A policy that never names certain units: for it they are protected. They are kept from this policy
 * only: where the rest does not fit the budget, they leave like others. For results that must never
 * leave there is the hint `pinned`.
 *
 * @example keeping(fromTool('get_order'), tokenBudget())
 * @throws InvalidOptionError if a predicate lacks name or `test`, or a value is no policy.
 */
export function keeping(predicate: UnitPredicate, policy: EvictionPolicy): EvictionPolicy {
  const { name, test } = (predicate ?? {}) as Partial<UnitPredicate>;
  if (typeof test !== 'function') {
    throw new InvalidOptionError('keeping', 'needs a predicate: a `name` and a function `test`.');
  }
  nameFigure('keeping.name', name ?? '');
  checkedPolicy(policy);
  const shown = (units: readonly MeasuredUnit[]) =>
    units.map((unit) =>
      unit.protected || !predicate.test(unit) ? unit : { ...unit, protected: true },
    );
  return reasoned({
    name: `keeping(${name}, ${policy.name})`,
    chooseWithReasons: ({ units, excessTokens }) =>
      guardedChoice(policy, { units: shown(units), excessTokens }),
    ...(policy.isDue && { isDue: (units) => isPolicyDue(policy, shown(units)) }),
    ...(policy.windows && { windows: policy.windows }),
  });
}

interface Combination {
  readonly isDue: (units: readonly MeasuredUnit[]) => boolean;
  /** True if it can be due at all; one that never is costs nothing to ask between compactions. */
  readonly canBeDue: boolean;
  readonly chooseWithReasons: NonNullable<EvictionPolicy['chooseWithReasons']>;
}

/** By the start of a unit: why it leaves. */
type Reasons = Map<number, PolicyReason>;

/** One policy alone stays itself, name and all. */
function combined(
  combinator: string,
  policies: readonly EvictionPolicy[],
  { isDue, canBeDue, chooseWithReasons }: Combination,
): EvictionPolicy {
  const [only, ...others] = policies.map(checkedPolicy);
  if (!only) throw new InvalidOptionError('policy', `\`${combinator}\` needs at least one policy.`);
  if (others.length === 0) return only;
  const name = `${combinator}(${policies.map((policy) => policy.name).join(', ')})`;
  const windows = windowsOf(policies);
  return reasoned({
    name,
    chooseWithReasons,
    ...(canBeDue && { isDue }),
    ...(windows && { windows }),
  });
}

/** Every window that holds in a combination; `undefined` where one of the policies does not say. */
function windowsOf(policies: readonly EvictionPolicy[]): EvictionPolicy['windows'] {
  const said = policies.flatMap(({ windows }) => (windows ? [windows] : []));
  return said.length === policies.length ? said.flat() : undefined;
}

/** Tells whether a policy is ever due. */
function hasTime(policy: EvictionPolicy): boolean {
  return checkedPolicy(policy).isDue !== undefined;
}

function isPolicyDue(policy: EvictionPolicy, units: readonly MeasuredUnit[]): boolean {
  return policy.isDue?.(units) === true;
}

function choicesOf(policies: readonly EvictionPolicy[], input: PolicyInput): readonly Reasons[] {
  return policies.map(
    (policy) => new Map(guardedChoice(policy, input).map(({ start, why }) => [start, why])),
  );
}

function inSendOrder(
  units: readonly MeasuredUnit[],
  whyOf: (unit: MeasuredUnit) => PolicyReason | undefined,
): readonly ReasonedChoice[] {
  return units.flatMap((unit) => {
    const why = whyOf(unit);
    return why ? [{ start: unit.start, why }] : [];
  });
}
