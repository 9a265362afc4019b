import type { FoundLabel } from './found-label.ts';
import { headedBy, type TableHead, tableHeadOf } from './table-heads.ts';

/** A longer key gives its last words. */
const LONGEST_LABEL = 32;
const MOST_WORDS = 3;
/** So far ahead of a value, or behind it, a word can say what the value is. */
const REACH = 60;
/** Between two members of one list stand marks, blanks and small numbers, and no more of them than this. */
const LONGEST_GAP = 24;
/** A longer line is no row of a table. */
const LONGEST_ROW = 400;
/** A line further above a value, without another value between, is no heading of it any more. */
const FARTHEST_HEAD = 1_024;
/** So many labels of a value are kept: it can stand with others under any of them. */
const MOST_LABELS = 3;

/**
 * Finds what the values of a text are called where they stand: the key or the heading that they are filed
 * under, else a word that stands near. Places are asked for in ascending order, and each costs the same
 * however long the text and its lines are.
 */
export class LabelReader {
  readonly #text: string;
  #lineStart = 0;
  #lineEnd: number;
  /** The last line above, in the same block of lines, that ends with a colon. */
  #heading: FoundLabel | undefined;
  #blockStart = 0;
  #table: TableHead | 'none' | 'unread' = 'unread';
  /** The label of the value before, where that is filed under it, and where the value ended. */
  #listed: { readonly label: FoundLabel; readonly end: number } | undefined;

  constructor(text: string) {
    this.#text = text;
    this.#lineEnd = endOfLine(text, 0);
  }

  /** The label of the value that stands here; `undefined` where no word is near it. */
  labelAt(from: number, to: number): FoundLabel | undefined {
    this.#goToLineOf(from);
    const label = this.#filedUnder(from) ?? this.#wordNear(from, to);
    this.#listed = label?.isKey ? { label, end: to } : undefined;
    return label;
  }

  #goToLineOf(place: number): void {
    if (place - this.#lineEnd > FARTHEST_HEAD) this.#skipTo(place - FARTHEST_HEAD);
    while (place > this.#lineEnd && this.#lineEnd < this.#text.length) {
      const end = this.#lineEnd;
      const line = this.#text.slice(Math.max(this.#lineStart, end - REACH), end).trimEnd();
      this.#lineStart = end + 1;
      this.#lineEnd = endOfLine(this.#text, end + 1);
      if (line === '') {
        this.#blockStart = this.#lineStart;
        this.#table = 'unread';
        this.#heading = undefined;
      } else if (line.endsWith(':')) this.#heading = keyLabel(line.slice(0, -1), 1);
    }
  }

  #skipTo(place: number): void {
    this.#lineStart = place;
    this.#lineEnd = endOfLine(this.#text, place);
    this.#table = 'none';
    this.#heading = undefined;
  }

  #filedUnder(from: number): FoundLabel | undefined {
    const key = this.#keyAt(from);
    // A key that cannot be a label still says that no other word is one.
    if (key) return keyLabel(key.words, key.isWhole ? MOST_WORDS : 1);
    return this.#columnAt(from) ?? this.#listAt(from);
  }

  #keyAt(from: number): Key | undefined {
    const start = Math.max(0, from - REACH);
    return keyBefore(this.#text.slice(start, from), start === 0);
  }

  #columnAt(from: number): FoundLabel | undefined {
    if (this.#table === 'unread') {
      this.#table = tableHeadOf(this.#text, this.#blockStart, LONGEST_ROW) ?? 'none';
    }
    if (this.#table === 'none' || this.#lineEnd - this.#lineStart > LONGEST_ROW) return undefined;
    const row = this.#text.slice(this.#lineStart, this.#lineEnd);
    const title = headedBy(this.#table, row, from - this.#lineStart);
    return title === undefined ? undefined : keyLabel(title);
  }

  /** The second of several under one key is what the first one is. */
  #listAt(from: number): FoundLabel | undefined {
    if (!this.#listed || from - this.#listed.end > LONGEST_GAP) return undefined;
    const gap = this.#text.slice(this.#listed.end, Math.max(from, this.#listed.end));
    return /^[\s\d"'`,;|/&\\[\]-]*$/.test(gap) ? this.#listed.label : undefined;
  }

  #wordNear(from: number, to: number): FoundLabel | undefined {
    const start = Math.max(this.#lineStart, from - REACH);
    const end = Math.min(this.#lineEnd, to + REACH);
    return (
      lastWord(this.#text.slice(start, from), start > this.#lineStart) ??
      firstWord(this.#text.slice(to, end), end < this.#lineEnd) ??
      this.#heading ??
      lastWord(this.#text.slice(Math.max(0, start - 2 * REACH), start), start > 2 * REACH)
    );
  }
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

// ---- Keys

interface Key {
  readonly words: string;
  /** All of these words belong to it. */
  readonly isWhole: boolean;
}

/** The key at the end of a text: `"price": `, `price = `, `Price: $`, with what opens a value or a list behind it. */
function keyBefore(text: string, isStart: boolean): Key | undefined {
  let end = withoutEnd(text, text.length, '"\'`$*([{\\- \t\r\n');
  if (text.endsWith('=>', end)) end -= 2;
  else if (text.endsWith(':', end) || text.endsWith('=', end)) end -= 1;
  else return undefined;
  end = withoutEnd(text, end, '"\'`*\\ ');
  let start = end;
  while (start > 0 && isInKey(text.charAt(start - 1))) start -= 1;
  if (start === end) return undefined;
  // Words ahead of a colon are the key, all of them, where a line begins with them, or a quotation.
  const isWhole = start === 0 ? isStart : '"\'`*\n\t'.includes(text.charAt(start - 1));
  return { words: text.slice(start, end), isWhole };
}

function withoutEnd(text: string, from: number, marks: string): number {
  let end = from;
  while (end > 0 && marks.includes(text.charAt(end - 1))) end -= 1;
  return end;
}

function isInKey(character: string): boolean {
  return /[\p{L}\p{M}\p{N}_ -]/u.test(character);
}

/** The label of what is filed under a key: its last words. */
export function keyLabel(key: string, mostWords = MOST_WORDS): FoundLabel | undefined {
  return labelOf(key, mostWords, true);
}

function labelOf(phrase: string, mostWords: number, isKey: boolean): FoundLabel | undefined {
  const words =
    phrase
      .slice(-2 * REACH)
      .match(labelWord)
      ?.slice(-mostWords) ?? [];
  while (words.length > 1 && words.join(' ').length > LONGEST_LABEL) words.shift();
  while (words.length > 1 && isFiller(words[0] ?? '')) words.shift();
  const text = shortened(words.join(' '));
  // A word with a digit in it is a value itself, and says nothing of another one.
  if (text.length < 2 || text.length > LONGEST_LABEL || /\p{N}/u.test(text)) return undefined;
  return { text: /\p{Ll}\p{Lu}/u.test(text) ? text : text.toLowerCase(), isKey };
}

const labelWord = /\p{L}[\p{L}\p{M}\p{N}_-]*/gu;

/** The last words of a name that a program has given, as many as a label may have. */
function shortened(name: string): string {
  if (name.length <= LONGEST_LABEL || name.length > 2 * REACH) return name;
  const seam = name.slice(-LONGEST_LABEL).search(/(?<=[_-])\p{L}/u);
  return seam < 0 ? name : name.slice(seam - LONGEST_LABEL);
}

// ---- Words

const token = /[\p{L}\p{M}\p{N}_./#@$-]+(?:["'`]?\s?[:=])?/gu;

/** The last word of a text that can say what comes behind it; the first one may be cut. */
function lastWord(text: string, isCut: boolean): FoundLabel | undefined {
  let last: FoundLabel | undefined;
  for (const { 0: found, index } of text.matchAll(token)) {
    if (!isCut || index > 0) last = wordLabel(found) ?? last;
  }
  return last;
}

/** The first word of a text that can say what stood before it, in the same clause; the last one may be cut. */
function firstWord(text: string, isCut: boolean): FoundLabel | undefined {
  const end = text.search(/[,;:=!?|[\](){}<>]|\.(?!\w)/);
  const clause = end < 0 ? text : text.slice(0, end);
  for (const { 0: found, index } of clause.matchAll(token)) {
    if (isCut && index + found.length === text.length) return undefined;
    const label = index === 0 ? undefined : wordLabel(found);
    if (label) return label;
  }
  return undefined;
}

/** A plain word, or a key; a part of another value says nothing. */
function wordLabel(found: string): FoundLabel | undefined {
  const name = found.replace(/["'`]?\s?[:=]$/, '');
  const isKey = name.length < found.length;
  const word = name.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu, '');
  const isPlain = /^[\p{L}\p{M}]+$/u.test(word) && !/\p{Ll}\p{Lu}/u.test(word);
  return (isPlain || isKey) && !isFiller(word) ? labelOf(word, 1, false) : undefined;
}

function isFiller(word: string): boolean {
  return fillers.has(word.toLowerCase());
}

/** Words that say nothing of what stands beside them. */
const fillers: ReadonlySet<string> = new Set(
  (
    'about after again all also am an and any are as at be been before being below both but by can could did do ' +
    'does done each else every first for found from get given going got great had has have he her here him his ' +
    'how if in into is it its just let like may me might more most much must my never no not now of off oh ok on ' +
    'only or other our out over own please same shall she should since so some still such than that the their ' +
    'them then there these they thing this those through to too under until up us using very want was we well ' +
    'were what when where which while who whose why will with would yes yet you your'
  ).split(' '),
);

// ---- Values

/** Tells whether a value says itself what it is: two words of three letters, or one beside a blank. */
export function describesItself(value: string): boolean {
  const words = new Set<string>();
  for (const [word] of value.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').matchAll(/\p{L}{3,}/gu)) {
    words.add(word.toLowerCase());
    if (words.size === 2) return true;
  }
  return words.size === 1 && /\s/.test(value);
}

/** The label as that of this value; none where either says what the other does. */
export function labelFor(value: string, label: FoundLabel | undefined): FoundLabel | undefined {
  const isRepeated = label?.text.toLowerCase() === value.toLowerCase();
  return isRepeated || describesItself(value) ? undefined : label;
}

/** The labels of one value from several places: keys come before words that stood near. */
export function mergedLabels(
  known: readonly FoundLabel[] | undefined,
  added: readonly FoundLabel[] | undefined,
): readonly FoundLabel[] | undefined {
  if (!known || !added) return known ?? added;
  const fresh = added.filter(
    ({ text, isKey }) => !known.some((label) => label.text === text && (label.isKey || !isKey)),
  );
  if (fresh.length === 0) return known;
  const rest = known.filter(({ text }) => !fresh.some((label) => label.text === text));
  const all = [...rest, ...fresh];
  const keys = all.filter(({ isKey }) => isKey);
  return [...keys, ...all.filter(({ isKey }) => !isKey)].slice(0, MOST_LABELS);
}
