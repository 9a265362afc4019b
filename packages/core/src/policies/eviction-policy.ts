import { checkOption } from '../errors/check-option.ts';
import type { Entry } from '../transcript/entry.ts';

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
  /** The originals, in order. */
  readonly entries: readonly Entry[];
}

/** The units that a policy chooses from, and the figures that it may use. */
export interface PolicyInput {
  /** The units in the view, oldest first. */
  readonly units: readonly MeasuredUnit[];
  /** Tokens that must leave for the view to reach its target. */
  readonly excessTokens: number;
}

/**
 * Chooses what leaves the view. A value that anybody can write and combine with others; what it
 * answers is checked by `guardedChoice`.
 */
export interface EvictionPolicy {
  /** Says the policy and its figures, as in `sliding-window(20)`. Another name is another epoch [CMP-8]. */
  readonly name: string;
  /** The `start` of each unit that goes. A plain function of its input. */
  choose(input: PolicyInput): readonly number[];
  /**
   * Tells whether a compaction is wanted although there is room left. Default: never. Asked on every
   * plan; what it throws, `plan` and `assemble` throw.
   */
  isDue?(units: readonly MeasuredUnit[]): boolean;
}

/**
 * The default: oldest first, until the excess is gone [POL-3].
 *
 * @example
 * createAgentMemory({ id: 'support', contextWindow: 128_000, policy: inOrder(latestPerTool(), tokenBudget()) });
 */
export function tokenBudget(): EvictionPolicy {
  return { name: 'token-budget', choose: oldestFirst };
}

function oldestFirst({ units, excessTokens }: PolicyInput): readonly number[] {
  const leaving: number[] = [];
  let freed = 0;
  for (const unit of units) {
    if (freed >= excessTokens) break;
    if (unit.protected) continue;
    leaving.push(unit.start);
    freed += unit.tokens;
  }
  return leaving;
}

/** @throws InvalidOptionError if it is no policy. */
export function checkedPolicy(policy: EvictionPolicy): EvictionPolicy {
  const { name, choose, isDue } = (policy ?? {}) as Partial<EvictionPolicy>;
  const isNamed = typeof name === 'string' && name !== '';
  const canBeDue = isDue === undefined || typeof isDue === 'function';
  checkOption(
    isNamed && typeof choose === 'function' && canBeDue,
    'policy',
    'must have a `name`, a function `choose`, and where it has `isDue`, that as a function too.',
  );
  return policy;
}
