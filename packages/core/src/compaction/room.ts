import { modelOf, type Summary } from '../condense/summarizer.ts';
import type { ViewUnit } from '../view/view.ts';
import type { CompactionLimits } from './limits.ts';
import type { CompactionInput } from './stage.ts';

/** How the input budget is divided for one compaction, in tokens. */
export interface Room {
  /** System, tools, anchor, current user message: what stays whatever happens, the newest unit apart. */
  readonly headTokens: number;
  /** The most that summary and values may take. */
  readonly derivedTokens: number;
  /** The most that the tail may take, the newest unit included. */
  readonly tailTokens: number;
  /** The tail keeps at least this much where so much exists. */
  readonly wantedTailTokens: number;
}

/**
 * Derived text takes no more than a third of what the head leaves, or the next compaction comes after a
 * step or two. Up to `LEAST_DERIVED_TOKENS` it may take the larger part: less says too little to be of use.
 */
const DERIVED_PART_OF_FREE = 1 / 3;
const DERIVED_PART_OF_LITTLE = 0.6;
const LEAST_DERIVED_TOKENS = 880;

/** @param headTokens what stays whatever happens, the newest unit apart */
export function divideRoom(
  { budget, limits }: Pick<CompactionInput, 'budget' | 'limits'>,
  headTokens: number,
): Room {
  const freeTokens = Math.max(0, budget.inputTokens - headTokens);
  const partTokens = Math.max(
    DERIVED_PART_OF_FREE * freeTokens,
    Math.min(LEAST_DERIVED_TOKENS, DERIVED_PART_OF_LITTLE * freeTokens),
  );
  const derivedTokens = Math.floor(Math.min(limits.derivedShare * budget.inputTokens, partTokens));
  return {
    headTokens,
    derivedTokens,
    tailTokens: freeTokens - derivedTokens,
    wantedTailTokens: Math.floor(limits.tailShare * freeTokens),
  };
}

/** In so much derived text the likeliest values find their place; more of it goes to sentences. */
const VALUES_FIRST_TOKENS = 3_000;

/**
 * The most that a summary may take of so much derived text; a model says more in less. Sentences that
 * extend a model's text come on top of it; they need so much less as are quoted beside them.
 */
export function summaryTokensOf(
  derivedTokens: number,
  options: {
    readonly limits: CompactionLimits;
    readonly asksModel: boolean;
    readonly previous?: Summary | undefined;
    readonly quotedTokens?: number;
  },
): number {
  const { limits, asksModel, previous, quotedTokens = 0 } = options;
  const modelTokens = Math.floor(limits.modelSummaryPartOfDerived * derivedTokens);
  if (asksModel) return modelTokens;
  const beyondTokens = Math.max(0, derivedTokens - VALUES_FIRST_TOKENS);
  const tokens = limits.summaryPartOfDerived * (derivedTokens + beyondTokens);
  const ownTokens = Math.max(0, Math.floor(tokens - quotedTokens));
  return previous && modelOf(previous) !== undefined ? modelTokens + ownTokens : ownTokens;
}

/** As much of a unit as a tail is measured by, and cut by where it is too large. */
export type TailUnit = Pick<ViewUnit, 'start' | 'tokens' | 'members'>;

/** The units at the end of the view that stay as they are. */
export interface Tail {
  /** Their starts. Together they reach the wanted size, where so much fits. */
  readonly starts: ReadonlySet<number>;
  /** The newest unit that did not fit while the tail was still too small, and the room it had. */
  readonly misfit?: { readonly unit: TailUnit; readonly roomTokens: number };
  /** The oldest unit, where it reaches far beyond the wanted size, and what is wanted of it. */
  readonly overlong?: { readonly unit: TailUnit; readonly roomTokens: number };
}

/** A tail may miss or pass its wanted size by this part of it before a unit is cut for that. */
const TAIL_SLACK = 0.1;

/**
 * Gathers units from the newest back, until they reach `wantedTokens`. One that would go over
 * `mostTokens` is stepped over, so that one huge step does not leave the tail thin; the newest
 * always counts. Where the tail stays too small all the same, the unit that was stepped over may
 * go over by `stretchTokens`, which derived text then has to do without. The last unit may be much
 * larger than what was still wanted; it is named as `overlong`.
 */
export function tailOf(
  units: readonly TailUnit[],
  size: {
    readonly wantedTokens: number;
    readonly mostTokens: number;
    readonly stretchTokens: number;
  },
): Tail {
  const starts = new Set<number>();
  const slackTokens = Math.floor(TAIL_SLACK * size.wantedTokens);
  let misfit: Tail['misfit'];
  let overlong: Tail['overlong'];
  let tokens = 0;
  for (const unit of units.toReversed()) {
    if (tokens >= size.wantedTokens) break;
    const roomTokens = size.mostTokens - tokens;
    if (unit.tokens <= roomTokens || starts.size === 0) {
      const neededTokens = size.wantedTokens - tokens + slackTokens;
      if (starts.size > 0 && unit.tokens > neededTokens + slackTokens) {
        overlong = { unit, roomTokens: neededTokens };
      }
      starts.add(unit.start);
      tokens += unit.tokens;
    } else {
      misfit ??= { unit, roomTokens };
    }
  }
  if (!misfit) return { starts, ...(overlong && { overlong }) };
  const stretchedTokens = tokens + misfit.unit.tokens - size.mostTokens;
  const isThin = tokens < size.wantedTokens;
  if (!isThin || stretchedTokens > size.stretchTokens) return { starts, misfit };
  return { starts: starts.add(misfit.unit.start) };
}
