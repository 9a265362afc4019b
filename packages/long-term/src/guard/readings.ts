import { withoutHiddenCharacters } from '@agent-memory/core/internal';

/** A way in which a text can be read. */
export interface Reading {
  readonly text: string;
  /** `plain`: as it stands. `disguised`: with signs put for letters. `encoded`: behind a code. */
  readonly way: 'plain' | 'disguised' | 'encoded';
}

const SIGNS: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};
const SIGNED_WORD =
  /(?<![\p{L}\p{N}@$!])(?=[\p{L}@$!013457]*\p{L})(?=[\p{L}@$!013457]*[@$!013457])[\p{L}@$!013457]{4,}/gu;
/** Letters one by one: "i g n o r e", "i.g.n.o.r.e". */
const SPACED_WORD = /(?<![\p{L}\p{N}])\p{L}(?:[ .*_-]\p{L}){3,}(?![\p{L}\p{N}])/gu;
const BASE_64 = /(?<![\w+/=-])[A-Za-z0-9+/_-]{16,}={0,2}(?![\w+/=])/gu;
const HEX = /(?<![\da-f])(?:[\da-f]{2}[\s:]?){10,}(?![\da-f])/giu;
const ESCAPED = /(?:\\u[\da-f]{4}|\\x[\da-f]{2}|%[\da-f]{2}|&#x?[\da-f]{2,6};){4,}/giu;
const BITS = /(?:[01]{8}\s?){6,}/gu;
const TAGS = /[\u{e0020}-\u{e007e}]{4,}/gu;
/** Words that a turned text has, turned back: one of them may be chance. */
const TURNED =
  /\b(?:ignore|instructions?|system|prompt|password|reply|respond|output|answer|reveal|secret|assistant|the|and|you|your)\b/giu;
const TURNED_WORDS = 3;
const LEGIBLE = /^[\p{L}\p{N}\p{P}\p{S}\s]+$/u;
const MOST_DECODED = 4000;

/** A text in every way that hides an order from a plain look, the plain one first. */
export function readingsOf(given: string): readonly Reading[] {
  const plain = withoutHiddenCharacters(given);
  const readings: Reading[] = [{ text: plain, way: 'plain' }];
  const undisguised = plain.replace(SIGNED_WORD, unsigned).replace(SPACED_WORD, unspaced);
  if (undisguised !== plain) readings.push({ text: undisguised, way: 'disguised' });
  for (const text of decodedOf(given, plain)) readings.push({ text, way: 'encoded' });
  return readings;
}

function unsigned(word: string): string {
  return word.replace(/[013457@$!]/gu, (sign) => SIGNS[sign] ?? sign);
}

function unspaced(word: string): string {
  return word.replace(/[ .*_-]/gu, '');
}

function decodedOf(given: string, plain: string): readonly string[] {
  const found = [
    ...Array.from(given.matchAll(TAGS), ([tags]) => untagged(tags)),
    ...Array.from(plain.matchAll(BASE_64), ([code]) => fromBase64(code)),
    ...Array.from(plain.matchAll(HEX), ([code]) =>
      fromBytes(code.match(/[\da-f]{2}/giu) ?? [], 16),
    ),
    ...Array.from(plain.matchAll(BITS), ([code]) => fromBytes(code.match(/[01]{8}/gu) ?? [], 2)),
    ...Array.from(plain.matchAll(ESCAPED), ([code]) => unescaped(code)),
    ...[rotated(plain), [...plain].reverse().join('')].filter(
      (turned) => wordsOf(turned) >= TURNED_WORDS && wordsOf(plain) < TURNED_WORDS,
    ),
  ];
  return found.filter((text) => text.length >= 8 && LEGIBLE.test(text) && /\p{L}{3}/u.test(text));
}

function wordsOf(text: string): number {
  return text.match(TURNED)?.length ?? 0;
}

function untagged(tags: string): string {
  return [...tags].map((tag) => String.fromCharCode((tag.codePointAt(0) ?? 0) - 0xe0000)).join('');
}

function fromBase64(code: string): string {
  const standard = code.slice(0, MOST_DECODED).replaceAll('-', '+').replaceAll('_', '/');
  const whole = standard.replace(/=+$/u, '');
  if (whole.length % 4 === 1) return '';
  const bytes = Uint8Array.from(atob(whole), (character) => character.charCodeAt(0));
  return new TextDecoder().decode(bytes);
}

function fromBytes(codes: readonly string[], base: number): string {
  const bytes = Uint8Array.from(codes.slice(0, MOST_DECODED), (code) =>
    Number.parseInt(code, base),
  );
  return new TextDecoder().decode(bytes);
}

function unescaped(code: string): string {
  return code.replace(
    /\\[ux]([\da-f]+)|%([\da-f]{2})|&#x([\da-f]+);|&#(\d+);/giu,
    (_, ...digits) => {
      const [short, percent, hex, decimal] = digits as (string | undefined)[];
      const hexadecimal = short ?? percent ?? hex;
      const number = hexadecimal ? Number.parseInt(hexadecimal, 16) : Number(decimal);
      return number <= 0x10ffff ? String.fromCodePoint(number) : '';
    },
  );
}

function rotated(text: string): string {
  return text.replace(/[a-z]/giu, (letter) => {
    const first = letter <= 'Z' ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - first + 13) % 26) + first);
  });
}
