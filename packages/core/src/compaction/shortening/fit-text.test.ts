import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { trimmedText } from '../../view/trimmed-text.ts';
import { fitText } from './fit-text.ts';

const count = (text: string) => Math.ceil(text.length / 4);

function fitted(text: string, maxTokens: number) {
  const tokens = count(text);
  return fitText({ text, tokens, maxTokens, seq: 12, partIndex: 3, count });
}

const longText = fc.oneof(
  fc.string({ unit: 'binary', minLength: 200, maxLength: 1_500 }),
  fc.array(fc.lorem({ maxCount: 12 }), { minLength: 10, maxLength: 60 }).map((l) => l.join('\n')),
  fc.nat(400).map((length) => '🚂'.repeat(length + 100)),
);

test('[CMP-9] what fits holds the start and the end of the text and no broken character (seed 20261121)', async () => {
  await fc.assert(
    fc.property(longText, fc.double({ min: 0.05, max: 0.95, noNaN: true }), (text, share) => {
      const maxTokens = Math.floor(count(text) * share);
      const trim = fitted(text, maxTokens);
      if (!trim) return;
      const shown = trimmedText(text, trim, 12);
      const head = text.slice(0, trim.headCharacters);
      const tail = text.slice(text.length - trim.tailCharacters);
      expect(count(shown)).toBeLessThanOrEqual(maxTokens);
      expect(head.length + tail.length).toBeLessThan(text.length);
      expect(shown.startsWith(`${head}\n[…`)).toBe(true);
      expect(shown.endsWith(`…]\n${tail}`)).toBe(true);
      expect([head.isWellFormed(), tail.isWellFormed()]).toEqual([
        text.isWellFormed(),
        text.isWellFormed(),
      ]);
    }),
    { seed: 20261121, numRuns: 500 },
  );
});

test('[CMP-9] the line between says how much is missing and where the whole is kept', () => {
  const text = 'x'.repeat(2_000);
  const trim = fitted(text, 200);
  if (!trim) throw new Error('nothing fits');
  const missing = 2_000 - trim.headCharacters - trim.tailCharacters;
  expect(trimmedText(text, trim, 12)).toContain(
    `[… ${missing} characters left out; kept in full as message #12 …]`,
  );
  expect(trim.partIndex).toBe(3);
});

test('[CMP-9] uses most of its room', () => {
  const trim = fitted('x'.repeat(20_000), 1_000);
  expect((trim?.headCharacters ?? 0) + (trim?.tailCharacters ?? 0)).toBeGreaterThan(3_000);
});

test('[CMP-9] a cut moves back to the end of a line where one is near', () => {
  const text = Array.from({ length: 200 }, (_, line) => `line ${line} of the log`).join('\n');
  const trim = fitted(text, 300);
  if (!trim) throw new Error('nothing fits');
  expect(text.charAt(trim.headCharacters)).toBe('\n');
  expect(text.charAt(text.length - trim.tailCharacters - 1)).toBe('\n');
});

test('[CMP-9] where not even a short piece fits there is no trim', () => {
  expect(fitted('x'.repeat(2_000), 10)).toBeUndefined();
  expect(fitted('x'.repeat(2_000), 0)).toBeUndefined();
});
