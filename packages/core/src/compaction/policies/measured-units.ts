import { indexOfSpanAt } from '../../ground/platform/span-at.ts';
import { mappedInSteps, type Steps } from '../../ground/platform/steps.ts';
import type { Transcript } from '../../transcript/transcript.ts';
import { isUnitProtected } from '../../view/protected.ts';
import { unitsOf, type View, type ViewUnit } from '../../view/view.ts';
import type { MeasuredUnit } from './eviction-policy.ts';
import type { ToolHints } from './tool-hints.ts';
import { isPinnedUnit } from './tool-results.ts';

/** A unit of the view as policies see it, with what it is made of. */
export interface ShownUnit extends MeasuredUnit {
  /** Its entries as they stand in the view now. */
  readonly members: ViewUnit['members'];
}

/** The units of a view, oldest first, with their originals and what protects them. */
export function measuredUnits(
  view: View,
  transcript: Transcript,
  hints: ToolHints,
): readonly ShownUnit[] {
  return unitsOf(view).map((unit) => measuredUnit(unit, transcript, hints));
}

/** The same in steps. */
export function* measuringUnits(
  view: View,
  transcript: Transcript,
  hints: ToolHints,
): Steps<readonly ShownUnit[]> {
  return yield* mappedInSteps(unitsOf(view), (unit) => measuredUnit(unit, transcript, hints));
}

/** A unit of the view with its originals and what protects it. */
export function measuredUnit(
  { start, end, tokens, members }: ViewUnit,
  transcript: Transcript,
  hints: ToolHints,
): ShownUnit {
  const entries = transcript.log.slice(start, end);
  const isFirm = isUnitProtected(transcript, { start, end }) || isPinnedUnit({ entries }, hints);
  return Object.freeze({ start, end, tokens, members, entries, protected: isFirm });
}

/** The unit that holds an entry, by binary search: units stand in order. */
export function unitWith<Unit extends MeasuredUnit>(
  units: readonly Unit[],
  seq: number,
): Unit | undefined {
  return units[indexOfSpanAt(units, seq, ({ start, end }) => [start, end])];
}

/** The tokens of units together. */
export function tokensOf(units: readonly MeasuredUnit[]): number {
  return units.reduce((sum, { tokens }) => sum + tokens, 0);
}
