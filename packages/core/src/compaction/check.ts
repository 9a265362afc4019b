import { likeliestFirst, type ValueIndex } from '../condense/value-index.ts';
import { valuesInText } from '../condense/values-in-text.ts';
import { type Steps, TURNS_PER_STEP } from '../ground/platform/steps.ts';
import { toolCallsOf, toolResultsOf } from '../message/message.ts';
import { newestUnitStart, type Transcript } from '../transcript/transcript.ts';
import type { Overlays, RangeOverlay } from '../view/overlay.ts';
import { rangesFault } from '../view/overlays-fault.ts';
import { isProtectedSystem, protectionOf } from '../view/protected.ts';
import { unitsOf, type View } from '../view/view.ts';
import type { LostValues } from './compaction-record.ts';
import type { CompactionOutcome, UncheckedCompaction } from './finish.ts';
import { readableText } from './read-archive.ts';

/** Whether a compaction holds what it must and frees anything, and what can be read nowhere any more. */
export function* check({
  draft,
  view,
  compaction,
  leftValues,
}: UncheckedCompaction): Steps<CompactionOutcome> {
  const { input, left } = draft;
  const { overlays, stages, tokensBefore, tokensAfter } = compaction;
  if (stages.length === 0 || tokensAfter >= tokensBefore) return dropped('it would free nothing');
  const fault = yield* findingFault(input.transcript, overlays, view, left);
  if (fault !== undefined) return dropped(`it would break a promise: ${fault}`);
  const kept = yield* readableText(view);
  const texts = [overlays.condensed?.text ?? '', input.notes?.text ?? '', kept];
  const lost = yield* lostValues(leftValues, texts);
  return { kind: 'finished', compaction: { ...compaction, lost } };
}

function dropped(why: string): CompactionOutcome {
  return { kind: 'dropped', why };
}

/**
 * Looks once more, before a compaction is committed, at all that it must not break [CMP-7]. Gives the
 * first fault in words, `undefined` when there is none. The stages cannot cause one by the guard;
 * this holds anyone who wrote the stages, the policy and the guard to it. Costs what the view costs
 * and what left now.
 */
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
  for (const { fromSeq, toSeq } of left) {
    for (let seq = fromSeq; seq < toSeq; seq += 1) {
      if (isProtectedSystem(transcript, seq)) return `message #${seq} is protected and left`;
      if (seq % TURNS_PER_STEP === 0) yield;
    }
  }
  return undefined;
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

/** A record names this many; the rest is a number. */
const MOST_NAMED = 50;

/**
 * The exact values of what left in this compaction that can be read nowhere any more: not in what
 * stands for it, not in what stays, not in the agent's notes [CMP-11].
 *
 * @param left every value of what left; the index that is kept is bounded, and of earlier ones too
 */
export function* lostValues(left: ValueIndex, readableTexts: readonly string[]): Steps<LostValues> {
  const readable = readableTexts.join('\n');
  const present = yield* valuesInText(
    readable,
    left.values.map(({ text }) => text),
  );
  const total = left.values.length - present.size;
  if (total === 0) return { values: [], total };
  const next = yield* likeliestFirst(left, readable);
  const values: string[] = [];
  for (let turns = 1; values.length < Math.min(total, MOST_NAMED); turns += 1) {
    if (turns % TURNS_PER_STEP === 0) yield;
    const value = next();
    if (!value) break;
    if (!present.has(value.text)) values.push(value.text);
  }
  return { values, total };
}
