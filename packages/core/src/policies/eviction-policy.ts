import { checkOption } from '../errors/check-option.ts';
import type { Entry } from '../transcript/entry.ts';
import type { OverlayReason, WindowLimit } from '../view/overlay-reason.ts';

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

/** Why a policy lets a unit go [HIS-4]. */
export interface PolicyReason extends Pick<OverlayReason, 'numbers' | 'sentence' | 'remedy'> {
  /** A rule code; a policy of your own may declare one in `RuleCodes`. Default: `POLICY_CHOSE`. */
  readonly rule?: string;
  /**
   * True where the unit left for want of room, or of a place in one of the policy's `windows`, and for
   * nothing else: enough of both keeps it, and its decision says how much that is. Default: false, and
   * no remedy is told but that of `remedy`.
   */
  readonly keptByRoom?: boolean;
}

/** A unit that leaves, with the reason. */
export interface ReasonedChoice {
  /** `start` of the unit. */
  readonly start: number;
  readonly why: PolicyReason;
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
   * The same choice, each unit with its reason, which `explain`, the plan and the panel then tell.
   * Asked in place of `choose` where it is there. Without it what leaves is said to be chosen by the
   * policy of this name.
   */
  chooseWithReasons?(input: PolicyInput): readonly ReasonedChoice[];
  /**
   * Tells whether a compaction is wanted although there is room left. Default: never. Asked on every
   * plan; what it throws, `plan` and `assemble` throw.
   */
  isDue?(units: readonly MeasuredUnit[]): boolean;
  /**
   * The windows that it holds however much room there is; `[]` where it lets nothing go while there is
   * room. A policy with `isDue` that does not say has no remedies told.
   */
  readonly windows?: readonly WindowLimit[];
}

/**
 * The default: oldest first, until the excess is gone [POL-3].
 *
 * @example
 * createAgentMemory({ id: 'support', contextWindow: 128_000, policy: inOrder(latestPerTool(), tokenBudget()) });
 */
export function tokenBudget(): EvictionPolicy {
  return reasoned({ name: 'token-budget', windows: [], chooseWithReasons: oldestFirst });
}

/** Shared by all that leave. */
const OLDEST_FIRST: PolicyReason = {
  rule: 'TIER_OVER_BUDGET_OLDEST_FIRST',
  keptByRoom: true,
};

/** The oldest units, until the excess is gone. */
export function oldestFirst({ units, excessTokens }: PolicyInput): readonly ReasonedChoice[] {
  const leaving: ReasonedChoice[] = [];
  let freed = 0;
  for (const unit of units) {
    if (freed >= excessTokens) break;
    if (unit.protected) continue;
    leaving.push({ start: unit.start, why: OLDEST_FIRST });
    freed += unit.tokens;
  }
  return leaving;
}

/** A policy whose `choose` is its choice without the reasons. */
export function reasoned(
  policy: Omit<EvictionPolicy, 'choose'> & Required<Pick<EvictionPolicy, 'chooseWithReasons'>>,
): EvictionPolicy {
  const { chooseWithReasons } = policy;
  return { ...policy, choose: (input) => chooseWithReasons(input).map(({ start }) => start) };
}

/** @throws InvalidOptionError if it is no policy. */
export function checkedPolicy(policy: EvictionPolicy): EvictionPolicy {
  const { name, choose, isDue, chooseWithReasons } = (policy ?? {}) as Partial<EvictionPolicy>;
  const isNamed = typeof name === 'string' && name !== '';
  const others = [isDue, chooseWithReasons].filter((other) => other !== undefined);
  checkOption(
    isNamed && [choose, ...others].every((part) => typeof part === 'function'),
    'policy',
    'must have a `name`, a function `choose`, and where it has `isDue`, that as a function too.',
  );
  return policy;
}
