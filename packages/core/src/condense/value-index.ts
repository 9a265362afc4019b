import { LINE_BREAK } from '../envelope/line-breaks.ts';
import { runToEnd, type Steps, TURNS_PER_STEP } from '../platform/steps.ts';
import { bestFirstBy } from './best-first.ts';
import type { CondenseSource } from './condense-source.ts';
import {
  type FoundValue,
  findingArgumentValues,
  findingValues,
  findValues,
} from './find-values.ts';
import type { FoundLabel } from './found-label.ts';
import { relatingTo } from './relatedness.ts';
import { mergedLabels } from './value-labels.ts';
import { type ValueHistory, valuePriority } from './value-priority.ts';

/** One exact value of what left the view, with what is known about its use. */
export interface IndexedValue extends ValueHistory {
  readonly text: string;
  /** Its names where it stood, the best first; absent where it says so itself, or nothing does. */
  readonly labels?: readonly FoundLabel[];
}

/**
 * The exact values of everything that left the view: an immutable, bounded value that can be stored
 * as it is.
 */
export interface ValueIndex {
  /** In no particular order; `renderValueIndex` ranks them. */
  readonly values: readonly IndexedValue[];
  /** The newest message that was added; -1 when there is none yet. */
  readonly newestSeq: number;
}

/** The index of a conversation that nothing has left yet. */
export const emptyValueIndex: ValueIndex = { values: [], newestSeq: -1 };

/** How `addToValueIndex` bounds the index. */
export interface AddToValueIndexOptions {
  /**
   * The most values that are kept; those least likely to be needed again go first. Default 2,000.
   */
  readonly maxValues?: number;
}

/** The exact values in one message that left the view. */
export interface SourceValues {
  readonly source: Pick<CondenseSource, 'seq' | 'role'>;
  /** Values found in each of its calls' arguments, then in its text. */
  readonly found: readonly {
    readonly values: readonly FoundValue[];
    readonly fromArguments: boolean;
  }[];
  /** Values added before, when a part was cut out of the message. */
  readonly indexed: ReadonlySet<string>;
}

/** Finds the exact values of messages that left the view. System messages never leave. */
export function* valuesOfSources(
  sources: readonly CondenseSource[],
): Steps<readonly SourceValues[]> {
  const all: SourceValues[] = [];
  for (const source of sources) {
    if (source.role === 'system') continue;
    all.push(valuesAhead.get(source) ?? (yield* valuesOfSource(source)));
    yield;
  }
  return all;
}

function* valuesOfSource(source: CondenseSource): Steps<SourceValues> {
  const found: { values: readonly FoundValue[]; fromArguments: boolean }[] = [];
  for (const argumentsJson of source.toolArguments ?? []) {
    const values = yield* oneLiners(yield* findingArgumentValues(argumentsJson));
    found.push({ values, fromArguments: true });
  }
  found.push({ values: yield* findingValues(source.text), fromArguments: false });
  return { source, found, indexed: yield* indexedValues(source) };
}

/** The values of messages that were read ahead of leaving, for as long as somebody holds them. */
const valuesAhead = new WeakMap<CondenseSource, SourceValues>();

/** Finds the values of a message ahead of the compaction that it leaves with. In steps. */
export function* readingValuesAhead(source: CondenseSource): Steps<void> {
  valuesAhead.set(source, yield* valuesOfSource(source));
}

/**
 * Adds the values of messages that left the view. Where a part of a message was cut out and added
 * before, the message leaves with that part as `indexed`, and its values are not counted again.
 * System messages never leave and are passed over.
 */
export function addToValueIndex(
  index: ValueIndex,
  sources: readonly CondenseSource[],
  options: AddToValueIndexOptions = {},
): ValueIndex {
  return runToEnd(addingValues(index, runToEnd(valuesOfSources(sources)), options));
}

/** The same in steps, with values that were found before. */
function* addingValues(
  index: ValueIndex,
  added: readonly SourceValues[],
  { maxValues = 2_000 }: AddToValueIndexOptions = {},
): Steps<ValueIndex> {
  return yield* boundedIndex(yield* everyValue(index, added), maxValues);
}

/** The index with what was added, however many values that makes. */
export function* everyValue(index: ValueIndex, added: readonly SourceValues[]): Steps<ValueIndex> {
  const values = new Map(index.values.map((value) => [value.text, value]));
  let newestSeq = index.newestSeq;
  for (const { source, found, indexed } of added) {
    newestSeq = Math.max(newestSeq, source.seq);
    for (const { values: ofPart, fromArguments } of found) {
      yield* recordUses(values, ofPart, source, { fromArguments, indexed });
    }
    yield;
  }
  const list: IndexedValue[] = [];
  for (const value of values.values()) {
    list.push(value);
    if (list.length % TURNS_PER_STEP === 0) yield;
  }
  return { values: list, newestSeq };
}

/** The index with no more values than are kept. */
export function* boundedIndex(
  { values, newestSeq }: ValueIndex,
  maxValues = 2_000,
): Steps<ValueIndex> {
  return { values: yield* likeliest(values, newestSeq, maxValues), newestSeq };
}

const nothingIndexed: ReadonlySet<string> = new Set();

function* indexedValues({ indexed }: CondenseSource): Steps<ReadonlySet<string>> {
  if (indexed === undefined) return nothingIndexed;
  const texts = new Set<string>();
  for (const json of indexed.toolArguments ?? []) {
    yield* addTexts(texts, yield* oneLiners(yield* findingArgumentValues(json)));
  }
  yield* addTexts(texts, yield* findingValues(indexed.text));
  return texts;
}

function* addTexts(texts: Set<string>, found: readonly FoundValue[]): Steps<void> {
  for (const [index, { text }] of found.entries()) {
    if (index % TURNS_PER_STEP === 0) yield;
    texts.add(text);
  }
}

/** An argument may run over several lines; then the values in it count, not the whole. */
function* oneLiners(found: readonly FoundValue[]): Steps<readonly FoundValue[]> {
  const values: FoundValue[] = [];
  for (const [index, value] of found.entries()) {
    if (index % TURNS_PER_STEP === 0) yield;
    if (LINE_BREAK.test(value.text)) values.push(...findValues(value.text));
    else values.push(value);
  }
  return values;
}

function* recordUses(
  values: Map<string, IndexedValue>,
  found: readonly FoundValue[],
  source: SourceValues['source'],
  origin: { readonly fromArguments: boolean; readonly indexed: ReadonlySet<string> },
): Steps<void> {
  const { fromArguments, indexed } = origin;
  for (const [index, { text, kind, labels: added }] of found.entries()) {
    if (index % TURNS_PER_STEP === TURNS_PER_STEP - 1) yield;
    const known = values.get(text);
    // A value that a full index had to let go counts as new.
    if (known && indexed.has(text)) continue;
    const labels = mergedLabels(known?.labels, added);
    values.set(text, {
      text,
      ...(labels && { labels }),
      kind: known?.kind ?? kind,
      uses: (known?.uses ?? 0) + 1,
      lastSeq: Math.max(known?.lastSeq ?? source.seq, source.seq),
      fromArguments: fromArguments || (known?.fromArguments ?? false),
      fromUser: source.role === 'user' || (known?.fromUser ?? false),
      company: Math.min(known?.company ?? found.length, found.length),
    });
  }
}

function* likeliest(
  values: readonly IndexedValue[],
  newestSeq: number,
  maxValues: number,
): Steps<readonly IndexedValue[]> {
  if (values.length <= maxValues) return values;
  const order = yield* bestFirstBy(values, (value) => valuePriority(value, newestSeq, 0));
  const kept: IndexedValue[] = [];
  while (kept.length < maxValues) {
    const next = order.next();
    if (!next) break;
    kept.push(next);
    if (kept.length % TURNS_PER_STEP === 0) yield;
  }
  return kept;
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
  const order = yield* bestFirstBy(index.values, (value) =>
    valuePriority(value, index.newestSeq, related(value.text)),
  );
  return () => order.next();
}
