import fc from 'fast-check';
import { Tiktoken } from 'js-tiktoken/lite';
import cl100k from 'js-tiktoken/ranks/cl100k_base';
import o200k from 'js-tiktoken/ranks/o200k_base';
import { describe, expect, test } from 'vitest';
import { AgentMemoryError } from '../errors/errors.ts';
import { aTextMessage } from '../testing/builders.ts';
import { stepsOfCounter } from './count-in-steps.ts';
import type { TiktokenEncoding } from './encoding-names.ts';
import { createMeasurer } from './measurer.ts';
import { loadTiktokenCounter, type TiktokenCounterOptions } from './tiktoken-counter.ts';

const references = {
  o200k_base: new Tiktoken(o200k),
  cl100k_base: new Tiktoken(cl100k),
};
const encodings = Object.keys(references) as TiktokenEncoding[];

function referenceCount(encoding: TiktokenEncoding, text: string): number {
  return references[encoding].encode(text, [], []).length;
}

const fragment = fc.constantFrom(
  ...[
    ' ',
    '   ',
    '\n',
    '\n\n',
    '\r\n',
    '\t',
    ' \n ',
    '\u00a0',
    'the',
    ' the',
    ' Memory',
    'camelCase',
  ],
  ...[
    'HTMLElement',
    "don't",
    "I'LL",
    ' straße',
    'naïve',
    'Привет',
    ' памяти',
    'Ελλάδα',
    'שלום',
    'مرحبا',
  ],
  ...[
    'नमस्ते',
    '漢字',
    '记忆',
    'かな',
    'カナ',
    '한국어',
    'ไทย',
    '😀',
    '👨‍👩‍👧',
    '🇩🇪',
    '\u0301',
    '\ud83d',
    '\ude00',
  ],
  ...[
    '0',
    '1234',
    '3.14',
    '{"a":',
    '[]',
    '=>',
    '====',
    '------',
    '// ',
    '#include',
    '\\n',
    '0xdeadbeef',
  ],
  ...['<|endoftext|>', '<|endofprompt|>', '<|im_start|>', '<|fim_prefix|>', '<|', '|>'],
);
const text = fc.oneof(
  fc.array(fragment, { maxLength: 30 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({ unit: fc.constantFrom('a', 'e', 's', 't', 'Q', 'z'), maxLength: 80 }),
);

describe.each(encodings)('%s', (encoding) => {
  test('[TOK-1] counts exactly as js-tiktoken encodes', async () => {
    const counter = await loadTiktokenCounter({ encoding });
    expect(counter).toMatchObject({ encoding, source: 'counted' });
    fc.assert(
      fc.property(text, (sample) => {
        const expected = referenceCount(encoding, sample);
        expect(counter.count(sample)).toBe(expected);
        // The second time from the memo.
        expect(counter.count(sample)).toBe(expected);
      }),
      { numRuns: 2_000 },
    );
  });

  test('[TOK-6] counts what looks like a special token as text', async () => {
    const counter = await loadTiktokenCounter({ encoding });
    for (const lookAlike of [
      '<|endoftext|>',
      '<|endofprompt|>',
      'a<|endoftext|>b',
      '<|fim_middle|>',
    ]) {
      expect(counter.count(lookAlike)).toBe(referenceCount(encoding, lookAlike));
      expect(counter.count(lookAlike)).toBeGreaterThan(1);
    }
  });

  test('[TOK-1] counts a lone surrogate as the replacement character', async () => {
    const counter = await loadTiktokenCounter({ encoding });
    for (const lone of ['\ud800', 'a\udfffb', '\udc00\ud800', ' \ud83d!']) {
      expect(counter.count(lone)).toBe(counter.count(lone.replace(/\p{Cs}/gu, '\ufffd')));
    }
  });

  test('[TOK-1] gives 0 for no text', async () => {
    const counter = await loadTiktokenCounter({ encoding });
    expect(counter.count('')).toBe(0);
  });
});

// A quadratic merge would need hours for these; the expected figures come from short runs.
test.each([
  ['one letter', 'a'],
  ['one capital', 'A'],
  ['blanks', ' '],
  ['line breaks', '\n'],
  ['hyphens', '-'],
  ['combining marks', '\u0301'],
  ['lone surrogates', '\ud800'],
  ['an ideograph', '漢'],
  ['a rare ideograph', '𠮷'],
  ['emoji', '😀'],
])('[TOK-1] counts a million code units of %s', async (_name, character) => {
  const counter = await loadTiktokenCounter();
  const shortRun = referenceCount('o200k_base', character.repeat(SHORT_RUN));
  const repeats = 2 ** 20 / character.length;
  expect(counter.count(character.repeat(repeats))).toBe((shortRun * repeats) / SHORT_RUN);
});

test.each([
  ['letters and digits in turn', 'a1'],
  ['words of CJK without a blank', '記憶は文脈の中にある'],
  ['capitals and small letters in turn', 'aB'],
  ['emoji joined to families', '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}'],
])('[TOK-1] counts a million code units of %s', async (_name, unit) => {
  const counter = await loadTiktokenCounter();
  // Long enough that what the ends do differently is the same in both.
  const countOf = (repeats: number) => counter.count(unit.repeat(repeats));
  const perUnit = countOf(128) - countOf(127);
  expect(countOf(127)).toBe(referenceCount('o200k_base', unit.repeat(127)));
  const repeats = Math.floor(2 ** 20 / unit.length);
  expect(countOf(repeats)).toBeGreaterThan(0);
  expect(Math.abs(countOf(repeats) / repeats / perUnit - 1)).toBeLessThan(0.5);
});

test('[TOK-1] counts a million digits in threes', async () => {
  const counter = await loadTiktokenCounter();
  expect(counter.count('7'.repeat(1_000_000))).toBe(Math.ceil(1_000_000 / 3));
});

/** Long enough that a million is a whole number of them, short enough for a quadratic merge. */
const SHORT_RUN = 512;

test('[TOK-1] counts four million characters of one word, where an expression would throw', async () => {
  const counter = await loadTiktokenCounter();
  const repeats = 2 ** 22;
  expect(counter.count('𠮷'.repeat(repeats))).toBe(counter.count('𠮷') * repeats);
});

test.each([
  ['one letter', 'a'],
  ['blanks', ' '],
  ['line breaks', '\n'],
])('[TOK-1] a run of %s is counted in steps that do not grow with it', async (_name, character) => {
  const counter = await loadTiktokenCounter();
  const stepsFor = (text: string) => {
    const steps = stepsOfCounter(counter)?.(text);
    if (!steps) throw new Error('this counter knows no steps');
    for (let taken = 1; ; taken += 1) {
      const { done, value } = steps.next();
      if (!done) continue;
      expect(value).toBe(counter.count(text));
      return taken;
    }
  };
  const few = stepsFor(character.repeat(2 ** 16));
  expect(few).toBeGreaterThan(2 ** 16 / 2_048);
  expect(stepsFor(character.repeat(2 ** 19))).toBeGreaterThan(4 * few);
});

test('[TOK-1] stays exact when more pieces pass than the memo holds', async () => {
  const counter = await loadTiktokenCounter();
  const pieces = Array.from({ length: 150_000 }, (_, index) => ` x${letters(index)}q`);
  const counts = pieces.map((piece) => counter.count(piece));
  expect(counter.count(pieces.join(''))).toBe(counts.reduce((sum, count) => sum + count, 0));
  for (let index = 0; index < pieces.length; index += 1_499) {
    expect(counts[index]).toBe(referenceCount('o200k_base', pieces[index] ?? ''));
  }
});

test('[TOK-1] loads an encoding once for all who ask', async () => {
  const first = loadTiktokenCounter();
  const second = loadTiktokenCounter({ encoding: 'o200k_base' });
  expect(second).toBe(first);
  expect(await loadTiktokenCounter()).toBe(await first);
  expect(await loadTiktokenCounter({ encoding: 'cl100k_base' })).not.toBe(await first);
});

test('[TOK-1] figures for a model of another or unknown encoding are labelled estimated', async () => {
  const labelOf = async (options: TiktokenCounterOptions) => {
    const { encoding, source } = await loadTiktokenCounter(options);
    return `${encoding} ${source}`;
  };
  expect(await labelOf({})).toBe('o200k_base counted');
  expect(await labelOf({ model: 'gpt-4o' })).toBe('o200k_base counted');
  expect(await labelOf({ model: 'gpt-4' })).toBe('cl100k_base counted');
  expect(await labelOf({ model: 'gpt-4', encoding: 'o200k_base' })).toBe('o200k_base estimated');
  expect(await labelOf({ model: 'claude-sonnet-4-5' })).toBe('o200k_base estimated');
  expect(await labelOf({ model: 'claude-sonnet-4-5', encoding: 'cl100k_base' })).toBe(
    'cl100k_base estimated',
  );

  const counted = await loadTiktokenCounter();
  const estimated = await loadTiktokenCounter({ model: 'claude-sonnet-4-5' });
  expect(estimated.count('The same figure.')).toBe(counted.count('The same figure.'));
  const message = aTextMessage('user', 'Hello');
  expect(createMeasurer(estimated).message(message).source).toBe('estimated');
  expect(createMeasurer(counted).message(message).source).toBe('counted');
});

test('[TOK-1] counts the same after it has forgotten what it met', async () => {
  const counter = await loadTiktokenCounter();
  const text = ' forgetfulness unforgettably';
  const before = counter.count(text);
  counter.forget();
  expect(counter.count(text)).toBe(before);
  expect(before).toBe(referenceCount('o200k_base', text));
});

test('[TOK-1] refuses an encoding that it has no ranks for, and says which it has', async () => {
  const encoding = 'p50k_base' as TiktokenEncoding;
  await expect(loadTiktokenCounter({ encoding })).rejects.toThrow(
    /p50k_base.*o200k_base, cl100k_base/,
  );
  await expect(loadTiktokenCounter({ encoding })).rejects.toSatisfy(AgentMemoryError.isInstance);
  await expect(
    loadTiktokenCounter({ encoding: 'toString' as TiktokenEncoding }),
  ).rejects.toMatchObject({ code: 'INVALID_OPTION' });
});

/** A distinct word for each number. */
function letters(value: number): string {
  return [...value.toString(26)]
    .map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 26)))
    .join('');
}
