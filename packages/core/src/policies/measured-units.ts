import { runToEnd, type Steps, TURNS_PER_STEP } from '../platform/steps.ts';
import type { Transcript } from '../transcript/transcript.ts';
import { isUnitProtected } from '../view/unit-protection.ts';
import { unitsOf, type View, type ViewUnit } from '../view/view.ts';
import type { MeasuredUnit } from './eviction-policy.ts';
import { isPinnedUnit } from './hint-for.ts';
import type { ToolHints } from './tool-hints.ts';

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
  return runToEnd(measuringUnits(view, transcript, hints));
}

/** The same in steps. */
export function* measuringUnits(
  view: View,
  transcript: Transcript,
  hints: ToolHints,
): Steps<readonly ShownUnit[]> {
  const units: ShownUnit[] = [];
  for (const [index, unit] of unitsOf(view).entries()) {
    if (index % TURNS_PER_STEP === 0) yield;
    units.push(measuredUnit(unit, transcript, hints));
  }
  return units;
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
