import fc from 'fast-check';
import { Tiktoken } from 'js-tiktoken/lite';
import cl100k from 'js-tiktoken/ranks/cl100k_base';
import o200k from 'js-tiktoken/ranks/o200k_base';
import { describe, expect, test } from 'vitest';
import { AgentMemoryError } from '../ground/errors/errors.ts';
import { aTextMessage } from '../testing/builders.ts';
import type { TiktokenEncoding } from './encoding-of-model.ts';
import { createMeasurer } from './measurer.ts';
import { loadTiktokenCounter } from './tiktoken-counter.ts';

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

test('[TOK-1] loads an encoding once for all who ask', async () => {
  const first = loadTiktokenCounter();
  const second = loadTiktokenCounter({ encoding: 'o200k_base' });
  expect(second).toBe(first);
  expect(await loadTiktokenCounter()).toBe(await first);
  expect(await loadTiktokenCounter({ encoding: 'cl100k_base' })).not.toBe(await first);
});

test('[TOK-1] figures of a counter that estimates are labelled estimated', async () => {
  const counted = await loadTiktokenCounter();
  const message = aTextMessage('user', 'Hello');
  const estimated = createMeasurer({ ...counted, source: 'estimated' });
  expect(estimated.message(message).source).toBe('estimated');
  expect(createMeasurer(counted).message(message).source).toBe('counted');
});

test('[TOK-1] counts the same when it meets a piece again', async () => {
  const counter = await loadTiktokenCounter();
  const text = ' forgetfulness unforgettably';
  const before = counter.count(text);
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
