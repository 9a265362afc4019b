import { type Steps, TURNS_PER_STEP } from '../ground/platform/steps.ts';
import { isEscapedGap } from './find-values.ts';

/** A value is looked for by so many of its first characters. */
const KEY_CHARACTERS = 4;
/** Code units that are looked at in one step. */
const UNITS_PER_STEP = 16_384;
const KEYS = 2 ** 16;

/**
 * Those of the values that stand in the text, to the letter and alone: `nord1` does not stand in `nord10`.
 * One pass over the text, however many values there are.
 */
export function* valuesInText(text: string, values: Iterable<string>): Steps<ReadonlySet<string>> {
  const present = new Set<string>();
  const wanted = new Set<string>();
  const lengths = new Map<number, number[]>();
  const mayMatch = new Uint8Array(KEYS);
  let turns = 0;
  for (const value of values) {
    turns += 1;
    if (turns % TURNS_PER_STEP === 0) yield;
    if (value.length < KEY_CHARACTERS) {
      if (holdsAlone(text, value)) present.add(value);
      continue;
    }
    wanted.add(value);
    const key = keyBefore(value, KEY_CHARACTERS);
    mayMatch[slotOf(key)] = 1;
    const known = lengths.get(key);
    if (!known) lengths.set(key, [value.length]);
    else if (!known.includes(value.length)) known.push(value.length);
  }
  if (wanted.size === 0) return present;
  let key = keyBefore(text, KEY_CHARACTERS - 1);
  for (let end = KEY_CHARACTERS; end <= text.length; end += 1) {
    if (end % UNITS_PER_STEP === 0) yield;
    key = nextKey(key, text.charCodeAt(end - 1));
    if (mayMatch[slotOf(key)] === 0) continue;
    for (const length of lengths.get(key) ?? []) {
      const start = end - KEY_CHARACTERS;
      const candidate = text.slice(start, start + length);
      if (wanted.has(candidate) && standsAlone(text, start, start + length)) present.add(candidate);
    }
  }
  return present;
}

function holdsAlone(text: string, value: string): boolean {
  if (value === '') return true;
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + 1)) {
    if (standsAlone(text, at, at + value.length)) return true;
  }
  return false;
}

/** Tells whether a piece of a text is no part of a longer word. */
function standsAlone(text: string, from: number, to: number): boolean {
  return (!isJoined(text, from) || isEscapedGap(text, from - 2)) && !isJoined(text, to);
}

function isJoined(text: string, at: number): boolean {
  return isInWord(text.charCodeAt(at - 1)) && isInWord(text.charCodeAt(at));
}

/** Letters, digits and the underscore. */
function isInWord(code: number): boolean {
  return /[\p{L}\p{N}_]/u.test(String.fromCharCode(code));
}

/** Depends on the last four code units alone: each one moves those before it up by eight bits. */
function nextKey(key: number, unit: number): number {
  return ((key << 8) ^ unit) | 0;
}

function keyBefore(text: string, end: number): number {
  let key = 0;
  for (let at = 0; at < end && at < text.length; at += 1) key = nextKey(key, text.charCodeAt(at));
  return key;
}

function slotOf(key: number): number {
  return (key ^ (key >>> 16)) & (KEYS - 1);
}
