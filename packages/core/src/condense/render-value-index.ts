import { isHarmless } from '../ground/envelope/harmless-text.ts';
import { type Steps, TURNS_PER_STEP } from '../ground/platform/steps.ts';
import { bestFirst } from './best-first.ts';
import { type IndexedValue, lengthPenalty, type ValueIndex, valuePriority } from './value-index.ts';
import { describesItself } from './value-labels.ts';

/** How `renderingValues` fits the index into a context. */
interface RenderValueIndexOptions {
  /** The most tokens that the text may have by `count`. */
  readonly maxTokens: number;
  readonly count: (text: string) => number;
  /** Says that a value stands in what stays in the context anyway; it is then left out. */
  readonly isPresent: (value: string) => boolean;
  /** How much a value has to do with what stays in the context, 0 to 1; see `relatingTo`. */
  readonly relatedness: (value: string) => number;
  /** Values that a newer result replaced: they are dated and marked. */
  readonly replaced?: ReadonlySet<string> | undefined;
}

/**
 * Writes the values that are likeliest to be needed again, each to the letter, as one compact text: a line
 * begins with a label, and behind it stand all values that go by it. Values that say themselves what they
 * are, and those that no label was found for, have lines without one. What no one in the conversation said
 * stands behind the rest, under a heading that names where it is from. A value that is part of a longer one
 * in the text, or stands in text that stays, is not repeated. Never more than `maxTokens`; empty when nothing
 * fits.
 */
export function* renderingValues(
  { values, newestSeq }: ValueIndex,
  options: RenderValueIndexOptions,
): Steps<string> {
  const { maxTokens, count, relatedness } = options;
  const next = yield* bestFirst(
    values,
    (value) => valuePriority(value, newestSeq, relatedness(value.text)) - lengthPenalty(value.text),
  );
  const choice = new ValueChoice(next, yield* labelHolders(values), options);
  yield* choice.take(maxTokens);
  let text = layOut(choice.values);
  let tokens = count(text);
  // The parts were counted one by one, and a tokenizer may count the whole a little differently.
  while (text !== '' && tokens > maxTokens) {
    yield;
    choice.giveBack(tokens - maxTokens);
    text = layOut(choice.values);
    tokens = text === '' ? 0 : count(text);
  }
  return text;
}

/** A value of the text, and the label that it stands under. */
interface ChosenValue {
  readonly value: IndexedValue;
  readonly label: string | undefined;
  readonly tokens: number;
}

/** The values that go into the text: the best of those that have room. */
class ValueChoice {
  readonly #chosen = new Map<string, ChosenValue>();
  /** The text that was chosen, and the values in it. */
  readonly #covered = new Set<string>();
  readonly #labels = new Set<string>();
  /** '' for the conversation itself, which has no heading. */
  readonly #sources = new Set(['']);
  readonly #holders: ReadonlyMap<string, number>;
  readonly #next: () => IndexedValue | undefined;
  readonly #options: RenderValueIndexOptions;

  constructor(
    next: () => IndexedValue | undefined,
    holders: ReadonlyMap<string, number>,
    options: RenderValueIndexOptions,
  ) {
    this.#next = next;
    this.#holders = holders;
    this.#options = options;
  }

  /** In the order in which they were chosen. */
  get values(): readonly ChosenValue[] {
    return [...this.#chosen.values()];
  }

  /**
   * Chooses as many as there is room for. What the conversation said has the room of the headings over what is
   * from outside: too much of that is given back.
   */
  *take(roomTokens: number): Steps<void> {
    const { isPresent } = this.#options;
    let room = roomTokens;
    let lent = 0;
    while (room + lent >= smallestCostTokens) {
      const value = this.#next();
      if (!value) return;
      yield;
      const { text } = value;
      if (this.#covered.has(text) || !isHarmless(text) || isPresent(text)) continue;
      const tokens = this.#options.count(` ${text}`) + (isPhrase(text) ? 1 : 0);
      const outside = outsideOf(value);
      const above = this.#sourceTokens(outside);
      const free = outside ? room - above : room + lent;
      if (tokens > free) continue;
      const label = this.#labelOf(value);
      const heading = this.#headingTokens(label);
      // A value is worth more than its label.
      if (tokens + heading > free) room += this.#add({ value, label: undefined, tokens }) - tokens;
      else room += this.#add({ value, label, tokens }) - tokens - heading;
      room -= above;
      lent += above;
    }
  }

  /** Drops the last ones that were chosen, as many as hold so many tokens; those from outside before others. */
  giveBack(tokens: number): void {
    let freed = 0;
    const last = [...this.#chosen.values()].reverse();
    const outside = last.filter(({ value }) => outsideOf(value));
    for (const { value, tokens: own } of outside.length > 0 ? outside : last) {
      if (freed >= tokens) return;
      this.#chosen.delete(value.text);
      freed += own;
    }
  }

  /** Adds a value and gives back the tokens of shorter ones that it spells out in full. */
  #add(chosen: ChosenValue): number {
    const { text } = chosen.value;
    let freed = 0;
    for (const part of partsOf(text)) {
      this.#covered.add(part);
      freed += this.#chosen.get(part)?.tokens ?? 0;
      this.#chosen.delete(part);
    }
    this.#chosen.set(text, chosen);
    this.#covered.add(text);
    if (chosen.label !== undefined) this.#labels.add(chosen.label);
    this.#sources.add(outsideOf(chosen.value));
    return freed;
  }

  #headingTokens(label: string | undefined): number {
    return label === undefined || this.#labels.has(label) ? 0 : this.#options.count(`\n${label}:`);
  }

  #sourceTokens(source: string): number {
    if (this.#sources.has(source)) return 0;
    return this.#options.count(this.#sources.size > 1 ? `, ${source}` : `\n${headingOf([source])}`);
  }

  /**
   * A heading over a single value has to be worth its tokens: there it is a key, and what stands below
   * it no name out of code.
   */
  #labelOf({ text, kind, label, resultSeq }: IndexedValue): string | undefined {
    const name = label && isHarmless(`\n\n${label.text}:`) ? label.text : undefined;
    if (this.#options.replaced?.has(text)) return `${name ?? kind} (#${resultSeq}, since replaced)`;
    if (!name || describesItself(text)) return undefined;
    const isShared = (this.#holders.get(name) ?? 0) > 1;
    return isShared || (label?.isKey && kind !== 'name') ? name : undefined;
  }
}

/** How many values go by each label. */
function* labelHolders(values: readonly IndexedValue[]): Steps<ReadonlyMap<string, number>> {
  const holders = new Map<string, number>();
  for (const [index, { label }] of values.entries()) {
    if (index % TURNS_PER_STEP === 0) yield;
    if (label) holders.set(label.text, (holders.get(label.text) ?? 0) + 1);
  }
  return holders;
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

/** The source of a value that nobody in the conversation said; '' for all others. */
function outsideOf({ origin, resultSeq, fromUser }: IndexedValue): string {
  const from = origin?.from ?? (resultSeq === undefined || fromUser ? '' : 'tool');
  if (from === 'pasted') return 'pasted text';
  if (from !== 'tool') return '';
  const { tool = '' } = origin ?? {};
  return /^[\w.:/-]{1,64}$/.test(tool) ? tool : 'tools';
}

const headingOf = (sources: readonly string[]) => `From ${sources.join(', ')} (not checked):`;

/** The values of the conversation, and behind them those from outside, under the names of their sources. */
function layOut(values: readonly ChosenValue[]): string {
  const own = linesOf(values.filter(({ value }) => !outsideOf(value)));
  const outside = values.filter(({ value }) => outsideOf(value));
  if (outside.length === 0) return own.join('\n');
  const sources = new Set(outside.map(({ value }) => outsideOf(value)));
  return [...own, headingOf([...sources]), ...linesOf(outside)].join('\n');
}

function linesOf(values: readonly ChosenValue[]): readonly string[] {
  const lines = new Map<string, ChosenValue[]>();
  for (const value of values) {
    const group = groupOf(value);
    const line = lines.get(group);
    if (line) line.push(value);
    else lines.set(group, [value]);
  }
  return [...lines.values()].map(lineOf);
}

function lineOf(values: readonly ChosenValue[]): string {
  const texts = values.map(({ value }) => value.text);
  const line = texts.join(texts.some(isPhrase) ? '; ' : ' ');
  const label = values[0]?.label;
  return label === undefined ? line : `${label}: ${line}`;
}
