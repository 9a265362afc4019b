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

/** The newest units that together reach `wantedTokens`, oldest first; fewer where no more fit `mostTokens`. */
export function newestUnits(
  units: readonly ViewUnit[],
  wantedTokens: number,
  mostTokens: number,
): {
  readonly kept: readonly ViewUnit[];
  readonly tokens: number;
  readonly next: ViewUnit | undefined;
} {
  let tokens = 0;
  let index = units.length;
  while (index > 0 && tokens < wantedTokens) {
    const unit = units[index - 1];
    if (!unit || (tokens + unit.tokens > mostTokens && index < units.length)) break;
    tokens += unit.tokens;
    index -= 1;
  }
  return { kept: units.slice(index), tokens, next: units[index - 1] };
}
