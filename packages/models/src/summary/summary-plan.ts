import type { ModelSpeed } from '../chat/chat-model.ts';

/** The work of a summary, in tokens, and what there is for it. */
export interface SummaryWork {
  /** Absent where it is not measured; then only the window counts. */
  readonly speed?: ModelSpeed | undefined;
  /** Milliseconds that are left; `Infinity`: no limit. */
  readonly limitMs: number;
  /** Quoted text and answer of one request, by the model's window. */
  readonly roomTokens: number;
  /** Every request's own words. */
  readonly ownTokens: number;
  /** The summary so far; it is read once. */
  readonly soFarTokens: number;
  /** The messages that are to be summarised. */
  readonly matterTokens: number;
  readonly answerTokens: number;
}

/** How a summary is asked for, or why it is not. */
export type SummaryPlan =
  | {
      readonly kind: 'ask';
      /** Quoted text and answer of one request. */
      readonly roomTokens: number;
      /** So much of the messages is read; of more, its most telling sentences. */
      readonly matterTokens: number;
      readonly answerTokens: number;
      /** Whether the summaries of its parts are joined, for there is no time to merge them. */
      readonly joins: boolean;
    }
  | { readonly kind: 'too-slow'; readonly needsMs: number };

/** Kept free: a device is slower when it is busy, and a tokenizer may count more than the session's. */
const SPARE_SHARE = 0.2;
/** Some answers are asked for twice: one that makes up a value. */
const ANSWERS = 1.5;
/** Of the time, for writing; the rest is for reading. */
const WRITING_SHARE = 0.4;
/** A part is read in so many seconds: what it says is kept when the user's next message interrupts. */
const PART_SECONDS = 20;
/** Less text is no use to summarise by a model, and shorter answers say nothing. */
const LEAST_MATTER = 100;
const LEAST_PART = 200;
const LEAST_ANSWER = 32;

/** Sizes a summary to the window, speed and time of its model [CMP-10]. */
export function planSummary(work: SummaryWork): SummaryPlan {
  const { speed, roomTokens, ownTokens, soFarTokens, matterTokens } = work;
  if (!speed) {
    return { kind: 'ask', roomTokens, matterTokens, answerTokens: work.answerTokens, joins: false };
  }
  const { readsPerSecond, writesPerSecond } = speed;
  const seconds = (work.limitMs / 1_000) * (1 - SPARE_SHARE);
  const least = Math.min(LEAST_MATTER, matterTokens);
  const leastAnswer = Math.min(LEAST_ANSWER, work.answerTokens);
  const leastReading = (ownTokens + soFarTokens + least) / readsPerSecond;
  const secondsPerAnswerToken = ANSWERS / writesPerSecond;
  const leastWriting = leastAnswer * secondsPerAnswerToken;
  const usualWriting = Math.max(leastWriting, seconds * WRITING_SHARE);
  const writing = Math.min(usualWriting, seconds - leastReading);
  const answerTokens = Math.min(work.answerTokens, Math.floor(writing / secondsPerAnswerToken));
  if (answerTokens < leastAnswer) {
    const needed = (leastReading + leastWriting) / (1 - SPARE_SHARE);
    return { kind: 'too-slow', needsMs: Math.ceil(needed * 1_000) };
  }
  const reading = seconds - answerTokens * secondsPerAnswerToken;
  const readable = reading * readsPerSecond - soFarTokens;
  const partTokens = Math.max(LEAST_PART, Math.floor(PART_SECONDS * readsPerSecond));
  const joins = partTokens < matterTokens;
  const partRoom = joins ? Math.min(roomTokens, partTokens + answerTokens) : roomTokens;
  const parts = Math.ceil(matterTokens / (partRoom - answerTokens));
  if (parts * ownTokens + matterTokens <= readable) {
    return { kind: 'ask', roomTokens: partRoom, matterTokens, answerTokens, joins };
  }
  // What does not fit is read in one part: more parts cost more words of their own.
  const rest = Math.max(least, Math.floor(readable - ownTokens));
  return { kind: 'ask', roomTokens, matterTokens: rest, answerTokens, joins: false };
}
