import {
  type ContextAssembled,
  type Entry,
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
import { answerValue, messageHolds } from '@agent-memory/explain';
import type { TracedCalls, TracedPlace, ValueTrace } from './call-facts.ts';
import { isOnPath } from './conversation-at.ts';
import { bestOf, growingPlaces, placeOf, placeOfMade } from './growing-places.ts';
import { type BesideTheSession, recordsHolding } from './holding-records.ts';
import type { InspectableMemory } from './inspectable-memory.ts';
import { indexOfPhrase } from './message-text.ts';
import { type Holds, itemsHolding, MESSAGES_PER_STEP, seqsHolding } from './plan-texts.ts';

/** The places that are named; behind them they are only counted. */
const MOST_SEQS = 200;

type Tracer = Pick<
  InspectableMemory,
  'history' | 'stateAt' | 'entries' | 'entry' | 'archived' | 'getState' | 'branches'
>;

/**
 * Follows a phrase through the conversation and through every kept call. `#119` is the message of that
 * number, where no message says so.
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
  beside: BesideTheSession = {},
): Promise<ValueTrace> {
  throwIfAborted(signal);
  const { holds, seqs, held } = await looked(memory, phrase, signal);
  const calls: TracedCalls[] = [];
  for (const stretch of callsAlike(memory.history())) {
    const found = await foundIn(memory, stretch, { holds, signal });
    for (const next of found) addCalls(calls, next);
  }
  const said = seqs.flatMap((seq) => memory.entries({ fromSeq: seq, toSeq: seq + 1 }));
  const isWhole = held.some(({ kind }) => kind !== 'condensed');
  const archived = isWhole ? undefined : await memory.archived({ signal });
  const records = held.length > 0 ? [] : await recordsHolding(phrase, beside);
  const plan = newestPlan(memory);
  const aside = said.length > 0 ? undefined : saidAside(memory, holds);
  const answer = answerValue({
    ...{ value: phrase, held, said, calls, records },
    ...(plan && { plan }),
    ...(aside && { aside }),
    ...(archived && { archived }),
  });
  return {
    phrase,
    seqs: seqs.slice(0, MOST_SEQS),
    messages: seqs.length,
    itemIds: held.map(({ id }) => id),
    answer,
    calls,
  };
}

/** Where the phrase stands now. In another case it is another value, where anything has it as it is looked for. */
async function looked(memory: Tracer, phrase: string, signal: AbortSignal) {
  const items = memory.getState().plan?.items ?? [];
  const look = async (holds: Holds) => {
    const seqs = await inSlices(seqsHolding(memory.entries(), holds), { signal });
    return { holds, seqs, held: await inSlices(itemsHolding(items, holds), { signal }) };
  };
  const isFound = ({ seqs, held }: { seqs: readonly number[]; held: readonly PlanItem[] }) =>
    seqs.length + held.length > 0;
  const exact = await look(phraseFinder(phrase, (text, form) => text.includes(form)));
  if (isFound(exact)) return exact;
  const seq = /^#(\d+)$/.exec(phrase)?.[1];
  const [named] = seq === undefined ? [] : memory.entries({ fromSeq: +seq, toSeq: +seq + 1 });
  if (named) return look((message) => message === named.message);
  return look(phraseFinder(phrase, (text, form) => indexOfPhrase(text, form) >= 0));
}

/** The newest context, where the conversation has not gone on somewhere else since. */
function newestPlan(memory: Tracer) {
  const last = memory.history().findLast((record) => record.kind === 'context');
  const isLeft = last?.kind === 'context' && !isOnPath(memory, last);
  return isLeft ? undefined : memory.getState().plan;
}

/** The newest message of a branch that was left which holds the phrase. */
function saidAside(memory: Tracer, holds: Holds): Entry | undefined {
  const isHere = (entry: Entry) => memory.entries({ fromSeq: entry.seq })[0]?.id === entry.id;
  for (const { headId } of memory.branches?.() ?? []) {
    let entry = memory.entry(headId);
    while (entry && !isHere(entry)) {
      if (holds(entry.message)) return entry;
      entry = entry.parentId === null ? undefined : memory.entry(entry.parentId);
    }
  }
  return undefined;
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
