import { isHarmless } from '../envelope/harmless-text.ts';
import type { CondenseSource } from './condense-source.ts';
import { type FoundValue, findArgumentValues, findValues } from './find-values.ts';
import { relatednessTo } from './relatedness.ts';
import { lengthPenalty, type ValueHistory, valuePriority } from './value-priority.ts';

/** One exact value of what left the view, with what is known about its use. */
export interface IndexedValue extends ValueHistory {
  readonly text: string;
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
  const { maxValues = 2_000 } = options;
  const values = new Map(index.values.map((value) => [value.text, value]));
  let newestSeq = index.newestSeq;
  for (const source of sources) {
    if (source.role === 'system') continue;
    newestSeq = Math.max(newestSeq, source.seq);
    const indexed = indexedValues(source);
    for (const argumentsJson of source.toolArguments ?? []) {
      const found = oneLiners(findArgumentValues(argumentsJson));
      recordUses(values, found, source, { fromArguments: true, indexed });
    }
    recordUses(values, findValues(source.text), source, { fromArguments: false, indexed });
  }
  return { values: likeliest([...values.values()], newestSeq, maxValues), newestSeq };
}

function indexedValues({ indexed }: CondenseSource): ReadonlySet<string> {
  if (indexed === undefined) return new Set();
  const fromArguments = (indexed.toolArguments ?? []).flatMap((json) =>
    oneLiners(findArgumentValues(json)),
  );
  return new Set([...fromArguments, ...findValues(indexed.text)].map(({ text }) => text));
}

/** An argument may run over several lines; then the values in it count, not the whole. */
function oneLiners(found: readonly FoundValue[]): readonly FoundValue[] {
  return found.flatMap((value) =>
    /[\n\r\u2028\u2029]/.test(value.text) ? findValues(value.text) : value,
  );
}

function recordUses(
  values: Map<string, IndexedValue>,
  found: readonly FoundValue[],
  source: CondenseSource,
  origin: { readonly fromArguments: boolean; readonly indexed: ReadonlySet<string> },
): void {
  const { fromArguments, indexed } = origin;
  for (const { text, kind } of found) {
    const known = values.get(text);
    // What a full index had to let go counts as new.
    if (known && indexed.has(text)) continue;
    values.set(text, {
      text,
      kind: known?.kind ?? kind,
      uses: (known?.uses ?? 0) + 1,
      lastSeq: Math.max(known?.lastSeq ?? source.seq, source.seq),
      fromArguments: fromArguments || (known?.fromArguments ?? false),
      fromUser: source.role === 'user' || (known?.fromUser ?? false),
      company: Math.min(known?.company ?? found.length, found.length),
    });
  }
}

function likeliest(
  values: readonly IndexedValue[],
  newestSeq: number,
  maxValues: number,
): readonly IndexedValue[] {
  if (values.length <= maxValues) return values;
  return ranked(values, (value) => valuePriority(value, newestSeq, 0)).slice(0, maxValues);
}

/** Every value of the index, those likeliest to be needed again beside `keptText` first. */
export function likeliestFirst(index: ValueIndex, keptText: string): readonly IndexedValue[] {
  const related = relatednessTo(keptText, index.values);
  return ranked(index.values, (value) =>
    valuePriority(value, index.newestSeq, related(value.text)),
  );
}

/** Highest score first; equal scores stay in the order in which they came. */
function ranked(
  values: readonly IndexedValue[],
  score: (value: IndexedValue) => number,
): readonly IndexedValue[] {
  return values
    .map((value) => ({ value, score: score(value) }))
    .sort((a, b) => b.score - a.score)
    .map(({ value }) => value);
}

/**
 * Writes the values that are likeliest to be needed again, each to the letter, as one compact text:
 * words on a line a group, most valuable first; values with a space in them on lines of their own.
 * What is part of a longer value in the text, or present in what stays, is not repeated. Never more
 * than `maxTokens`; empty when nothing fits.
 */
export function renderValueIndex(index: ValueIndex, options: RenderValueIndexOptions): string {
  const chosen = chooseValues(index, options);
  let text = layOut(chosen);
  // The parts were counted one by one, and a tokenizer may count the whole a little differently.
  while (chosen.length > 0 && options.count(text) > options.maxTokens) {
    chosen.length -= Math.ceil(chosen.length / 50);
    text = layOut(chosen);
  }
  return text;
}

function chooseValues(index: ValueIndex, options: RenderValueIndexOptions): IndexedValue[] {
  const { maxTokens, count, isPresent = () => false, relatedness = () => 0 } = options;
  const candidates = ranked(
    index.values,
    (value) => valuePriority(value, index.newestSeq, relatedness(value.text)) - penaltyOf(value),
  );
  const chosen = new Map<string, { readonly value: IndexedValue; readonly tokens: number }>();
  const covered = new Set<string>();
  let room = maxTokens;
  for (const value of candidates) {
    if (room < smallestCostTokens) break;
    const { text } = value;
    if (covered.has(text) || !isHarmless(text) || isPresent(text)) continue;
    const tokens = count(` ${text}`) + (isPhrase(text) ? 1 : 0);
    if (tokens > room) continue;
    for (const part of partsOf(text)) {
      covered.add(part);
      // A shorter value that this one spells out in full gives its room back.
      room += chosen.get(part)?.tokens ?? 0;
      chosen.delete(part);
    }
    chosen.set(text, { value, tokens });
    covered.add(text);
    room -= tokens;
  }
  return [...chosen.values()].map(({ value }) => value);
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

/** The line that a value stands on; phrases have a line each. */
function groupOf(value: IndexedValue): string {
  if (isPhrase(value.text)) return `phrase ${value.text}`;
  if (value.kind === 'path' || value.kind === 'url') return 'addresses';
  return value.kind === 'name' ? 'names' : 'values';
}

function layOut(values: readonly IndexedValue[]): string {
  const lines = new Map<string, IndexedValue[]>();
  for (const value of values) {
    const line = lines.get(groupOf(value)) ?? [];
    line.push(value);
    lines.set(groupOf(value), line);
  }
  return [...lines.values()].map((line) => line.map(({ text }) => text).join(' ')).join('\n');
}
