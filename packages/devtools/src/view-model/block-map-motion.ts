import type { PlanFacts } from '../source/plan-facts.ts';
import type { BlockMap, MapPiece } from './block-map-shape.ts';
import { rangeAt } from './context-rows.ts';

/** A plan and its map. */
export interface DrawnMap {
  readonly plan: PlanFacts;
  readonly map: BlockMap;
}

/** A block that left, on its way to the block that stands for it. */
export interface Departure {
  /** The key that the block had. */
  readonly key: string;
  readonly from: MapPiece;
  /** Absent where nothing stands for it: it goes where it stood. */
  readonly to: MapPiece | undefined;
}

/** Departures that are drawn at most. */
export const MOST_DEPARTURES = 40;

/**
 * The blocks of the map before whose messages left with the plan after, each with the place of what
 * stands for it there. Empty where nothing left in between, and between plans of different sessions.
 */
export function departures(before: DrawnMap, after: DrawnMap): readonly Departure[] {
  const isSame = before.plan.sessionId === after.plan.sessionId;
  if (!isSame || before.map.widthPixels !== after.map.widthPixels) return [];
  const found: Departure[] = [];
  for (const block of before.map.blocks) {
    if (found.length >= MOST_DEPARTURES) break;
    const [from] = block.pieces;
    const ghost =
      from && newRange(before.plan.items[block.fromIndex]?.seq, before.plan, after.plan);
    if (from && ghost) found.push({ key: block.key, from, to: standIn(after, ghost.decision.by) });
  }
  return found;
}

/** The range in which a message is after, and was not before. */
function newRange(seq: number | undefined, before: PlanFacts, after: PlanFacts) {
  if (seq === undefined || rangeAt(before, seq)) return undefined;
  return rangeAt(after, seq);
}

function standIn({ plan, map }: DrawnMap, by: readonly string[] = []): MapPiece | undefined {
  const index = plan.items.findIndex(({ id }) => by.includes(id));
  return map.blocks.find(({ fromIndex, toIndex }) => fromIndex <= index && index < toIndex)
    ?.pieces[0];
}
