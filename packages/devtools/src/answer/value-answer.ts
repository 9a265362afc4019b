import type { KeptCalls, TracedCalls, TracedPlace, ValueTrace } from '../source/call-facts.ts';
import type { ItemFacts, PlanFacts } from '../source/devtools-source.ts';
import { bestOf } from '../source/growing-places.ts';
import { formatCount, formatWhole } from '../words/format.ts';
import { itemTitle, provenanceOf } from '../words/item-words.ts';

type Where = TracedPlace['where'];

/** A traced phrase, with what else was asked about it because no item of the context holds it. */
export interface FoundValue {
  readonly trace: ValueTrace;
  /** Records of the long-term memory that hold it; more may be behind the ones that were looked through. */
  readonly records?: { readonly count: number; readonly hasMore: boolean } | undefined;
  /** Why the long-term memory could not be asked. */
  readonly recordsProblem?: string | undefined;
}

/** Where a value is, ready to read. */
export interface ValueAnswer {
  /** Where it is in the present context. */
  readonly now: string;
  /** Why it is not there; absent where it is, or where nobody can tell. */
  readonly reason?: string | undefined;
  /** The selected call of the past, and where it was then. */
  readonly atCall?: { readonly call: number; readonly where: string } | undefined;
  /** The message that said it first; `undefined` where none did. */
  readonly firstSeq: number | undefined;
  /** `3 messages say it`; absent for one message or none. */
  readonly saidBy?: string | undefined;
  /** `seen by calls 9–38 of 60`; absent where no call is kept. */
  readonly seenBy?: string | undefined;
  /** The newest call that had it as it was written; absent where the newest call of all has it so. */
  readonly lastVerbatimCall?: number | undefined;
}

const FORM_WORDS: Readonly<Record<Where, string>> = {
  message: 'verbatim in a message',
  shortened: 'in a shortened message',
  summary: 'in the summary',
  archive: 'in a section of the archive',
  live: 'in live state',
  system: 'in the system text',
  absent: 'not in the context',
};

const MESSAGE_FORMS: readonly Where[] = ['message', 'shortened'];

/** The form in which a call had a phrase, in words; a form that this panel does not know is one of the context. */
function formWords({ where, tier }: TracedPlace): string {
  const words = FORM_WORDS[where] ?? 'in the context';
  const isOld = tier !== 'working' && tier !== undefined && MESSAGE_FORMS.includes(where);
  return isOld ? `${words} of the ${tier} tier` : words;
}

/** Answers where a value is. `plan` is the one of the present; `call` the selected one of the past. */
export function valueAnswer(
  { trace, records, recordsProblem }: FoundValue,
  plan: PlanFacts | undefined,
  call?: number,
): ValueAnswer {
  const { calls, messages, seqs } = trace;
  const items = itemsOf(plan, trace.itemIds);
  const isHere = items.length > 0;
  const verbatim = calls.findLast(({ where }) => where === 'message');
  const isVerbatimNow = verbatim !== undefined && verbatim === calls.at(-1);
  const kept = isHere ? undefined : recordWords(records, recordsProblem);
  return {
    now: isHere ? itemsWords(items, plan) : absentWords(trace, plan, kept),
    ...(!isHere && { reason: trace.reason }),
    ...(call !== undefined && { atCall: { call, where: formWords(placeAt(calls, call)) } }),
    firstSeq: seqs[0],
    ...(messages > 1 && { saidBy: `${formatCount(messages, 'message')} say it` }),
    ...(calls.length > 0 && { seenBy: seenWords(calls) }),
    ...(verbatim && !isVerbatimNow && { lastVerbatimCall: verbatim.toCall }),
  };
}

function itemsOf(plan: PlanFacts | undefined, ids: readonly string[]): readonly ItemFacts[] {
  const wanted = new Set(ids);
  return (plan?.items ?? []).filter(({ id }) => wanted.has(id));
}

/** The item that says most, and how many more there are. */
function itemsWords(items: readonly ItemFacts[], plan: PlanFacts | undefined): string {
  const [best] = [...items].sort((one, other) => rankOf(one) - rankOf(other));
  if (!best) return FORM_WORDS.absent;
  const more = items.length > 1 ? ` and ${formatCount(items.length - 1, 'other place')}` : '';
  const refused = plan?.isRefused ? ' of a context that was refused, so nothing was sent' : '';
  return `${itemWords(best)}${more}${refused}`;
}

const FORM_RANKS: readonly string[] = ['original', 'repaired', 'shortened', 'condensed'];

/** The place of its form among all, from the one that says most. */
function rankOf(item: ItemFacts): number {
  const rank = FORM_RANKS.indexOf(provenanceOf(item));
  return rank < 0 ? FORM_RANKS.length : rank;
}

function itemWords(item: ItemFacts): string {
  const { kind, seq, role } = item;
  if (kind === 'condensed') return FORM_WORDS.summary;
  if (kind === 'system' || kind === 'tools') {
    return kind === 'system' ? FORM_WORDS.system : 'in the tool definitions';
  }
  if (kind !== 'entry' || seq === undefined) return `in “${itemTitle(item)}”`;
  const isWhole = provenanceOf(item) === 'original';
  const message = role === 'tool' ? `the tool result #${seq}` : `#${seq}`;
  return isWhole ? `verbatim in ${message}` : `in ${message}, which is sent shorter`;
}

function absentWords(
  { messages, seqs, calls }: ValueTrace,
  plan: PlanFacts | undefined,
  kept: string | undefined,
): string {
  if (messages === 0 && calls.every(({ where }) => where === 'absent')) {
    return kept ?? 'nowhere: no message and no call has it';
  }
  if ((seqs.at(-1) ?? -1) >= (plan?.transcriptLength ?? 0)) {
    return 'not sent yet: it was said after the newest context was made';
  }
  return kept ?? 'not in the context';
}

/** `undefined` where no record holds it. */
function recordWords(
  records: FoundValue['records'],
  problem: string | undefined,
): string | undefined {
  if (problem !== undefined) {
    return `not in the context; the long-term memory could not be asked: ${problem}`;
  }
  if (!records || (records.count === 0 && !records.hasMore)) return undefined;
  if (records.count === 0) return 'not in the context, and not in the newest records';
  const count = formatCount(records.count, 'record');
  return `only in long-term memory, in ${records.hasMore ? `${count} or more` : count}`;
}

/** The place of a phrase in one of the calls. */
function placeAt(calls: readonly TracedCalls[], call: number): TracedPlace {
  const stretch = calls.find(({ fromCall, toCall }) => fromCall <= call && call <= toCall);
  return stretch ?? { where: 'absent' };
}

/** So many stretches of calls are named; more are counted. */
const MOST_NAMED = 3;

function seenWords(calls: readonly TracedCalls[]): string {
  const seen = joinedCalls(calls.filter(({ where }) => where !== 'absent'));
  const kept = calls.reduce((all, { fromCall, toCall }) => all + toCall - fromCall + 1, 0);
  if (seen.length === 0) return `seen by none of ${formatCount(kept, 'call')}`;
  const count = seen.reduce((all, { from, to }) => all + to - from + 1, 0);
  if (seen.length > MOST_NAMED) {
    const last = formatWhole(seen.at(-1)?.to ?? 0);
    return `seen by ${formatWhole(count)} of ${formatCount(kept, 'call')}, the last one call ${last}`;
  }
  const names = seen.map(({ from, to }) =>
    from === to ? formatWhole(from) : `${formatWhole(from)}–${formatWhole(to)}`,
  );
  return `seen by ${count === 1 ? 'call' : 'calls'} ${names.join(', ')} of ${formatWhole(calls.at(-1)?.toCall ?? 0)}`;
}

interface CallSpan {
  readonly from: number;
  readonly to: number;
}

/** Stretches that follow one another are one, whatever their forms. */
function joinedCalls(calls: readonly TracedCalls[]): readonly CallSpan[] {
  const spans: CallSpan[] = [];
  for (const { fromCall, toCall } of calls) {
    const before = spans.at(-1);
    if (before?.to === fromCall - 1) spans.pop();
    const from = before?.to === fromCall - 1 ? before.from : fromCall;
    spans.push({ from, to: toCall });
  }
  return spans;
}

/** The part of the theme that a place is drawn as; one without a tier has none of its own. */
export function partOf({ where, tier }: TracedPlace): string {
  return tier ?? (where === 'absent' ? 'absent' : 'other');
}

/** Calls beside each other, drawn as one column in the form that says most: columns of as many calls each, the last one may have fewer; at most `most` of them. */
export function valueColumns(calls: readonly TracedCalls[], most: number) {
  const { first, last } = spanOf(calls);
  if (last === 0) return [];
  const step = Math.ceil((last - first + 1) / most);
  const columns: TracedCalls[] = [];
  for (let fromCall = first; fromCall <= last; fromCall += step) {
    const toCall = Math.min(last, fromCall + step - 1);
    columns.push({ ...bestIn(calls, fromCall, toCall), fromCall, toCall });
  }
  return columns;
}

/** The calls that a trace speaks of. */
export function spanOf(calls: readonly TracedCalls[]): KeptCalls {
  return { first: calls[0]?.fromCall ?? 0, last: calls.at(-1)?.toCall ?? 0 };
}

function bestIn(calls: readonly TracedCalls[], fromCall: number, toCall: number): TracedPlace {
  return bestOf(
    calls.filter((stretch) => stretch.fromCall <= toCall && fromCall <= stretch.toCall),
  );
}

/** `Call 12 of 60: in the summary` */
export function spokenForm(calls: readonly TracedCalls[], call: number): string {
  const { last } = spanOf(calls);
  return `Call ${formatWhole(call)} of ${formatWhole(last)}: ${formWords(placeAt(calls, call))}`;
}

/** The calls of each form, for those who cannot see the strip: `calls 1–8 verbatim in a message`. */
export function stripWords(calls: readonly TracedCalls[]): string {
  return calls
    .slice(0, MOST_SPOKEN)
    .map(({ fromCall, toCall, ...place }) => {
      const span = fromCall === toCall ? `call ${fromCall}` : `calls ${fromCall}–${toCall}`;
      return `${span} ${formWords(place)}`;
    })
    .join('; ');
}

const MOST_SPOKEN = 12;

/** The call that a key leads to from another one; `undefined` for any other key. */
export function callForKey(
  calls: readonly TracedCalls[],
  key: string,
  call: number,
): number | undefined {
  const { first, last } = spanOf(calls);
  const within = (wanted: number) => Math.min(last, Math.max(first, wanted));
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return within(call - 1);
    case 'ArrowRight':
    case 'ArrowUp':
      return within(call + 1);
    case 'Home':
      return first;
    case 'End':
      return last;
    case 'PageUp':
      return calls.findLast(({ toCall }) => toCall < call)?.toCall ?? first;
    case 'PageDown':
      return calls.find(({ fromCall }) => fromCall > call)?.fromCall ?? last;
    default:
      return undefined;
  }
}
