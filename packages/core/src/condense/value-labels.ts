/** The name of a value where it stands. */
export interface FoundLabel {
  readonly text: string;
  /** The value is filed under it. Else it is a word that stands before the value. */
  readonly isKey: boolean;
}

/** A longer key gives its last words. */
const LONGEST_LABEL = 32;
const MOST_WORDS = 3;
/** So far before a value a word can say what the value is; a key stands in the nearer half. */
const REACH = 120;

/**
 * The label of the value that stands here: the key that it is filed under, else the last word before it
 * on its line; `undefined` where there is neither. Costs the same however long the text and its lines are.
 */
export function labelAt(text: string, from: number): FoundLabel | undefined {
  const start = Math.max(0, from - REACH);
  const before = text.slice(start, from);
  const key = keyBefore(before.slice(-REACH / 2), from <= REACH / 2);
  // A key that cannot be a label still says that no other word is one.
  if (key) return keyLabel(key.words, key.isWhole ? MOST_WORDS : 1);
  const lineStart = before.lastIndexOf('\n') + 1;
  return lastWord(before.slice(lineStart), lineStart === 0 && start > 0);
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
  // Words before a colon are the key, all of them, where a line begins with them, or a quotation.
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
  const words = phrase.slice(-REACH).match(labelWord)?.slice(-mostWords) ?? [];
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
  if (name.length <= LONGEST_LABEL || name.length > REACH) return name;
  const seam = name.slice(-LONGEST_LABEL).search(/(?<=[_-])\p{L}/u);
  return seam < 0 ? name : name.slice(seam - LONGEST_LABEL);
}

// ---- Words

const token = /[\p{L}\p{M}\p{N}_./#@$-]+(?:["'`]?\s?[:=])?/gu;

/** The last word of a text that can say what comes behind it; the first word may be cut. */
function lastWord(text: string, isCut: boolean): FoundLabel | undefined {
  let last: FoundLabel | undefined;
  for (const { 0: found, index } of text.matchAll(token)) {
    if (!isCut || index > 0) last = wordLabel(found) ?? last;
  }
  return last;
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

/** The label of one value that stood in two places: a key comes before a word that stood near. */
export function betterLabel(
  known: FoundLabel | undefined,
  added: FoundLabel | undefined,
): FoundLabel | undefined {
  return known?.isKey || !added?.isKey ? (known ?? added) : added;
}
