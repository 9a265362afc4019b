import { isHarmless } from '../envelope/harmless-text.ts';
import { runToEnd, type Steps, TURNS_PER_STEP } from '../platform/steps.ts';
import { BestFirst } from './best-first.ts';
import type { CondenseSource } from './condense-source.ts';
import {
  type FoundValue,
  findingArgumentValues,
  findingValues,
  findValues,
} from './find-values.ts';
import type { FoundLabel } from './found-label.ts';
import { relatingTo } from './relatedness.ts';
import { describesItself, mergedLabels } from './value-labels.ts';
import { lengthPenalty, type ValueHistory, valuePriority } from './value-priority.ts';

/** One exact value of what left the view, with what is known about its use. */
export interface IndexedValue extends ValueHistory {
  readonly text: string;
  /** What it was called where it stood, the best first; absent where it says so itself, or nothing does. */
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

/** How `renderValueIndex` fits the index into a context. */
export interface RenderValueIndexOptions {
  /** The most tokens that the text may have by `count`. */
  readonly maxTokens: number;
  readonly count: (text: string) => number;
  /** Says that a value stands in what stays in the context anyway; it is then left out. */
  readonly isPresent?: (value: string) => boolean;
  /** How much a value has to do with what stays in the context, 0 to 1; see `relatednessTo`. */
  readonly relatedness?: (value: string) => number;
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
    const found: { values: readonly FoundValue[]; fromArguments: boolean }[] = [];
    for (const argumentsJson of source.toolArguments ?? []) {
      const values = yield* oneLiners(yield* findingArgumentValues(argumentsJson));
      found.push({ values, fromArguments: true });
    }
    found.push({ values: yield* findingValues(source.text), fromArguments: false });
    all.push({ source, found, indexed: yield* indexedValues(source) });
    yield;
  }
  return all;
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
    if (/[\n\r\u2028\u2029]/.test(value.text)) values.push(...findValues(value.text));
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
  const order = yield* byScore(values, (value) => valuePriority(value, newestSeq, 0));
  const kept: IndexedValue[] = [];
  while (kept.length < maxValues) {
    const next = order.next();
    if (!next) break;
    kept.push(next.value);
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
  const order = yield* byScore(index.values, (value) =>
    valuePriority(value, index.newestSeq, related(value.text)),
  );
  return () => order.next()?.value;
}

interface Ranked {
  readonly value: IndexedValue;
  readonly score: number;
  readonly place: number;
}

/** Highest score first; equal scores in the order in which they came. */
function* byScore(
  values: readonly IndexedValue[],
  score: (value: IndexedValue) => number,
): Steps<BestFirst<Ranked>> {
  const list: Ranked[] = [];
  for (const [place, value] of values.entries()) {
    list.push({ value, score: score(value), place });
    if (place % TURNS_PER_STEP === 0) yield;
  }
  return yield* BestFirst.of(list, comesFirst);
}

function comesFirst(one: Ranked, other: Ranked): boolean {
  return one.score > other.score || (one.score === other.score && one.place < other.place);
}

/**
 * Writes the values that are likeliest to be needed again, each to the letter, as one compact text:
 * words on a line a group, most valuable first; values with a space in them on lines of their own.
 * A value that is part of a longer one in the text, or stands in text that stays, is not repeated. Never more
 * than `maxTokens`; empty when nothing fits.
 */
export function renderValueIndex(index: ValueIndex, options: RenderValueIndexOptions): string {
  return runToEnd(renderingValues(index, options));
}

/** The same in steps. */
export function* renderingValues(
  index: ValueIndex,
  options: RenderValueIndexOptions,
): Steps<string> {
  const chosen = yield* chooseValues(index, options);
  let text = layOut(chosen);
  // The parts were counted one by one, and a tokenizer may count the whole a little differently.
  while (chosen.length > 0 && options.count(text) > options.maxTokens) {
    chosen.length -= Math.ceil(chosen.length / 50);
    text = layOut(chosen);
    yield;
  }
  return text;
}

/** A value of the text, and the label that it stands under. */
interface ChosenValue {
  readonly value: IndexedValue;
  readonly label: string | undefined;
  readonly tokens: number;
}

function* chooseValues(index: ValueIndex, options: RenderValueIndexOptions): Steps<ChosenValue[]> {
  const { maxTokens, count, isPresent = () => false, relatedness = () => 0 } = options;
  const candidates = yield* byScore(
    index.values,
    (value) => valuePriority(value, index.newestSeq, relatedness(value.text)) - penaltyOf(value),
  );
  const chosen = new Map<string, ChosenValue>();
  const covered = new Set<string>();
  const open = new Set<string>();
  let room = maxTokens;
  for (let next = candidates.next(); next; next = candidates.next()) {
    yield;
    if (room < smallestCostTokens) break;
    const { value } = next;
    const { text } = value;
    if (covered.has(text) || !isHarmless(text) || isPresent(text)) continue;
    const label = labelFor(value, open);
    const own = count(` ${text}`) + (isPhrase(text) ? 1 : 0);
    const tokens = own + (label === undefined || open.has(label) ? 0 : count(`\n${label}:`));
    if (tokens > room) continue;
    if (label !== undefined) open.add(label);
    for (const part of partsOf(text)) {
      covered.add(part);
      // A shorter value that this one spells out in full gives its room back.
      room += chosen.get(part)?.tokens ?? 0;
      chosen.delete(part);
    }
    chosen.set(text, { value, label, tokens: own });
    covered.add(text);
    room -= tokens;
  }
  return [...chosen.values()];
}

/** The first of a value's labels, or another one that is in the text already. */
function labelFor({ text, labels = [] }: IndexedValue, open: ReadonlySet<string>): string | undefined {
  if (describesItself(text)) return undefined;
  const best = labels.filter(({ isKey }) => isKey || !labels[0]?.isKey);
  return (best.find((label) => open.has(label.text)) ?? best[0])?.text;
}

const penalties = new WeakMap<IndexedValue, number>();

/** Most values outlive a compaction as they are; their penalty is worked out once. */
function penaltyOf(value: IndexedValue): number {
  const known = penalties.get(value);
  if (known !== undefined) return known;
  const penalty = lengthPenalty(value.text);
  penalties.set(value, penalty);
  return penalty;
}

/** No value of four characters is cheaper than this, with the gap before it. */
const smallestCostTokens = 1;

/** The beginnings, the ends and the single words of a value, as its punctuation divides it. */
function partsOf(text: string): ReadonlySet<string> {
  const parts = new Set<string>();
  let wordStart = 0;
  for (let position = 0; position < text.length; position++) {
    if (!isDivider(text.charAt(position))) continue;
    parts
      .add(text.slice(0, position))
      .add(text.slice(position))
      .add(text.slice(position + 1));
    parts.add(text.slice(wordStart, position));
    wordStart = position + 1;
  }
  parts.delete(text);
  return parts;
}

function isDivider(character: string): boolean {
  return '/.:@# ,-=()"\'`'.includes(character);
}

function isPhrase(text: string): boolean {
  return /\s/.test(text);
}

/** The line that a value stands on; phrases without a label have a line each. */
function groupOf({ value, label }: ChosenValue): string {
  if (label !== undefined) return `label ${label}`;
  if (isPhrase(value.text)) return `phrase ${value.text}`;
  if (value.kind === 'path' || value.kind === 'url') return 'addresses';
  return value.kind === 'name' ? 'names' : 'values';
}

function layOut(values: readonly ChosenValue[]): string {
  const lines = new Map<string, ChosenValue[]>();
  for (const value of values) {
    const line = lines.get(groupOf(value)) ?? [];
    line.push(value);
    lines.set(groupOf(value), line);
  }
  return [...lines.values()].map(lineOf).join('\n');
}

function lineOf(values: readonly ChosenValue[]): string {
  const label = values[0]?.label;
  const texts = values.map(({ value }) => value.text);
  const line = texts.join(texts.some(isPhrase) ? '; ' : ' ');
  return label === undefined ? line : `${label}: ${line}`;
}
