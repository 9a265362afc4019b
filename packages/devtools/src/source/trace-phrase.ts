import {
  type ContextAssembled,
  type HistoryRecord,
  type Message,
  type PlanItem,
  toolCallsOf,
  toolResultsOf,
} from '@agent-memory/core';
import {
  inSlices,
  isWhole,
  nextTask,
  type Steps,
  throwIfAborted,
} from '@agent-memory/core/internal';
import { explainAbsence, messageHolds } from '@agent-memory/explain';
import type { TracedCalls, TracedPlace, ValueTrace } from './call-facts.ts';
import { isOnPath } from './conversation-at.ts';
import { bestOf, growingPlaces, placeOf, placeOfMade } from './growing-places.ts';
import type { InspectableMemory } from './inspectable-memory.ts';
import { indexOfPhrase } from './message-text.ts';
import { type Holds, itemsHolding, MESSAGES_PER_STEP, seqsHolding } from './plan-texts.ts';

/** The places that are named; behind them they are only counted. */
const MOST_SEQS = 200;

type Tracer = Pick<
  InspectableMemory,
  'history' | 'stateAt' | 'entries' | 'entry' | 'archived' | 'getState'
>;

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
  const look = async (isIn: Parameters<typeof messageHolds>[2]) => {
    const finder = phraseFinder(phrase, isIn);
    const seqs = await inSlices(seqsHolding(memory.entries(), finder), { signal });
    const items = await inSlices(itemsHolding(plan?.items ?? [], finder), { signal });
    return { finder, seqs, items };
  };
  // In another case it is another value, where anything has it as it is looked for.
  const exact = await look((text, form) => text.includes(form));
  const isExact = exact.seqs.length + exact.items.length > 0;
  const { finder, seqs, items } = isExact
    ? exact
    : await look((text, form) => indexOfPhrase(text, form) >= 0);
  const calls: TracedCalls[] = [];
  for (const stretch of alike) {
    const found = await foundIn(memory, stretch, { holds: finder, signal });
    for (const next of found) addCalls(calls, next);
  }
  return {
    phrase,
    seqs: seqs.slice(0, MOST_SEQS),
    messages: seqs.length,
    itemIds: items.map(({ id }) => id),
    ...(items.length === 0 && (await reasonOf(memory, phrase, seqs.at(-1), signal))),
    calls,
  };
}

/** Why the phrase is not in the newest context, by the newest message that holds it. */
async function reasonOf(
  memory: Tracer,
  phrase: string,
  seq: number | undefined,
  signal: AbortSignal,
): Promise<Pick<ValueTrace, 'reason'>> {
  const { plan } = memory.getState();
  const [entry] = seq === undefined ? [] : memory.entries({ fromSeq: seq, toSeq: seq + 1 });
  const last = memory.history().findLast((record) => record.kind === 'context');
  if (!plan || !entry || (last && !isOnPath(memory, last))) return {};
  const kept = (await memory.archived({ signal }))?.values.find(({ text }) => text === phrase);
  const reason = explainAbsence(plan, entry, kept?.state === 'replaced');
  return reason ? { reason: `The newest message with it is #${seq}. ${reason.sentence}` } : {};
}

/** Looks into each message once, however many contexts it stands in. A blank phrase is nowhere. */
function phraseFinder(phrase: string, isIn: Parameters<typeof messageHolds>[2]): Holds {
  const known = new WeakMap<Message, boolean>();
  const isBlank = phrase.trim() === '';
  return (message) => {
    const answer = known.get(message) ?? (!isBlank && messageHolds(message, phrase, isIn));
    known.set(message, answer);
    return answer;
  };
}

interface Looking {
  readonly holds: Holds;
  readonly signal: AbortSignal;
}

/** The calls of a stretch: those before the last one were sent the beginning of what it was sent. */
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

/** The plan of a past call. */
async function lookInto(memory: Tracer, call: number, { holds, signal }: Looking) {
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

/** Calls in a row between which nothing left and the conversation only grew. */
interface CallsAlike {
  readonly calls: readonly AlikeCall[];
}

/** A call, and what was made for it: system text, tools and sections as they were sent. */
interface AlikeCall {
  readonly record: ContextAssembled;
  readonly made: readonly MadeItem[];
}

/** An item of a context that is no message of the conversation. */
type MadeItem = Pick<PlanItem, 'tier' | 'message'>;

interface Made {
  readonly system: readonly MadeItem[];
  readonly tools: readonly MadeItem[];
  readonly sections: readonly MadeItem[];
  readonly all: readonly MadeItem[];
}

/** The kept calls of a history, oldest first, in stretches of such as are alike. */
function callsAlike(records: readonly HistoryRecord[]): readonly CallsAlike[] {
  const stretches: { readonly calls: AlikeCall[] }[] = [];
  let made: Made | undefined;
  let isNew = true;
  for (const record of records) {
    if (record.kind !== 'context') {
      isNew ||= record.kind !== 'usage' && record.kind !== 'refused';
      continue;
    }
    made = madeAfter(made, record);
    if (!made) continue;
    if (isNew) stretches.push({ calls: [] });
    isNew = false;
    stretches.at(-1)?.calls.push({ record, made: made.all });
  }
  return stretches;
}

/** `undefined` while some part of it was never said: then the context cannot be shown. */
function madeAfter(before: Made | undefined, { changed }: ContextAssembled): Made | undefined {
  if (!before && !isWhole(changed)) return undefined;
  const { system, tools, live } = changed;
  const known = before ?? NOTHING_MADE;
  const now = {
    system: system === undefined ? known.system : fixed(system),
    tools: tools === undefined ? known.tools : fixed(tools),
    sections: live?.items ?? known.sections,
  };
  return { ...now, all: [...now.system, ...now.tools, ...now.sections] };
}

const NOTHING_MADE: Made = { system: [], tools: [], sections: [], all: [] };

function fixed(text: string): readonly MadeItem[] {
  if (text === '') return [];
  return [{ tier: 'system', message: { role: 'system', parts: [{ type: 'text', text }] } }];
}
