import type { KeptCalls } from '../source/call-facts.ts';
import { bestOf } from '../source/growing-places.ts';
import type { TracedCalls, TracedPlace } from '../source/value-trace.ts';
import { formatWhole } from './format.ts';
import { formWords, placeAt } from './value-answer.ts';

/** Calls beside each other, drawn as one column: in the form that says most among them. */
export interface ValueColumn extends TracedPlace {
  readonly fromCall: number;
  readonly toCall: number;
}

/** The part of the theme that a place is drawn as; one without a tier has none of its own. */
export function partOf({ where, tier }: TracedPlace): string {
  return tier ?? (where === 'absent' ? 'absent' : 'other');
}

/** Columns of as many calls each, the last one may have fewer; at most `most` of them. */
export function valueColumns(calls: readonly TracedCalls[], most: number): readonly ValueColumn[] {
  const { first, last } = spanOf(calls);
  if (last === 0) return [];
  const step = Math.ceil((last - first + 1) / most);
  const columns: ValueColumn[] = [];
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
