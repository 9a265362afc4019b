import { expect, test } from 'vitest';
import { simpleCounter } from '../testing/simple-counter.ts';
import { createMeasurer } from './measurer.ts';
import { roughMedia } from './media-rules.ts';
import { providerMedia } from './media-tokens.ts';

const UNKNOWN = { model: undefined, pricedAs: undefined };
const rough = (data: string) =>
  roughMedia.document({ type: 'document', data }, UNKNOWN, simpleCounter.count);

test('[TOK-4] a rough price of a document goes by its size, never by the length of its data', () => {
  const base64 = 'A'.repeat(100_000);
  expect(rough(`data:application/pdf;base64,${base64}`)).toBe(3_000);
  expect(rough('data:application/pdf;base64,AAAA')).toBe(1_500);
  expect(rough(`data:text/plain;charset=utf-8;base64,${base64}`)).toBe(18_751);
  expect(rough('data:text/plain,Hello')).toBe(simpleCounter.count('data:text/plain,Hello'));
  expect(rough('https://example.org/a.pdf')).toBe(2_000);
});

test('[TOK-4] a measurer has rough prices until it is given those of the providers', () => {
  const picture = { type: 'image', url: 'a.png', width: 200, height: 200 } as const;
  const message = { role: 'user', parts: [picture] } as const;
  const priceWith = (media?: typeof providerMedia) =>
    createMeasurer(simpleCounter, 'claude-sonnet-4-5', media).message(message).value;
  expect(priceWith()).toBe(4 + 765);
  expect(priceWith(providerMedia)).toBe(4 + 54);
});
