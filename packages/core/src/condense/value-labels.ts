import type { FoundLabel } from './found-label.ts';
import { headedBy, type TableHead, tableHeadOf } from './table-heads.ts';

/** A label is a word or two; what is longer is prose. */
const LONGEST_LABEL = 32;
/** So far ahead of a value, or behind it, a word can say what the value is. */
const REACH = 60;
/** Between two members of one list stand marks, blanks and small numbers, and no more of them than this. */
const LONGEST_GAP = 24;
/** Lines that are longer are no rows of a table. */
const LONGEST_ROW = 400;

/**
 * Finds what the values of a text are called where they stand: the key or the heading that they are filed
 * under, else the nearest word. The text is read from left to right: places are asked for in ascending
 * order, and each costs the same however long the text and its lines are.
 */
export class LabelReader {
  readonly #text: string;
  #lineStart = 0;
  #lineEnd: number;
  /** The line above that ends with a colon, or the last one that stood ahead of an indented block. */
  #heading: string | undefined;
  /** The first rows of the block of lines, as far as they may be a table's. */
  #blockStart = 0;
  #head: TableHead | undefined | 'unread' = 'unread';
  /** The label of the value before, and where that ended. */
  #listed: { readonly label: FoundLabel; readonly end: number } | undefined;

  constructor(text: string) {
    this.#text = text;
    this.#lineEnd = endOfLine(text, 0);
  }

  /** The label of the value that stands here; `undefined` where no word is near it. */
  labelAt(from: number, to: number): FoundLabel | undefined {
    this.#goToLineOf(from);
    const key = this.#keyAt(from);
    const label = key
      ? keyLabel(key.text, key.isWhole ? 3 : 1)
      : (this.#columnAt(from) ?? this.#listAt(from) ?? this.#wordAt(from, to));
    this.#listed = label && label.isKey ? { label, end: to } : undefined;
    return label;
  }

  #goToLineOf(place: number): void {
    while (place > this.#lineEnd && this.#lineEnd < this.#text.length) {
      const start = this.#lineStart;
      const end = this.#lineEnd;
      this.#lineStart = end + 1;
      this.#lineEnd = endOfLine(this.#text, end + 1);
      const line = this.#text.slice(Math.max(start, end - REACH), end).trimEnd();
      if (line === '') {
        this.#blockStart = this.#lineStart;
        this.#head = 'unread';
        this.#heading = undefined;
      } else if (line.endsWith(':')) this.#heading = wordBefore(line, line.length - 1);
    }
  }

  /** `"price": 305`, `price = 305`, `Price: $305`. */
  #keyAt(from: number): FoundKey | undefined {
    const start = Math.max(0, from - REACH);
    return keyBefore(this.#text.slice(start, from), start === 0);
  }

  #columnAt(from: number): FoundLabel | undefined {
    if (this.#head === 'unread') this.#head = tableHeadOf(this.#text, this.#blockStart, LONGEST_ROW);
    if (!this.#head || this.#lineEnd - this.#lineStart > LONGEST_ROW) return undefined;
    const line = this.#text.slice(this.#lineStart, this.#lineEnd);
    const title = headedBy(this.#head, line, from - this.#lineStart);
    return title === undefined ? undefined : keyLabel(title);
  }

  /** The second of several under one key is what the first one is. */
  #listAt(from: number): FoundLabel | undefined {
    const listed = this.#listed;
    if (!listed || from - listed.end > LONGEST_GAP) return undefined;
    return /^[\s\d"'`,;|/&\\[\]]*$/.test(this.#text.slice(listed.end, from)) ? listed.label : undefined;
  }

  #wordAt(from: number, to: number): FoundLabel | undefined {
    const start = Math.max(this.#lineStart, from - REACH);
    const ahead = this.#text.slice(start, from);
    const word =
      wordBefore(ahead, ahead.length, start > this.#lineStart) ??
      wordAfter(this.#text.slice(to, Math.min(this.#lineEnd, to + REACH))) ??
      this.#heading ??
      wordBefore(this.#text.slice(Math.max(0, start - 2 * REACH), start), undefined, true);
    return word === undefined ? undefined : { text: word, isKey: false };
  }
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

interface FoundKey {
  readonly text: string;
  /** All of its words belong to it. */
  readonly isWhole: boolean;
}

/** The key at the end of a text, with the sign that makes it one and the marks that open its value. */
function keyBefore(text: string, isStart: boolean): FoundKey | undefined {
  let end = skipBack(text, text.length, '"\'`$*([{\\- \t\r\n');
  if (text.charAt(end - 1) === '>' && text.charAt(end - 2) === '=') end -= 2;
  else if (text.charAt(end - 1) === ':' || text.charAt(end - 1) === '=') end -= 1;
  else return undefined;
  end = skipBack(text, end, '"\'`*\\ ');
  let start = end;
  while (start > 0 && isInKey(text.charAt(start - 1))) start -= 1;
  // Words on their own ahead of a colon are a key where the line begins with them, or a quotation.
  const isWhole = start === 0 ? isStart : /["'`*\n\t]/.test(text.charAt(start - 1));
  return start === end ? undefined : { text: text.slice(start, end), isWhole };
}

function skipBack(text: string, from: number, marks: string): number {
  let at = from;
  while (at > 0 && marks.includes(text.charAt(at - 1))) at -= 1;
  return at;
}

function isInKey(character: string): boolean {
  return /[\p{L}\p{N}_ -]/u.test(character);
}

/** The last words of a key, as many as a label may have; a word with a digit in it is a value itself. */
function asLabel(key: string, mostWords = 3): string | undefined {
  const words = key.split(/[^\p{L}\p{N}_#%-]+/u).filter((word) => /\p{L}/u.test(word)).slice(-mostWords);
  while (words.length > 1 && words.join(' ').length > LONGEST_LABEL) words.shift();
  while (words.length > 0 && fillers.has(words[0]?.toLowerCase() ?? '')) words.shift();
  const label = words.join(' ').replace(/^[-_]+|[-_]+$/g, '');
  if (label.length < 2 || label.length > LONGEST_LABEL) return undefined;
  return /\p{L}{2}/u.test(label) && !/\p{N}/u.test(label) ? inSmallLetters(label) : undefined;
}

function inSmallLetters(label: string): string {
  return /\p{Ll}\p{Lu}/u.test(label) ? label : label.toLowerCase();
}

const token = /[\p{L}\p{N}_./#@$-]+(["'`]?\s?[:=])?/gu;

/** The last word of a text that can say what comes next. */
function wordBefore(text: string, end = text.length, isCut = false): string | undefined {
  let last: string | undefined;
  for (const match of text.slice(0, end).matchAll(token)) {
    if (isCut && match.index === 0) continue;
    last = tellingWord(match[0]) ?? last;
  }
  return last;
}

function wordAfter(text: string): string | undefined {
  for (const match of text.matchAll(token)) {
    if (match.index + match[0].length === text.length && text.length === REACH) return undefined;
    const word = match.index === 0 ? undefined : tellingWord(match[0]);
    if (word !== undefined) return word;
  }
  return undefined;
}

/** A plain word, or a key; not a part of another value. */
function tellingWord(found: string): string | undefined {
  const isKey = /[:=]$/.test(found);
  const word = found.replace(/["'`]?\s?[:=]$/, '').replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const isPlain = /^\p{L}+$/u.test(word) && !/\p{Ll}\p{Lu}/u.test(word);
  if ((!isPlain && !isKey) || fillers.has(word.toLowerCase())) return undefined;
  return asLabel(word, 1);
}

/** Words that say nothing of what stands beside them. */
const fillers: ReadonlySet<string> = new Set(
  (
    'an as at be by do he if in is it me my no of oh ok on or so to up us we and are but can did for get got had has her him his how its let may ' +
    'not now off our out own she the too was who why yes yet you all any been both does done each else from ' +
    'have here into just like more most much must only over same some such than that them then they this very ' +
    'want well were what when will with your about after again also been before being below could every first ' +
    'found given going great might never other please shall should since still their there these thing those ' +
    'through under until using where which while whose would'
  ).split(' '),
);

/** Tells whether a value says itself what it is: two words of three letters, or one beside a blank. */
export function describesItself(value: string): boolean {
  const words = new Set<string>();
  for (const [word] of value.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').matchAll(/\p{L}{3,}/gu)) {
    words.add(word.toLowerCase());
    if (words.size === 2) return true;
  }
  return words.size === 1 && /\s/.test(value);
}

/** The label of what is filed under a key. */
export function keyLabel(key: string, mostWords = 3): FoundLabel | undefined {
  const text = asLabel(key, mostWords);
  return text === undefined ? undefined : { text, isKey: true };
}

/** So many labels of a value are kept: it can stand with others under any of them. */
const MOST_LABELS = 3;

/** The labels of one value from several places: keys come before words that stood near. */
export function mergedLabels(
  known: readonly FoundLabel[] | undefined,
  added: readonly FoundLabel[] | undefined,
): readonly FoundLabel[] | undefined {
  if (!known || !added) return known ?? added;
  const isKnown = ({ text, isKey }: FoundLabel) => known.some((label) => label.text === text && (label.isKey || !isKey));
  const fresh = added.filter((label) => !isKnown(label));
  if (fresh.length === 0) return known;
  const rest = known.filter(({ text }) => !fresh.some((label) => label.text === text));
  const all = [...rest, ...fresh];
  return [...all.filter(({ isKey }) => isKey), ...all.filter(({ isKey }) => !isKey)].slice(0, MOST_LABELS);
}
