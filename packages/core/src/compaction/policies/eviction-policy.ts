import { checkOption } from '../../ground/errors/errors.ts';
import type { Entry } from '../../transcript/entry.ts';
import type { OverlayReason, WindowLimit } from '../../view/overlay.ts';

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
   * nothing else: enough of both keeps it, and `remedies` of the memory says how much. Default: false, and
   * no remedy is told but that of `remedy`.
   */
  readonly keptByRoom?: boolean;
}

/** A reason that can be kept: of this library's own, or of a policy that was read. */
export interface StageReason extends PolicyReason, Pick<OverlayReason, 'decidedBy' | 'keeps'> {
  readonly rule: string;
}

/** A unit that leaves whole, and why. */
export interface LeavingUnit {
  /** `start` of the unit. */
  readonly start: number;
  readonly why: StageReason;
}

/** A unit that leaves, with the reason. */
export interface ReasonedChoice {
  /** `start` of the unit. */
  readonly start: number;
  readonly why: PolicyReason;
}

/**
 * Chooses what leaves the view. A value that anybody can write; its answer is checked.
 */
export interface EvictionPolicy {
  /** Says the policy and its figures, as in `sliding-window(20)`. Another name is another epoch [CMP-8]. */
  readonly name: string;
  /**
   * The units that go, each by its `start`, or with the reason that `explain`, the plan and the panel then
   * tell; of one without a reason they say that the policy of this name chose it. A plain function of its
   * input.
   */
  choose(input: PolicyInput): readonly (number | ReasonedChoice)[];
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

/** The default: oldest first, until the excess is gone [POL-3]. */
export function tokenBudget(): EvictionPolicy {
  return { name: 'token-budget', windows: [], choose: oldestFirst };
}

/** Shared by all that leave. */
export const OLDEST_FIRST: StageReason = {
  rule: 'TIER_OVER_BUDGET_OLDEST_FIRST',
  keptByRoom: true,
};

/** The oldest units, until the excess is gone. */
export function oldestFirst({ units, excessTokens }: PolicyInput): readonly LeavingUnit[] {
  const leaving: LeavingUnit[] = [];
  let freed = 0;
  for (const unit of units) {
    if (freed >= excessTokens) break;
    if (unit.protected) continue;
    leaving.push({ start: unit.start, why: OLDEST_FIRST });
    freed += unit.tokens;
  }
  return leaving;
}

/** @throws InvalidOptionError if it is no policy. */
export function checkedPolicy(policy: EvictionPolicy): EvictionPolicy {
  const { name, choose, isDue } = (policy ?? {}) as Partial<EvictionPolicy>;
  const isNamed = typeof name === 'string' && name !== '';
  checkOption(
    isNamed && [choose, isDue ?? choose].every((part) => typeof part === 'function'),
    'policy',
    'must have a `name`, a function `choose`, and where it has `isDue`, that as a function too.',
  );
  return policy;
}
