import { isHarmless } from '../ground/envelope/harmless-text.ts';
import { runToEnd, type Steps, TURNS_PER_STEP } from '../ground/platform/steps.ts';
import { jsonLeaves } from './json-leaves.ts';
import {
  isDigit,
  kindOfWord,
  maxAddressLength,
  maxValueLength,
  minValueLength,
  type ValueKind,
} from './value-kind.ts';
import { betterLabel, type FoundLabel, keyLabel, labelAt, labelFor } from './value-labels.ts';

/** A piece of text that is only useful when kept to the letter. */
export interface FoundValue {
  readonly text: string;
  readonly kind: ValueKind;
  /** Its name where it stands; absent where nothing says so, or the value does itself. */
  readonly label?: FoundLabel;
}

/**
 * Finds the exact values in a text: identifiers, numbers that mean something, dates and times,
 * URLs, e-mail addresses, paths, short quoted strings, and names as code writes them.
 *
 * - Each value is an exact substring of the text and is reported once, in order of first
 *   appearance.
 * - Values have 4 to 60 characters; URLs and paths up to 120; amounts with a currency sign may be
 *   shorter.
 * - Time is linear in the length of the text, whatever the text is.
 */
export function findValues(text: string): readonly FoundValue[] {
  return runToEnd(findingValues(text));
}

/** How many values `findValues` would find in a text, up to `most`, without asking what each is called. */
export function countValues(text: string, most: number): number {
  const found = new Set<string>();
  const scan = scanValues(text, ({ text: value }) => void found.add(value));
  while (found.size < most && !scan.next().done);
  return Math.min(most, found.size);
}

/** The same in steps, for a text of any length. */
export function* findingValues(text: string): Steps<readonly FoundValue[]> {
  const found = new DistinctValues();
  yield* scanValues(text, (value, from) => found.add(value, labelAt(text, from)));
  return found.values;
}

/**
 * Finds the exact values in the JSON arguments of a tool call: numbers and strings of 4 to 60
 * characters whole, and of longer strings the values in them. Text that is not JSON is searched as
 * it stands.
 */
export function* findingArgumentValues(argumentsJson: string): Steps<readonly FoundValue[]> {
  const leaves = yield* jsonLeaves(argumentsJson);
  if (leaves === undefined) return yield* findingValues(argumentsJson);
  const found = new DistinctValues();
  for (const leaf of leaves) {
    const key = leaf.key === undefined ? undefined : keyLabel(leaf.key);
    for (const [index, value] of (yield* leafValues(leaf.text)).entries()) {
      if (index % TURNS_PER_STEP === 0) yield;
      found.add(value, value.label ? undefined : key);
    }
  }
  return found.values;
}

/** Values in the order of their first appearance, each once, with what each is called. */
class DistinctValues {
  readonly #values = new Map<string, FoundValue>();

  get values(): readonly FoundValue[] {
    return [...this.#values.values()];
  }

  add(value: FoundValue, label: FoundLabel | undefined): void {
    const known = this.#values.get(value.text);
    const better = betterLabel(known?.label ?? value.label, labelFor(value.text, label));
    if (known && better === known.label) return;
    this.#values.set(value.text, { ...(known ?? value), ...(better && { label: better }) });
  }
}

function* leafValues(leaf: string): Steps<readonly FoundValue[]> {
  if (leaf.length > maxValueLength) return yield* findingValues(leaf);
  const text = leaf.trim();
  if (text.length < minValueLength || !/[\p{L}\p{N}]/u.test(text)) return [];
  return [{ text, kind: kindOfWord(text) ?? 'quoted' }];
}

/** Takes a value and where it begins. */
type AddValue = (value: FoundValue, from: number) => void;

/** Characters that are read in one step. */
const charactersPerStep = 1_024;

/** Walks the text once from left to right and reports every value, repetitions included. */
function* scanValues(text: string, add: AddValue): Steps<void> {
  let position = 0;
  let breath = charactersPerStep;
  while (position < text.length) {
    if (position >= breath) {
      yield;
      breath = position + charactersPerStep;
    }
    const character = characterClass(text.charCodeAt(position));
    if (character === wordCharacter) position = yield* scanWord(text, position, add);
    else if (character === quoteMark) position = scanQuotation(text, position, add);
    else position += isEscapedGap(text, position) ? 2 : 1;
  }
}

/** Reports the values of the word that starts here and returns where it ends. */
function* scanWord(text: string, position: number, add: AddValue): Steps<number> {
  const phrase = phraseAt(text, position);
  if (phrase !== undefined) {
    add(phrase, position);
    return position + phrase.text.length;
  }
  const end = yield* endOfWord(text, position);
  // A run longer than any value with its punctuation is a blob, and is passed over whole.
  if (end - position <= 2 * maxAddressLength && !isInDelimiter(text, position, end))
    valuesOfWord(text.slice(position, end), position, add);
  return end;
}

/** The word belongs to a tag that ends something, or to what is left of an envelope or of a turn's edge. */
function isInDelimiter(text: string, position: number, end: number): boolean {
  if (!'<‹＜[［|｜'.includes(text.charAt(position - 1) || ' ')) return false;
  if (/^[<‹＜]\/[^/]*$/.test(text.slice(position - 1, end))) return true;
  return !isHarmless(text.slice(Math.max(0, position - 2), end + 1).trimEnd());
}

/** Reports what the quotation that may open here holds and returns where reading continues. */
function scanQuotation(text: string, position: number, add: AddValue): number {
  const quotation = quotationAt(text, position);
  if (quotation === undefined) return position + 1;
  const { content, end, isKey } = quotation;
  const kind = isKey ? kindOfKey(content) : kindOfQuotation(content);
  if (kind !== undefined) add({ text: content, kind }, position + 1);
  // A quotation that is one value is done with; of any other the words count for themselves too.
  return isKey || (kind !== undefined && kind !== 'quoted') ? end : position + 1;
}

// ---- Characters

const otherCharacter = 0;
const wordCharacter = 1;
const quoteMark = 2;

const backslash = 0x5c;
const colon = 0x3a;
const comma = 0x2c;

const asciiClasses = asciiClassTable();

function asciiClassTable(): Uint8Array {
  const table = new Uint8Array(128);
  for (const letter of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./@#:~$%+-') {
    table[letter.charCodeAt(0)] = wordCharacter;
  }
  for (const mark of '"\'`') table[mark.charCodeAt(0)] = quoteMark;
  return table;
}

/**
 * Scripts without spaces between words count as gaps: there a value is what stands out in Latin
 * letters and digits.
 */
function characterClass(code: number): number {
  if (code < 128) return asciiClasses[code] ?? otherCharacter;
  if (code >= 0xc0 && code < 0x2000)
    return code === 0xd7 || code === 0xf7 ? otherCharacter : wordCharacter;
  if (code === 0x201c || code === 0x201e || code === 0xab) return quoteMark; // “ „ «
  return currencySigns.has(code) ? wordCharacter : otherCharacter;
}

const currencySigns = new Set([0xa3, 0xa5, 0x20ac, 0x20bd, 0x20b9]);

function isWordAt(text: string, position: number): boolean {
  return (
    position >= 0 &&
    position < text.length &&
    characterClass(text.charCodeAt(position)) === wordCharacter
  );
}

function isLetterOrDigitAt(text: string, position: number): boolean {
  return isWordAt(text, position) && /[\p{L}\p{N}]/u.test(text.charAt(position));
}

/**
 * In JSON text a backslash and a letter are a line break or a tab: a gap between words, and no
 * letter.
 */
export function isEscapedGap(text: string, position: number): boolean {
  if (text.charCodeAt(position) !== backslash) return false;
  const letter = text.charAt(position + 1);
  return letter === 'n' || letter === 'r' || letter === 't';
}

// ---- Quotations

interface Quotation {
  readonly content: string;
  /** Where reading continues. */
  readonly end: number;
  /** The quotation names what follows it, as a key does in JSON. */
  readonly isKey: boolean;
}

const closingMarks: Readonly<Record<string, string>> = { '“': '”', '„': '“', '«': '»' };

/** The quotation that opens here, when it closes within a value's length on the same line. */
function quotationAt(text: string, position: number): Quotation | undefined {
  const mark = text.charAt(position);
  if (mark === "'" && isLetterOrDigitAt(text, position - 1)) return undefined; // an apostrophe
  const window = text.slice(position + 1, position + 2 + maxAddressLength);
  const length = window.indexOf(closingMarks[mark] ?? mark);
  if (length < 1 || (mark === "'" && isLetterOrDigitAt(window, length + 1))) return undefined;
  const content = window.slice(0, window.charAt(length - 1) === '\\' ? length - 1 : length);
  if (content.includes('\n')) return undefined;
  const end = position + 2 + length;
  const isKey =
    content.length <= maxValueLength && /^\s{0,2}:(?![:/])/.test(text.slice(end, end + 4));
  return { content, end, isKey };
}

/**
 * A quotation is kept when it is short and says something: neither punctuation nor code between two
 * strings.
 */
function kindOfQuotation(content: string): ValueKind | undefined {
  if (content.length < minValueLength) return undefined;
  const kind = kindOfWord(content);
  if (kind !== undefined) return kind;
  if (content.length > maxValueLength || /[{}[\]=;\\<>]/.test(content)) return undefined;
  const isWording = /^[\p{L}\p{N}].*[\p{L}\p{N}.!?)%]$/u.test(content);
  const unpaired = content.replace(/\([^()]*\)/g, '');
  return isWording && !/[()]/.test(unpaired) ? 'quoted' : undefined;
}

/**
 * Records are often filed under their id, so a key can be a value; a plain property name is not one.
 */
function kindOfKey(content: string): ValueKind | undefined {
  const kind = kindOfWord(content);
  return kind === 'name' || /^\p{Ll}+_?\d{1,2}$/u.test(content) ? undefined : kind;
}

// ---- Phrases: values with a space in them, and paths with backslashes

const monthNames =
  'Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|' +
  'Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?';
const monthFirst = new RegExp(
  `(?:${monthNames})\\.? \\d{1,2}(?:st|nd|rd|th)?(?:,? \\d{4})?(?![\\p{L}\\p{N}])`,
  'uy',
);
const dayFirst = new RegExp(
  `\\d{1,2}(?:st|nd|rd|th)?(?: of)? (?:${monthNames})(?:,? \\d{4})?(?![\\p{L}\\p{N}])`,
  'uy',
);
const amount =
  /\d{1,9}(?:[.,]\d{1,9}){0,3} ?(?:€|£|₽|USD|EUR|GBP|CHF|JPY|CNY|INR|RUB|dollars|euros)(?![\p{L}\p{N}])/uy;
const windowsPath = /[A-Za-z]:\\{1,2}[^\s"'<>|*?:]{0,115}[^\s"'<>|*?:.,;!)]/y;

function phraseAt(text: string, position: number): FoundValue | undefined {
  const code = text.charCodeAt(position);
  if (isDigit(code)) {
    return matched(dayFirst, 'date', text, position) ?? matched(amount, 'number', text, position);
  }
  if (text.charCodeAt(position + 1) === colon && text.charCodeAt(position + 2) === backslash) {
    return matched(windowsPath, 'path', text, position);
  }
  return isMonthInitial(code) ? matched(monthFirst, 'date', text, position) : undefined;
}

function isMonthInitial(code: number): boolean {
  return 'JFMASOND'.includes(String.fromCharCode(code));
}

function matched(
  pattern: RegExp,
  kind: ValueKind,
  text: string,
  position: number,
): FoundValue | undefined {
  pattern.lastIndex = position;
  const match = pattern.exec(text);
  return match === null ? undefined : { text: match[0], kind };
}

// ---- Words

/**
 * A word ends at white space and at punctuation that no value holds; an address continues to the next
 * gap or quote.
 */
function* endOfWord(text: string, start: number): Steps<number> {
  let isUrl = false;
  let end = start;
  while (end < text.length) {
    if ((end - start) % charactersPerStep === charactersPerStep - 1) yield;
    isUrl ||= end > start && isAddressMark(text, end);
    if (isUrl ? isUrlEnd(text.charCodeAt(end)) : !isInWord(text, end)) break;
    end++;
  }
  return end;
}

function isAddressMark(text: string, position: number): boolean {
  return text.charCodeAt(position) === colon && text.startsWith('//', position + 1);
}

function isInWord(text: string, position: number): boolean {
  const code = text.charCodeAt(position);
  return (
    characterClass(code) === wordCharacter || (code === comma && groupsThousands(text, position))
  );
}

function isUrlEnd(code: number): boolean {
  // White space and controls, quotes, brackets, a backslash, and everything beyond the Latin and
  // Cyrillic scripts.
  return code <= 0x20 || code >= 0x2000 || '"\'`<>()[]{}|\\^'.includes(String.fromCharCode(code));
}

function groupsThousands(text: string, position: number): boolean {
  return (
    isDigit(text.charCodeAt(position - 1)) &&
    isDigit(text.charCodeAt(position + 1)) &&
    isDigit(text.charCodeAt(position + 2)) &&
    isDigit(text.charCodeAt(position + 3)) &&
    !isDigit(text.charCodeAt(position + 4))
  );
}

function valuesOfWord(raw: string, position: number, add: AddValue): void {
  if (raw.length < 2 || !mayBeValue(raw)) return;
  const word = withoutPunctuation(raw);
  const from = position + raw.indexOf(word);
  const kind = kindOfWord(word);
  if (kind !== undefined) {
    add({ text: word, kind }, from);
    return;
  }
  // Joined by a colon or a slash ("order:ZX81", "10:30/11:45"): the parts may be values.
  let start = 0;
  for (const part of word.split(/[:/]+/)) {
    const text = withoutPunctuation(part);
    start = word.indexOf(part, start);
    const partKind = text === word ? undefined : kindOfWord(text);
    if (partKind !== undefined) add({ text, kind: partKind }, from + start + part.indexOf(text));
    start += part.length;
  }
}

/**
 * A word of plain letters with at most a capital first is prose; this spares most words the
 * patterns.
 */
function mayBeValue(word: string): boolean {
  if (!isPlainLetter(word.charCodeAt(0) | 0x20)) return true;
  let position = 1;
  while (isPlainLetter(word.charCodeAt(position))) position++;
  return !/^[.:/-]*$/.test(word.slice(position));
}

/** Small letters, and all letters beyond ASCII. */
function isPlainLetter(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || code >= 0xc0;
}

function withoutPunctuation(raw: string): string {
  if (isLetterOrDigit(raw.charCodeAt(0)) && isLetterOrDigit(raw.charCodeAt(raw.length - 1))) {
    return raw;
  }
  return raw
    .replace(/[.:,;!?+@#~$%-]+$/, (tail) => (tail.startsWith('%') ? '%' : ''))
    .replace(/^(?:[:,+%-]|#(?![\da-f]{3,8}$)|\$(?!\d))+/i, '');
}

function isLetterOrDigit(code: number): boolean {
  return isDigit(code) || isPlainLetter(code | 0x20);
}
