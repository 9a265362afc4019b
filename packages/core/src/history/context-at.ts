import type { Steps } from '../ground/platform/steps.ts';
import type { Message } from '../message/message.ts';
import type { ContextPlan } from '../plan/context-plan.ts';
import {
  type FixedContext,
  figuresOf,
  makingBody,
  type PlanWithoutLive,
  totalsWith,
} from '../plan/plan-without-live.ts';
import { withArchiveSections } from '../plan/with-archive-sections.ts';
import type { Measurer } from '../tokens/measurer.ts';
import { seqOf, type Transcript } from '../transcript/transcript.ts';
import { everyEntry, transcriptAt, transcriptOf } from '../transcript/transcript-at.ts';
import type { Overlays } from '../view/overlay.ts';
import { overlaysBefore } from '../view/overlays-delta.ts';
import { deltaOf, type History } from './history.ts';
import type { ContextAssembled, ContextSurroundings, HistoryRecord } from './history-record.ts';
import { isWhole, surroundingsAfter } from './surroundings.ts';

/** A session as it stands, with its past. */
export interface WithHistory {
  readonly id: string;
  readonly transcript: Transcript;
  readonly overlays: Overlays;
  readonly history: History;
}

/** A session at one of its past calls. */
export interface PastSession {
  readonly record: ContextAssembled;
  readonly surroundings: ContextSurroundings;
  /** The conversation as it stood. */
  readonly transcript: Transcript;
  readonly overlays: Overlays;
}

/** The session as it was at a call; `undefined` where there was none, or it is not kept any more, whole. */
export function sessionAt(session: WithHistory, call: number): PastSession | undefined {
  const records = session.history.records;
  const at = records.findIndex((record) => record.kind === 'context' && record.call === call);
  const record = records[at];
  const surroundings = surroundingsAt(records, at);
  if (record?.kind !== 'context' || !surroundings) return undefined;
  const transcript = pastTranscript(session.transcript, record);
  if (!transcript) return undefined;
  const overlays = overlaysAt(session.overlays, records.slice(at + 1));
  if (!isWithin(transcript, overlays)) return undefined;
  return { record, surroundings, transcript, overlays };
}

/**
 * The plan of a past call [HIS-1]: what was sent then, and why. It is worked out from the originals,
 * from today's overlays taken back change by change, and from what the call's record says.
 *
 * - Figures of single items are those known today: an estimate that was counted since shows as counted.
 *   What was known then stands in the record.
 * - `undefined` for a call that there was not, or whose records are not kept any more.
 *
 * Costs what the session and the changes since then cost.
 */
export function* contextAt(
  session: WithHistory,
  call: number,
  measurer: Measurer,
): Steps<ContextPlan | undefined> {
  yield 'long-step';
  const past = sessionAt(session, call);
  if (!past) return undefined;
  const { record, surroundings, transcript } = past;
  // Plans of the present continue from what was made for their overlays: the past has an object of its own.
  const overlays = { ...past.overlays };
  const { budget } = surroundings;
  const fixed = fixedContext(surroundings, measurer);
  const body = yield* makingBody({ transcript, overlays, budget, fixed, measurer });
  return planOf(session.id, record, surroundings, body);
}

/** Today's overlays with every change since then taken back, the newest first. */
export function overlaysAt(overlays: Overlays, since: readonly HistoryRecord[]): Overlays {
  return since.reduceRight((after, record) => {
    const delta = deltaOf(record);
    return delta ? overlaysBefore(after, delta) : after;
  }, overlays);
}

/** A record that was damaged on a disk takes back other changes than were made. */
function isWithin({ length }: Transcript, { ranges, entries }: Overlays): boolean {
  const hasRanges = ranges.every(({ fromSeq, toSeq }) => fromSeq < toSeq && toSeq <= length);
  return hasRanges && [...entries.keys()].every((seq) => seq < length);
}

/**
 * Everything that the context at this place of the records depended on, gathered from it and
 * earlier ones.
 */
function surroundingsAt(
  records: readonly HistoryRecord[],
  at: number,
): ContextSurroundings | undefined {
  const isStart = (record: HistoryRecord) => record.kind === 'context' && isWhole(record.changed);
  const start = records.slice(0, at + 1).findLastIndex(isStart);
  if (start < 0) return undefined;
  let known: ContextSurroundings | undefined;
  for (const record of records.slice(start, at + 1)) {
    if (record.kind === 'context') known = surroundingsAfter(known, record.changed);
  }
  return known;
}

/** The conversation as it stood; `undefined` where an entry of it was erased since. */
function pastTranscript(
  transcript: Transcript,
  { headId, entries }: ContextAssembled,
): Transcript | undefined {
  const seq = headId === null ? -1 : seqOf(transcript, headId);
  if (seq === entries - 1) return transcriptOf(transcript.log.slice(0, entries));
  const every = everyEntry(transcript);
  if (headId !== null && !every.some(({ id }) => id === headId)) return undefined;
  return transcriptAt(every, headId);
}

function fixedContext({ system, tools }: ContextSurroundings, measurer: Measurer): FixedContext {
  const measured = (text: string) => {
    const message: Message = { role: 'system', parts: [{ type: 'text', text }] };
    return { message, tokens: measurer.message(message) };
  };
  return { ...(system && { system: measured(system) }), ...(tools && { tools: measured(tools) }) };
}

function planOf(
  sessionId: string,
  record: ContextAssembled,
  { budget, live, degraded }: ContextSurroundings,
  body: PlanWithoutLive,
): ContextPlan {
  const archive = live.items.filter(({ tier }) => tier === 'archive');
  const liveItems = live.items.filter(({ tier }) => tier === 'live');
  const whole = totalsWith(totalsWith(body.totals, archive, 'archive'), liveItems, 'live');
  const { schedule, ledger, cache, livePlacement, liveHosts, headMoves } = record;
  return {
    version: 1,
    sessionId,
    transcriptLength: record.entries,
    epoch: record.epoch,
    ...(headMoves !== undefined && { headMoves }),
    budget,
    items: [...withArchiveSections(body.items, archive), ...liveItems],
    ranges: body.ranges,
    withheld: live.withheld,
    ...figuresOf(whole, budget),
    livePlacement,
    ...(liveHosts && { liveHosts }),
    degraded,
    schedule,
    ledger,
    ...(cache && { cache }),
  };
}
