import type { KeptCalls, TracedCalls, TracedPlace, ValueTrace } from '../source/call-facts.ts';
import { bestOf } from '../source/growing-places.ts';
import { formatCount, formatWhole } from '../words/format.ts';

type Where = TracedPlace['where'];

/** What the calls say of a value, ready to read. */
export interface CallsAnswer {
  /** The selected call of the past, and where it was then. */
  readonly atCall?: { readonly call: number; readonly where: string } | undefined;
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

/** What the calls say of a value; `call` is the selected one of the past. */
export function callsAnswer({ calls }: ValueTrace, call?: number): CallsAnswer {
  const verbatim = calls.findLast(({ where }) => where === 'message');
  const isVerbatimNow = verbatim !== undefined && verbatim === calls.at(-1);
  return {
    ...(call !== undefined && { atCall: { call, where: formWords(placeAt(calls, call)) } }),
    ...(calls.length > 0 && { seenBy: seenWords(calls) }),
    ...(verbatim && !isVerbatimNow && { lastVerbatimCall: verbatim.toCall }),
  };
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
