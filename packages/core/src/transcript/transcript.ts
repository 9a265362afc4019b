import { type Steps, TURNS_PER_STEP } from '../ground/platform/steps.ts';
import {
  answerIdOf,
  type Message,
  OF_ITEMS,
  type ToolResultPart,
  toolCallsOf,
  toolResultsOf,
} from '../message/message.ts';
import type { TokenCount } from '../tokens/token-counter.ts';
import type { Entry } from './entry.ts';
import { EntryLog } from './entry-log.ts';

/** The unit that the newest entry belongs to, as far as it decides where the next entry belongs. */
export interface OpenUnit {
  readonly start: number;
  readonly openCallIds: readonly string[];
  readonly answerId: string | undefined;
  /** True if its newest entry holds results; then calls left open before them stay open for good. */
  readonly isAnswering: boolean;
}

/**
 * The original messages of one conversation, in order: the path from the first entry to the head. A
 * value: appending gives a new transcript and leaves the old one as it was; both share one log.
 */
export interface Transcript {
  readonly log: EntryLog;
  readonly length: number;
  /** The first user message: the task. */
  readonly anchorSeq: number | undefined;
  /** The newest user message. */
  readonly lastUserSeq: number | undefined;
  /** System messages before everything else. */
  readonly leadingSystems: number;
  readonly openUnit: OpenUnit | undefined;
}

export const emptyTranscript = (): Transcript => ({
  log: new EntryLog(),
  length: 0,
  anchorSeq: undefined,
  lastUserSeq: undefined,
  leadingSystems: 0,
  openUnit: undefined,
});

/** A message on its way into the transcript, with everything that the outside has to give it. */
export interface EntryDraft {
  readonly id: string;
  readonly createdAtMs: number;
  readonly message: Message;
  readonly tokens: TokenCount;
}

/**
 * The transcript with one more entry; itself when the session already holds that id, on whichever
 * branch [MSG-5]. O(1).
 */
export function appended(transcript: Transcript, draft: EntryDraft): Transcript {
  if (entryOf(transcript, draft.id)) return transcript;
  const { length: seq, log } = transcript;
  const { elsewhere } = log;
  const openUnit = nextUnit(transcript.openUnit, seq, draft.message);
  const entry: Entry = {
    ...draft,
    seq,
    ...(elsewhere.length > 0 && { position: seq + elsewhere.length }),
    parentId: headIdOf(transcript),
    unitStart: openUnit.start,
  };
  return {
    log: log.extended(seq, entry),
    length: seq + 1,
    openUnit,
    ...landmarks(transcript, entry),
  };
}

/** Transcripts made before the event that asks for them, by the list of drafts. */
const appendedAhead = new WeakMap<
  readonly EntryDraft[],
  { readonly before: Transcript; readonly after: Transcript }
>();

/** The transcript with more entries; at once where `appending` has made it. */
export function withDrafts(transcript: Transcript, drafts: readonly EntryDraft[]): Transcript {
  const known = appendedAhead.get(drafts);
  const { log, length } = transcript;
  // The same log and length mean the same one, also where counts were measured better since.
  const isIt = known?.before.log === log && known.before.length === length;
  return isIt ? known.after : drafts.reduce(appended, transcript);
}

/**
 * Works `withDrafts` out in steps. The entries stand behind the end of every snapshot until somebody
 * takes the transcript that has them.
 */
export function* appending(transcript: Transcript, drafts: readonly EntryDraft[]): Steps<void> {
  let after = transcript;
  for (const [index, draft] of drafts.entries()) {
    if (index % TURNS_PER_STEP === TURNS_PER_STEP - 1) yield;
    after = appended(after, draft);
  }
  appendedAhead.set(drafts, { before: transcript, after });
}

/** Place of an entry among all of its session, in the order of appending; stores keep it by this. */
export function placeOf({ position, seq }: Pick<Entry, 'position' | 'seq'>): number {
  return position ?? seq;
}

/** All entries of the session, those of other branches included. */
export function entriesIn({ length, log }: Transcript): number {
  return length + log.elsewhere.length;
}

/** The entries of the conversation from one place up to another, which is not among them. */
export function entriesBetween(
  { log, length }: Transcript,
  fromSeq = 0,
  toSeq = length,
): readonly Entry[] {
  return log.slice(Math.max(0, fromSeq), Math.max(0, Math.min(toSeq, length)));
}

/** The entry that the next one follows; `null` where there is none yet. */
export function headIdOf({ log, length }: Transcript): string | null {
  return length === 0 ? null : log.at(length - 1).id;
}

/** The entry of this id, on whichever branch. */
export function entryOf(transcript: Transcript, id: string): Entry | undefined {
  const seq = seqOf(transcript, id);
  const { log } = transcript;
  return seq === undefined ? log.findElsewhere(id) : log.at(seq);
}

/** Position of an entry by id, `undefined` when this transcript does not hold it. */
export function seqOf(transcript: Transcript, id: string): number | undefined {
  const seq = transcript.log.seqOf(id);
  return seq !== undefined && seq < transcript.length ? seq : undefined;
}

/** First `seq` of the unit that the newest entry belongs to; 0 in an empty transcript. */
export function newestUnitStart(transcript: Transcript): number {
  return transcript.length === 0 ? 0 : transcript.log.at(transcript.length - 1).unitStart;
}

/** Facts that a transcript keeps about its entries, so that it need not look at them again. */
export type Landmarks = Pick<Transcript, 'anchorSeq' | 'lastUserSeq' | 'leadingSystems'>;

/** The landmarks with one more entry. */
export function landmarks(before: Landmarks, { seq, message }: Entry): Landmarks {
  const { anchorSeq, lastUserSeq, leadingSystems } = before;
  if (message.role === 'user')
    return { anchorSeq: anchorSeq ?? seq, lastUserSeq: seq, leadingSystems };
  const isLeading = message.role === 'system' && seq === leadingSystems;
  return { anchorSeq, lastUserSeq, leadingSystems: isLeading ? seq + 1 : leadingSystems };
}

/**
 * Where an entry belongs [MSG-4]. A tool result joins the unit whose call it answers, and so does a
 * tool message that holds no result but what the user said to a call that is still open; a message
 * with the provider id of the one before joins that one, and so does an item of the same answer;
 * everything else opens a unit. A result that answers no open call stands alone: it came late, twice,
 * or from nowhere.
 */
export function nextUnit(unit: OpenUnit | undefined, seq: number, message: Message): OpenUnit {
  if (unit && message.role === 'tool') {
    const { openCallIds } = unit;
    const results = toolResultsOf(message);
    const stillOpen = results.reduce(withoutAnswered, openCallIds);
    // A message without results says what the user allowed, or answers an item that is not read.
    const isAbout =
      results.length > 0
        ? stillOpen !== openCallIds
        : openCallIds.length > 0 || unit.answerId === OF_ITEMS;
    if (isAbout) return { ...unit, openCallIds: stillOpen, isAnswering: true };
  }
  const calls = toolCallsOf(message).map((call) => call.callId);
  const answerId = answerIdOf(message);
  // Nothing says of an item behind a result that it is of the answer before it.
  const isNext = unit?.isAnswering && answerId === OF_ITEMS;
  if (answerId && answerId === unit?.answerId && !isNext) {
    const open = unit.isAnswering ? [] : unit.openCallIds;
    return { ...unit, openCallIds: [...open, ...calls], isAnswering: false };
  }
  return { start: seq, openCallIds: calls, answerId, isAnswering: false };
}

/** A result answers one call; a second call of the same id waits for a result of its own. */
function withoutAnswered(open: readonly string[], { callId }: ToolResultPart): readonly string[] {
  const at = open.indexOf(callId);
  return at < 0 ? open : open.toSpliced(at, 1);
}
