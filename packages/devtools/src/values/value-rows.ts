import type { ArchivedContext } from '@agent-memory/core';
import type { RowModel } from '../grid/row-model.ts';
import { formatCount, formatWhole, termsFrom } from '../words/format.ts';

/** One exact value of what left the context. */
export type ArchivedValue = ArchivedContext['values'][number];

/** The choice of kept values that are listed. */
export interface ValueFilter {
  /** Part of the value or its kind, whatever its case; '' for all. */
  readonly phrase: string;
  readonly state: ArchivedValue['state'] | 'all';
}

export const ALL_VALUES: ValueFilter = { phrase: '', state: 'all' };

/** A kept value with its rank among all of them, from 1. */
export interface ValueRow extends RowModel {
  readonly rank: number;
  readonly value: ArchivedValue;
}

/** The state of a value in words. */
export const valueStateWords = termsFrom(
  {
    sent: { name: 'sent', meaning: 'stands in the text that is sent for what is out of context' },
    'in-view': { name: 'in view', meaning: 'a message of the context says it' },
    replaced: {
      name: 'replaced',
      meaning: 'a newer result of the same call has another in its place; the original keeps it',
    },
    'no-room': {
      name: 'no room',
      meaning: 'not in the context for want of room; the original keeps it',
    },
  },
  'a state that is newer than this panel',
);

/** The author of a value in the conversation, a tool by its name; '' where that was not kept. */
export function originOf({ origin }: ArchivedValue): string {
  return origin?.tool ?? origin?.from ?? '';
}

/** The values that pass the filter, those most likely to be needed again first. */
export function valueRows(
  values: readonly ArchivedValue[],
  { phrase, state }: ValueFilter,
): readonly ValueRow[] {
  const wanted = phrase.trim().toLowerCase();
  return values
    .map((value, index): ValueRow => ({ key: value.text, rank: index + 1, value }))
    .filter(
      ({ value }) =>
        (state === 'all' || value.state === state) &&
        (value.kind === wanted || value.text.toLowerCase().includes(wanted)),
    );
}

/** The number of values in each state: the known states in their order, then others that occur. */
export function statesOf(
  values: readonly ArchivedValue[],
): readonly { readonly state: ArchivedValue['state']; readonly count: number }[] {
  const counts = new Map<ArchivedValue['state'], number>([
    ['sent', 0],
    ['in-view', 0],
    ['no-room', 0],
  ]);
  for (const { state } of values) counts.set(state, (counts.get(state) ?? 0) + 1);
  return [...counts].map(([state, count]) => ({ state, count }));
}

const IN_CONTEXT: ReadonlySet<string> = new Set(['sent', 'in-view']);
const OUT_OF_CONTEXT: ReadonlySet<string> = new Set(['replaced', 'no-room']);

/** How many of the values can be read in the context, and where the others are, in one sentence. */
export function valuesLine(values: readonly ArchivedValue[]): string {
  const present = values.filter(({ state }) => IN_CONTEXT.has(state)).length;
  const absent = values.filter(({ state }) => OUT_OF_CONTEXT.has(state)).length;
  const all = `${formatCount(values.length, 'exact value')} of what is out of context`;
  if (present === values.length) return `${all}, all of them in the context.`;
  return `${all}: ${formatWhole(present)} in the context, ${formatWhole(absent)} not, which the originals keep.`;
}

/** The messages that the archived summary speaks of, `toSeq` exclusive; `undefined` without one. */
export function summaryRange(
  archived: ArchivedContext,
): { readonly fromSeq: number; readonly toSeq: number } | undefined {
  const { summary } = archived;
  return summary && { fromSeq: summary.fromSeq, toSeq: summary.toSeq + 1 };
}
