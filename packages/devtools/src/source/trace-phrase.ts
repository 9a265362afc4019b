import {
  type ContextAssembled,
  type ContextPlan,
  type Entry,
  type Message,
  type PlanItem,
  toolCallsOf,
  toolResultsOf,
} from '@agent-memory/core';
import { inSlices, nextTask, type Steps, throwIfAborted } from '@agent-memory/core/internal';
import { type CallsAlike, callsAlike } from './calls-alike.ts';
import { bestOf, growingPlaces, placeOf, placeOfMade } from './growing-places.ts';
import type { InspectableMemory } from './inspectable-memory.ts';
import { indexOfPhrase, messageText } from './message-text.ts';
import type { TracedCalls, TracedPlace, ValueTrace } from './value-trace.ts';

/** The places that are named; behind them they are only counted. */
const MOST_SEQS = 200;
/** So many messages are read before others may have their turn. */
const MESSAGES_PER_STEP = 16;

type Tracer = Pick<InspectableMemory, 'history' | 'stateAt' | 'entries' | 'entry' | 'getState'>;

/**
 * Follows a phrase through the conversation and through every kept call.
 *
 * - Between two changes of what leaves, contexts only grow: one plan tells of all of them, however
 *   many calls there were.
 * - Works a few milliseconds at a time.
 *
 * @throws the signal's reason when it aborts.
 */
export async function tracePhrase(
  memory: Tracer,
  phrase: string,
  signal: AbortSignal,
): Promise<ValueTrace> {
  throwIfAborted(signal);
  const alike = callsAlike(memory.history());
  const { plan } = memory.getState();
  const holds = phraseFinder(phrase);
  const seqs = await inSlices(seqsHolding(memory.entries(), holds), { signal });
  const items = await inSlices(itemsHolding(plan?.items ?? [], holds), { signal });
  const calls: TracedCalls[] = [];
  for (const stretch of alike) {
    const found = await foundIn(memory, stretch, { holds, signal });
    for (const next of found) addCalls(calls, next);
  }
  return {
    phrase,
    seqs: seqs.slice(0, MOST_SEQS),
    messages: seqs.length,
    itemIds: items.map(({ id }) => id),
    calls,
  };
}

type Holds = (message: Message) => boolean;

/** Looks into each message once, however many contexts it stands in. A blank phrase is nowhere. */
function phraseFinder(phrase: string): Holds {
  const known = new WeakMap<Message, boolean>();
  const isBlank = phrase.trim() === '';
  return (message) => {
    const answer =
      known.get(message) ?? (!isBlank && indexOfPhrase(messageText(message), phrase) >= 0);
    known.set(message, answer);
    return answer;
  };
}

function* seqsHolding(entries: readonly Entry[], holds: Holds): Steps<readonly number[]> {
  const seqs: number[] = [];
  for (const { message, seq } of entries) {
    if (seq % MESSAGES_PER_STEP === 0) yield;
    if (holds(message)) seqs.push(seq);
  }
  return seqs;
}

function* itemsHolding(items: readonly PlanItem[], holds: Holds): Steps<readonly PlanItem[]> {
  const holding: PlanItem[] = [];
  for (const [index, item] of items.entries()) {
    if (index % MESSAGES_PER_STEP === 0) yield;
    if (holds(item.message)) holding.push(item);
  }
  return holding;
}

interface Looking {
  readonly holds: Holds;
  readonly signal: AbortSignal;
}

/** The calls of a stretch: those ahead of the last one were sent the beginning of what it was sent. */
async function foundIn(
  memory: Tracer,
  { calls }: CallsAlike,
  looking: Looking,
): Promise<readonly TracedCalls[]> {
  const last = calls.at(-1)?.record.call ?? 0;
  const { plan, holding } = await lookInto(memory, last, looking);
  const told = new Map([[last, bestOf(holding.map(placeOf))]]);
  for (const { record } of calls) {
    if (record.call === last || isAnswered(memory, record)) continue;
    const own = await lookInto(memory, record.call, looking);
    told.set(record.call, bestOf(own.holding.map(placeOf)));
  }
  const placesAt = growingPlaces(plan, holding);
  return inSlices(placesOf(calls, told, placesAt, looking.holds), looking);
}

function* placesOf(
  calls: CallsAlike['calls'],
  told: ReadonlyMap<number, TracedPlace>,
  placesAt: (entries: number) => readonly TracedPlace[],
  holds: Holds,
): Steps<readonly TracedCalls[]> {
  const found: TracedCalls[] = [];
  for (const [index, { record, made }] of calls.entries()) {
    if (index % MESSAGES_PER_STEP === 0) yield;
    const { call, entries } = record;
    const known = told.get(call);
    const texts = known ? [] : made.filter(({ message }) => holds(message)).map(placeOfMade);
    const place = known ?? bestOf([...placesAt(entries), ...texts]);
    addCalls(found, { fromCall: call, toCall: call, ...place });
  }
  return found;
}

interface LookedInto {
  readonly plan: ContextPlan | undefined;
  /** The items that hold the phrase; none where the call cannot be shown any more. */
  readonly holding: readonly PlanItem[];
}

/** The plan of a past call. */
async function lookInto(
  memory: Tracer,
  call: number,
  { holds, signal }: Looking,
): Promise<LookedInto> {
  const plan = await memory.stateAt(call, { signal });
  const holding = await inSlices(itemsHolding(plan?.items ?? [], holds), { signal });
  await nextTask();
  throwIfAborted(signal);
  return { plan, holding };
}

/**
 * Tells whether each tool call in the newest unit has its result. One that has not is sent with a
 * placeholder, which is gone from the calls behind it.
 */
function isAnswered(memory: Tracer, { headId }: ContextAssembled): boolean {
  const open = new Set<string>();
  const answered = new Set<string>();
  const head = headId === null ? undefined : memory.entry(headId);
  let entry = head;
  while (head && entry && entry.seq >= head.unitStart) {
    for (const { callId } of toolCallsOf(entry.message)) open.add(callId);
    for (const { callId } of toolResultsOf(entry.message)) answered.add(callId);
    entry = entry.parentId === null ? undefined : memory.entry(entry.parentId);
  }
  return [...open].every((callId) => answered.has(callId));
}

/** Joins calls to those before them where both are of the same form and tier. */
function addCalls(all: TracedCalls[], next: TracedCalls): void {
  const before = all.at(-1);
  const isSame = before?.where === next.where && before.tier === next.tier;
  if (isSame) all.pop();
  all.push(isSame ? { ...next, fromCall: before.fromCall } : next);
}
