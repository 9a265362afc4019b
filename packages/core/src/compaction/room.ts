import type { TokenBudget } from '../budget/token-budget.ts';
import { isUnitProtected } from '../plan/protected.ts';
import { unitsOf, type View, type ViewUnit } from '../plan/view.ts';
import { newestUnitStart, type Transcript } from '../transcript/transcript.ts';
import type { CompactionLimits } from './limits.ts';

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

/** Derived text never takes more than this part of what the head leaves. */
const DERIVED_PART_OF_FREE = 0.4;

export function divideRoom(input: {
  readonly view: View;
  readonly transcript: Transcript;
  readonly budget: TokenBudget;
  readonly fixedTokens: number;
  readonly limits: CompactionLimits;
}): Room {
  const { view, transcript, budget, fixedTokens, limits } = input;
  const newest = newestUnitStart(transcript);
  const head = unitsOf(view).filter(
    (unit) => unit.start < newest && isUnitProtected(transcript, unit),
  );
  const headTokens = fixedTokens + head.reduce((sum, unit) => sum + unit.tokens, 0);
  const freeTokens = Math.max(0, budget.inputTokens - headTokens);
  const derivedTokens = Math.floor(
    Math.min(limits.derivedShare * budget.inputTokens, DERIVED_PART_OF_FREE * freeTokens),
  );
  return {
    headTokens,
    derivedTokens,
    tailTokens: freeTokens - derivedTokens,
    wantedTailTokens: Math.floor(limits.tailShare * freeTokens),
  };
}

/** The units at the end of the view that stay as they are. */
export interface Tail {
  /** Their starts. Together they reach the wanted size, where so much fits. */
  readonly starts: ReadonlySet<number>;
  /** The newest unit that did not fit while the tail was still too small, and the room it had. */
  readonly misfit?: { readonly unit: ViewUnit; readonly roomTokens: number };
}

/**
 * Gathers units from the newest back, until they reach `wantedTokens`. One that would go over
 * `mostTokens` is stepped over, so that one huge step does not leave the tail thin; the newest
 * always counts. Where the tail stays too small all the same, the unit that was stepped over may
 * go over by `stretchTokens`, which derived text then has to do without.
 */
export function tailOf(
  units: readonly ViewUnit[],
  size: {
    readonly wantedTokens: number;
    readonly mostTokens: number;
    readonly stretchTokens: number;
  },
): Tail {
  const starts = new Set<number>();
  let misfit: Tail['misfit'];
  let tokens = 0;
  for (const unit of units.toReversed()) {
    if (tokens >= size.wantedTokens) break;
    const roomTokens = size.mostTokens - tokens;
    if (unit.tokens <= roomTokens || starts.size === 0) {
      starts.add(unit.start);
      tokens += unit.tokens;
    } else {
      misfit ??= { unit, roomTokens };
    }
  }
  if (!misfit) return { starts };
  const stretchedTokens = tokens + misfit.unit.tokens - size.mostTokens;
  const isThin = tokens < size.wantedTokens;
  if (!isThin || stretchedTokens > size.stretchTokens) return { starts, misfit };
  return { starts: starts.add(misfit.unit.start) };
}
