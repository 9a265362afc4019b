import type { Message } from '@agent-memory/core';
import { crypt, runToEnd } from '@agent-memory/core/internal';
import { anEntry } from '@agent-memory/core/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isApart, putBack, setApart } from './apart-values.ts';
import { entryRecord, readingEntry } from './check-stored.ts';
import { exactBytes } from './exact-bytes.ts';

const RUNS = { numRuns: 30, seed: 20261126 };

const LARGE = 64 * 1024;

/** Texts on either side of the limit, and some that only look like bytes. */
const text: fc.Arbitrary<string> = fc.oneof(
  fc.string(),
  fc.integer({ min: 0, max: 2 * LARGE }).map((length) => aFile(length)),
  fc.integer({ min: 0, max: 2 * LARGE }).map((length) => `data:image/png;base64,${aFile(length)}`),
  fc.constantFrom(
    `${'QUJD'.repeat(LARGE)}QQ`,
    `${'QUJD'.repeat(LARGE)}QR==`,
    `${'QUJD'.repeat(LARGE / 2)}\n${'QUJD'.repeat(LARGE / 2)}ABC`,
    'prose '.repeat(LARGE),
    `data:text/plain,${'x'.repeat(LARGE)}`,
  ),
);

const { value: anyValue } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    text,
    fc.integer(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('__proto__', '0')), tie('value'), {
      maxKeys: 3,
    }),
  ),
}));

test('[STO-5] [STO-6] images and files set apart come back letter for letter, and vouched for', () => {
  const held = fc.property(text, text, anyValue, (url, data, value) => {
    const message: Message = {
      role: 'user',
      parts: [
        { type: 'image', url },
        { type: 'document', data, filename: 'a.pdf' },
        { type: 'unknown', value },
      ],
    };
    const entry = anEntry({ message });
    const { record, blobs } = setApart(runToEnd(entryRecord(entry)));
    expect(isApart(record)).toBe(blobs.length > 0);
    expect(record.apart?.length ?? 0).toBe(blobs.length);
    expect(readAt0(putBack(record, blobs))).toEqual(entry);
    for (const stays of [record.message.parts[0], record.message.parts[1]]) {
      expect(isLargeFile(Object.values(stays ?? {}))).toBe(false);
    }
  });
  fc.assert(held, RUNS);
});

test('[STO-5] a message without images and files is stored as it is, and not copied', () => {
  const record = runToEnd(entryRecord(anEntry()));
  expect(setApart(record)).toEqual({ record, blobs: [] });
  expect(setApart(record).record).toBe(record);
});

test('[STO-6] a message whose file is missing or another one is damaged', () => {
  const message: Message = {
    role: 'user',
    parts: [{ type: 'document', data: aFile(LARGE) }],
  };
  const { record, blobs } = setApart(runToEnd(entryRecord(anEntry({ message }))));
  expect(readAt0(putBack(record, []))).toBeUndefined();
  expect(readAt0(putBack(record, [Uint8Array.of(1, 2, 3)]))).toBeUndefined();
  expect(readAt0(putBack(record, ['text']))).toBeUndefined();
  const damaged = { ...record, apart: [{ path: ['nowhere', 3], head: '' }] };
  expect(readAt0(putBack(damaged, blobs))).toBeUndefined();
});

function isLargeFile(texts: readonly unknown[]): boolean {
  return texts.some((stays) => {
    if (typeof stays !== 'string' || stays.length < LARGE) return false;
    const bytes = exactBytes(stays.replace(/^data:image\/png;base64,/, ''));
    return bytes !== undefined;
  });
}

function readAt0(record: unknown) {
  return runToEnd(readingEntry(0, record));
}

/** A file of so many bytes, as base64. */
function aFile(length: number): string {
  return crypt.base64Of(Uint8Array.from({ length }, (_, index) => (index * 7) % 251));
}
