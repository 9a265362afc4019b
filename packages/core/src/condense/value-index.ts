import { LINE_BREAK } from '../ground/envelope/hidden-characters.ts';
import { type Steps, TURNS_PER_STEP } from '../ground/platform/steps.ts';
import { bestFirst } from './best-first.ts';
import {
  type FoundValue,
  findingArgumentValues,
  findingValues,
  findValues,
} from './find-values.ts';
import { ownText } from './own-words.ts';
import { relatingTo } from './relatedness.ts';
import type { CondenseSource } from './summarizer.ts';
import type { ValueKind } from './value-kind.ts';
import { betterLabel, type FoundLabel } from './value-labels.ts';

/** The author of a value in the conversation. */
export interface ValueOrigin {
  /** `pasted`: it stood in a message of the user's, in lines that are not their own words. */
  readonly from: 'user' | 'assistant' | 'tool' | 'pasted';
  /** The message. */
  readonly seq: number;
  /** The tool whose result it was, where that is known. */
  readonly tool?: string;
}

/** One exact value of what left the view, with what is known about its use. */
export interface IndexedValue {
  readonly text: string;
  readonly kind: ValueKind;
  /** Messages and calls that held it. */
  readonly uses: number;
  /** The latest message that held it. */
  readonly lastSeq: number;
  /** The latest result of a tool that held it; absent where none did. */
  readonly resultSeq?: number;
  /** It was an argument of a call. */
  readonly fromArguments: boolean;
  /** The user said it. */
  readonly fromUser: boolean;
  /** The user, where they said it; else the first that did. Absent in sessions stored before it was kept. */
  readonly origin?: ValueOrigin;
  /** The fewest values, itself included, that it ever stood among in one message. */
  readonly company: number;
  /** Its name where it stood; absent where it says so itself, or nothing does. */
  readonly label?: FoundLabel;
}

/**
 * The exact values of everything that left the view: an immutable, bounded value that can be stored
 * as it is.
 */
export interface ValueIndex {
  /** In no particular order; `renderingValues` ranks them. */
  readonly values: readonly IndexedValue[];
  /** The newest message that was added; -1 when there is none yet. */
  readonly newestSeq: number;
}

/** The index of a conversation that nothing has left yet. */
export const emptyValueIndex: ValueIndex = { values: [], newestSeq: -1 };

/** Values found in the arguments of one call of a message, or in its text. */
interface FoundPart {
  readonly values: readonly FoundValue[];
  readonly fromArguments: boolean;
  /** The sender's own words of a message of the user's. */
  readonly own: string;
}

function* partsOf({
  text,
  role,
  toolArguments = [],
}: Pick<CondenseSource, 'text' | 'toolArguments'> & { readonly role?: string }): Steps<
  readonly FoundPart[]
> {
  const parts: FoundPart[] = [];
  for (const argumentsJson of toolArguments) {
    const values = yield* oneLiners(yield* findingArgumentValues(argumentsJson));
    parts.push({ values, fromArguments: true, own: '' });
  }
  const own = role === 'user' ? ownText(text) : '';
  parts.push({ values: yield* findingValues(text), fromArguments: false, own });
  return parts;
}

/**
 * Each index with the exact values of messages that left the view, however many that makes; system messages
 * never leave. Where a part of a message was cut out and added before, the message leaves with that part as
 * `indexed`, and its values are not counted again.
 */
export function* addingValues(
  indexes: readonly ValueIndex[],
  sources: readonly CondenseSource[],
): Steps<readonly ValueIndex[]> {
  const maps = indexes.map(({ values }) => new Map(values.map((value) => [value.text, value])));
  let newestSeq = -1;
  // One message at a time: what was found in all of a long conversation would fill the page's memory.
  for (const source of sources) {
    if (source.role === 'system') continue;
    newestSeq = Math.max(newestSeq, source.seq);
    const before = source.indexed ? yield* partsOf(source.indexed) : [];
    const indexed = new Set(before.flatMap(({ values }) => values.map(({ text }) => text)));
    const found = yield* partsOf(source);
    for (const values of maps) {
      for (const part of found) yield* recordUses(values, part, source, indexed);
    }
    yield;
  }
  return maps.map((values, at) => ({
    values: [...values.values()],
    newestSeq: Math.max(newestSeq, indexes[at]?.newestSeq ?? -1),
  }));
}

/** The index with no more values than are kept; those least likely to be needed again go first. */
export function* boundedIndex(index: ValueIndex, maxValues = 2_000): Steps<ValueIndex> {
  const { values, newestSeq } = index;
  if (values.length <= maxValues) return index;
  const next = yield* bestFirst(values, (value) => valuePriority(value, newestSeq, 0));
  const kept: IndexedValue[] = [];
  for (let value = next(); value && kept.length < maxValues; value = next()) {
    kept.push(value);
    if (kept.length % TURNS_PER_STEP === 0) yield;
  }
  return { values: kept, newestSeq };
}

/** An argument may run over several lines; then the values in it count, not the whole. */
function* oneLiners(found: readonly FoundValue[]): Steps<readonly FoundValue[]> {
  const values: FoundValue[] = [];
  for (const [index, value] of found.entries()) {
    if (index % TURNS_PER_STEP === 0) yield;
    values.push(...(LINE_BREAK.test(value.text) ? findValues(value.text) : [value]));
  }
  return values;
}

function* recordUses(
  values: Map<string, IndexedValue>,
  { values: found, fromArguments, own }: FoundPart,
  source: CondenseSource,
  indexed: ReadonlySet<string>,
): Steps<void> {
  for (const [index, { text, kind, label: addedLabel }] of found.entries()) {
    if (index % TURNS_PER_STEP === TURNS_PER_STEP - 1) yield;
    const known = values.get(text);
    // A value that a full index had to let go counts as new.
    if (known && indexed.has(text)) continue;
    const label = betterLabel(known?.label, addedLabel);
    const added = originOf(text, source, own);
    const origin = known ? known.origin && firstOf(known.origin, added) : added;
    const resultSeq = source.role === 'tool' ? source.seq : known?.resultSeq;
    values.set(text, {
      text,
      ...(label && { label }),
      ...(resultSeq !== undefined && { resultSeq }),
      kind: known?.kind ?? kind,
      uses: (known?.uses ?? 0) + 1,
      lastSeq: Math.max(known?.lastSeq ?? source.seq, source.seq),
      fromArguments: fromArguments || (known?.fromArguments ?? false),
      fromUser: source.role === 'user' || (known?.fromUser ?? false),
      ...(origin && { origin }),
      company: Math.min(known?.company ?? found.length, found.length),
    });
  }
}

function originOf(value: string, source: CondenseSource, own: string): ValueOrigin {
  const { role, seq, toolName: tool } = source;
  if (role === 'user') return { from: own.includes(value) ? 'user' : 'pasted', seq };
  if (role !== 'tool') return { from: 'assistant', seq };
  return { from: 'tool', seq, ...(tool !== undefined && { tool }) };
}

/** The user's, else the earliest: results are often cut before the messages ahead of them leave. */
function firstOf(known: ValueOrigin, added: ValueOrigin): ValueOrigin {
  const isUsers = known.from === 'user';
  const isFirst = isUsers === (added.from === 'user') ? known.seq <= added.seq : isUsers;
  return isFirst ? known : added;
}

/**
 * The values of the index, those likeliest to be needed again beside `keptText` first: each when it is
 * asked for, so that the first of very many are had without ranking the rest.
 */
export function* likeliestFirst(
  index: ValueIndex,
  keptText: string,
): Steps<() => IndexedValue | undefined> {
  const related = yield* relatingTo(keptText, index.values);
  return yield* bestFirst(index.values, (value) =>
    valuePriority(value, index.newestSeq, related(value.text)),
  );
}

/**
 * Names of things are asked for again; quotations are mostly wording, and whatever recurs of them
 * recurs as part of something else. Every weight here is in doublings of the odds that a value is
 * needed again.
 */
const weightOfKind: Readonly<Record<ValueKind, number>> = {
  name: 1,
  identifier: 0.5,
  path: 0.5,
  url: 0,
  email: 0,
  date: 0,
  time: 0,
  number: -0.3,
  quoted: -1.7,
};

/**
 * Estimates how likely a value is to be needed again; a larger number is likelier.
 *
 * A value used in a call is used again, one said by the user matters, one that recurs recurs; the
 * odds fall almost in proportion to the age, and with the number of values that came along: one id
 * in an answer was asked for, one of three hundred in a listing was not. Most of all it counts
 * whether the value belongs to what is being worked on: `relatedness`, 0 to 1, says how much of it
 * stands in the messages that stay.
 */
export function valuePriority(value: IndexedValue, newestSeq: number, relatedness: number): number {
  const age = Math.max(0, newestSeq - value.lastSeq);
  return (
    weightOfKind[value.kind] +
    3.2 * relatedness +
    (value.fromArguments ? 1.2 : 0) +
    (value.fromUser ? 1 : 0) +
    0.4 * Math.log2(value.uses) -
    0.9 * Math.log2(1 + age) -
    0.5 * Math.log2(value.company)
  );
}

/**
 * Gives the loss of priority by a value's length when room is scarce: two short values are worth more
 * than a long one.
 */
export function lengthPenalty(text: string): number {
  return 0.6 * Math.log2(roughTokens(text));
}

/**
 * Tokens by rule of thumb: digits go by threes, letters by fives, every sign alone. Good enough to
 * rank by.
 */
function roughTokens(text: string): number {
  return 1 + (text.match(/\d{1,3}|\p{L}{1,5}|[^\d\p{L}]/gu)?.length ?? 0);
}
