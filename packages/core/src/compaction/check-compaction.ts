import { toolCallsOf, toolResultsOf } from '../message/message.ts';
import { runToEnd, type Steps, TURNS_PER_STEP } from '../platform/steps.ts';
import { newestUnitStart, type Transcript } from '../transcript/transcript.ts';
import type { Overlays, RangeOverlay } from '../view/overlay.ts';
import { rangesFault } from '../view/overlays-fault.ts';
import { isProtectedSystem, protectionOf } from '../view/protected.ts';
import { unitsOf, type View } from '../view/view.ts';

/**
 * Looks once more, before a compaction is committed, at all that it must not break [CMP-7]. Gives the
 * first fault in words, `undefined` when there is none. The stages cannot cause one by the guard;
 * this holds whoever wrote the stages, the policy and the guard to it. Costs what the view costs
 * and what left now.
 */
export function faultOf(
  transcript: Transcript,
  overlays: Overlays,
  view: View,
  left: readonly RangeOverlay[],
): string | undefined {
  return runToEnd(findingFault(transcript, overlays, view, left));
}

/** The same in steps. */
export function* findingFault(
  transcript: Transcript,
  overlays: Overlays,
  view: View,
  left: readonly RangeOverlay[],
): Steps<string | undefined> {
  return (
    rangeFault(transcript, overlays) ?? (yield* leftFault(transcript, left)) ?? pairingFault(view)
  );
}

function rangeFault(transcript: Transcript, { ranges }: Overlays): string | undefined {
  const { length, log } = transcript;
  const unitStartAt = (seq: number) => log.at(seq).unitStart;
  return rangesFault({ length, unitStartAt, protectedSeqs: landmarks(transcript) }, ranges);
}

/** Looks at every entry that left now: a system message can stand anywhere. */
function* leftFault(
  transcript: Transcript,
  left: readonly RangeOverlay[],
): Steps<string | undefined> {
  const named = landmarks(transcript);
  const newest = newestUnitStart(transcript);
  for (const { fromSeq, toSeq } of left) {
    const inside = named.filter((seq) => seq >= fromSeq && seq < toSeq);
    const ofNewest = Math.max(fromSeq, newest);
    const system = yield* systemMessageIn(transcript, fromSeq, toSeq);
    const gone = Math.min(...inside, ofNewest, system);
    if (gone < toSeq) return leftAlthoughProtected(gone);
  }
  return undefined;
}

function* systemMessageIn(transcript: Transcript, fromSeq: number, toSeq: number): Steps<number> {
  let seq = fromSeq;
  while (seq < toSeq && !isProtectedSystem(transcript, seq)) {
    seq += 1;
    if (seq % TURNS_PER_STEP === 0) yield;
  }
  return seq;
}

function leftAlthoughProtected(seq: number): string {
  return `message #${seq} is protected and left`;
}

/** Protected entries that can be named without reading the transcript. */
function landmarks(transcript: Transcript): readonly number[] {
  const { anchorSeq, lastUserSeq, length } = transcript;
  const seqs = [anchorSeq, lastUserSeq, length > 0 ? newestUnitStart(transcript) : undefined];
  return seqs.filter((seq) => seq !== undefined && protectionOf(transcript, seq)) as number[];
}

function pairingFault(view: View): string | undefined {
  for (const unit of unitsOf(view)) {
    const open = new Set<string>();
    for (const { message } of unit.members) {
      for (const { callId } of toolCallsOf(message)) open.add(callId);
      for (const { callId } of toolResultsOf(message)) {
        if (!open.delete(callId)) return `a tool result stands without its call ${callId}`;
      }
    }
    const [left] = open;
    if (left !== undefined) return `the tool call ${left} stands without its result`;
  }
  return undefined;
}
