import { type Message, toolCallsOf, toolResultsOf } from '../message/message.ts';
import type { Entry, TokenCount } from './entry.ts';
import { EntryLog } from './entry-log.ts';

/** The unit that the newest entry belongs to, as far as it decides where the next entry belongs. */
interface OpenUnit {
  readonly start: number;
  readonly openCallIds: readonly string[];
  readonly providerMessageId: string | undefined;
  /** Whether its newest entry holds results; then calls left open before them stay open for good. */
  readonly isAnswering: boolean;
}

/**
 * The original messages of one session, in order. A value: appending gives a new transcript and
 * leaves the old one as it was; both share one log.
 */
export interface Transcript {
  readonly log: EntryLog;
  readonly length: number;
  /** The first user message: the task. */
  readonly anchorSeq: number | undefined;
  /** The newest user message. */
  readonly lastUserSeq: number | undefined;
  /** System messages ahead of everything else. */
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

/** The transcript with one more entry; itself when it already holds that id [MSG-5]. O(1). */
export function appended(transcript: Transcript, draft: EntryDraft): Transcript {
  if (seqOf(transcript, draft.id) !== undefined) return transcript;
  const seq = transcript.length;
  const openUnit = nextUnit(transcript.openUnit, seq, draft.message);
  const parentId = seq === 0 ? null : transcript.log.at(seq - 1).id;
  const entry: Entry = { ...draft, seq, parentId, unitStart: openUnit.start };
  return {
    log: transcript.log.extended(seq, entry),
    length: seq + 1,
    openUnit,
    ...landmarks(transcript, entry),
  };
}

/** A transcript from stored entries. */
export function transcriptOf(entries: readonly Entry[]): Transcript {
  let openUnit: OpenUnit | undefined;
  let marks: Landmarks = emptyTranscript();
  for (const entry of entries) {
    openUnit = nextUnit(openUnit, entry.seq, entry.message);
    marks = landmarks(marks, entry);
  }
  return { ...marks, log: new EntryLog(entries), length: entries.length, openUnit };
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

type Landmarks = Pick<Transcript, 'anchorSeq' | 'lastUserSeq' | 'leadingSystems'>;

function landmarks(before: Landmarks, { seq, message }: Entry): Landmarks {
  const { anchorSeq, lastUserSeq, leadingSystems } = before;
  if (message.role === 'user')
    return { anchorSeq: anchorSeq ?? seq, lastUserSeq: seq, leadingSystems };
  const isLeading = message.role === 'system' && seq === leadingSystems;
  return { anchorSeq, lastUserSeq, leadingSystems: isLeading ? seq + 1 : leadingSystems };
}

/**
 * Where an entry belongs [MSG-4]. A tool result joins the unit whose call it answers; a message
 * with the provider id of the one before joins that one; everything else opens a unit. A result
 * that answers no open call stands alone: it came late, twice, or from nowhere.
 */
function nextUnit(unit: OpenUnit | undefined, seq: number, message: Message): OpenUnit {
  if (unit && message.role === 'tool') {
    const answered = new Set(toolResultsOf(message).map((result) => result.callId));
    const stillOpen = unit.openCallIds.filter((callId) => !answered.has(callId));
    if (stillOpen.length < unit.openCallIds.length) {
      return { ...unit, openCallIds: stillOpen, isAnswering: true };
    }
  }
  const calls = toolCallsOf(message).map((call) => call.callId);
  const { providerMessageId } = message;
  const continues =
    message.role !== 'tool' &&
    providerMessageId !== undefined &&
    providerMessageId === unit?.providerMessageId;
  if (unit && continues) {
    const open = unit.isAnswering ? [] : unit.openCallIds;
    return { ...unit, openCallIds: [...open, ...calls], isAnswering: false };
  }
  return { start: seq, openCallIds: calls, providerMessageId, isAnswering: false };
}
