import { describe, expect, test } from 'vitest';
import type { DocumentPart } from '../message/message.ts';
import { simpleCounter } from '../testing/simple-counter.ts';
import { createMeasurer } from './measurer.ts';
import { documentTokens, imageTokens, providerMedia } from './media-tokens.ts';

const UNKNOWN = { model: undefined, pricedAs: undefined };
const url = (mediaType: string, bytes: Uint8Array | string) =>
  `data:${mediaType};base64,${Buffer.from(bytes).toString('base64')}`;

/** A file of so many bytes with these at its start. */
function file(start: readonly number[], length = 400): Uint8Array {
  return Uint8Array.from({ length }, (_, index) => start[index] ?? 0);
}

const ascii = (text: string) => [...text].map((letter) => letter.charCodeAt(0));
const be = (value: number, bytes: number) =>
  Array.from({ length: bytes }, (_, at) => (value >>> (8 * (bytes - 1 - at))) & 0xff);
const le = (value: number, bytes: number) => be(value, bytes).reverse();

const png = (width: number, height: number) =>
  file([
    0x89,
    ...ascii('PNG\r\n\x1a\n'),
    ...be(13, 4),
    ...ascii('IHDR'),
    ...be(width, 4),
    ...be(height, 4),
  ]);
const gif = (width: number, height: number) =>
  file([...ascii('GIF89a'), ...le(width, 2), ...le(height, 2)]);
const webp = (kind: 'VP8X' | 'VP8L' | 'VP8 ', size: readonly number[]) =>
  file([...ascii('RIFF'), ...le(100, 4), ...ascii(`WEBP${kind}`), ...le(10, 4), ...size]);
/** With a picture of the camera's own ahead of the size, as phones write it. */
const jpeg = (width: number, height: number) =>
  file(
    [
      ...[0xff, 0xd8],
      ...[0xff, 0xe1, ...be(2_002, 2), ...Array.from({ length: 2_000 }, () => 0xc0)],
      ...[0xff, 0xc4, ...be(4, 2), 0, 0],
      ...[0xff, 0xc2, ...be(17, 2), 8, ...be(height, 2), ...be(width, 2)],
    ],
    3_000,
  );

describe('a picture', () => {
  // 1,092 × 1,092 is 1,590 tokens and over the most that Anthropic takes; OpenAI: 768 × 768, four tiles.
  test.each([
    ['gpt-4o', 800, 600, 85 + 170 * 4],
    ['gpt-4o', 2_048, 4_096, 85 + 170 * 6],
    ['gpt-5', 1_024, 1_024, 70 + 140 * 4],
    ['o3', 1_024, 1_024, 75 + 150 * 4],
    ['gpt-4o-mini', 1_024, 1_024, 2_833 + 5_667 * 4],
    ['gpt-4.1-mini', 1_024, 1_024, 1_659],
    ['gpt-5-nano', 4_000, 4_000, 3_779],
    ['claude-sonnet-4-5', 200, 200, 54],
    ['claude-sonnet-4-5', 1_000, 1_000, 1_334],
    ['claude-sonnet-4-5', 4_000, 3_000, 1_568],
    ['claude-sonnet-4-5', 4_000, 400, 328],
    ['gemini-2.5-flash', 384, 200, 258],
    ['gemini-2.5-flash', 960, 540, 516],
  ])('[TOK-4] costs by the rule of %s: %d × %d', (model, width, height, tokens) => {
    const picture = { type: 'image', url: 'https://example.org/a.png', width, height } as const;
    expect(imageTokens(picture, { model, pricedAs: undefined })).toBe(tokens);
  });

  test('[TOK-4] of a message that is priced as Claude costs by that rule where no model is named', () => {
    const picture = { type: 'image', url: 'a.png', width: 1_000, height: 1_000 } as const;
    const message = { role: 'user', parts: [picture] } as const;
    const measured = (pricedAs: string, model?: string) =>
      createMeasurer(simpleCounter, model, providerMedia).message({ ...message, pricedAs }).value;
    expect(measured('claude')).toBe(4 + 1_334);
    expect(measured('openai')).toBe(4 + 765);
    expect(measured('claude', 'gemini-2.5-pro')).toBe(4 + 1_032);
    expect(measured('openai', 'claude-haiku-4-5')).toBe(4 + 1_334);
  });

  test.each([
    ['PNG', url('image/png', png(4_000, 400))],
    ['GIF', url('image/gif', gif(4_000, 400))],
    ['JPEG', url('image/jpeg', jpeg(4_000, 400))],
    ['WebP', url('image/webp', webp('VP8X', [0, 0, 0, 0, ...le(3_999, 3), ...le(399, 3)]))],
    ['lossless WebP', url('image/webp', webp('VP8L', [0x2f, ...le(3_999 | (399 << 14), 4)]))],
    [
      'lossy WebP',
      url(
        'image/webp',
        webp('VP8 ', [...[0, 0, 0], ...[0x9d, 1, 0x2a], ...le(4_000, 2), ...le(400, 2)]),
      ),
    ],
  ])('[TOK-4] that stands in the message as a %s has the size that it says', (_, data) => {
    const claude = { model: 'claude-opus-4-1', pricedAs: undefined };
    expect(imageTokens({ type: 'image', url: data }, claude)).toBe(328);
  });

  test('[TOK-4] that says no size, or nonsense, is taken as 1,024 × 1,024', () => {
    const nonsense = ['', 'x', '\0'.repeat(30), '\xff\xd8', 'RIFF    WEBPVP8X', 'GIF89a'];
    const urls = [
      ...nonsense.map((bytes) => url('image/png', bytes)),
      'data:image/png;base64,%%%',
      'data:,',
      'blob:x',
    ];
    for (const address of urls)
      expect(imageTokens({ type: 'image', url: address }, UNKNOWN)).toBe(765);
  });
});

describe('a document', () => {
  const priceOf = (data: string, model = 'gpt-4o') =>
    documentTokens({ type: 'document', data }, { model, pricedAs: undefined }, simpleCounter.count);
  const pdf = (pages: number, spelling: string, filler = 0) =>
    url(
      'application/pdf',
      `%PDF-1.4 /Type /Pages /Count ${pages}\n${`<< ${spelling} >>${'z'.repeat(filler)}\n`.repeat(pages)}`,
    );

  test.each(['/Type /Page', '/Type/Page'])(
    '[TOK-4] costs by its pages, marked as %s',
    (spelling) => {
      for (const pages of [1, 2, 3, 7]) {
        for (const filler of [0, 1, 2, 5]) {
          expect(priceOf(pdf(pages, spelling, filler))).toBe(1_500 * pages);
        }
      }
      expect(priceOf(pdf(3, spelling), 'claude-sonnet-4-5')).toBe(9_000);
      expect(priceOf(pdf(3, spelling), 'gemini-2.5-pro')).toBe(774);
    },
  );

  test('[TOK-4] costs by the pages that it names at its start, where they are packed', () => {
    const data = `%PDF-1.5\n1 0 obj << /Linearized 1 /L 9000 /N 12 /T 80 >>${'\0'.repeat(90_000)}`;
    expect(priceOf(url('application/pdf', data))).toBe(1_500 * 12);
  });

  test('[TOK-4] of 50 kB with packed pages costs a page, and not its length in base64', () => {
    const data = url('application/pdf', new Uint8Array(37_500));
    expect(data.length).toBeGreaterThan(50_000);
    expect(priceOf(data)).toBe(1_500);
    expect(priceOf(url('application/pdf', new Uint8Array(500_000)))).toBe(15_000);
  });

  test.each(['text/plain', 'text/csv;charset=utf-8', 'application/json', 'application/ld+json'])(
    '[TOK-4] that is text (%s) costs its text',
    (mediaType) => {
      const text = 'Größe: 5 µm, 価格 100円. '.repeat(20);
      expect(priceOf(url(mediaType, text))).toBe(simpleCounter.count(text));
    },
  );

  test('[TOK-4] that is a long text costs what its start makes likely', () => {
    for (const line of ['Ein langer Satz über Größe. ', '日本語の文章です。', 'plain words ']) {
      const text = line.repeat(20_000);
      const tokens = simpleCounter.count(text);
      expect(priceOf(url('text/plain', text)) / tokens).toBeGreaterThan(0.98);
      expect(priceOf(url('text/plain', text)) / tokens).toBeLessThan(1.02);
    }
  });

  test('[TOK-4] whose bytes are no UTF-8 costs a letter for each', () => {
    const bytes = Uint8Array.from({ length: 400 }, () => 0xff);
    expect(priceOf(url('text/plain', bytes))).toBe(100);
  });

  test('[TOK-4] known by its id alone costs about a page', () => {
    const unseen: DocumentPart = { type: 'document', fileId: 'file-1' };
    expect(documentTokens(unseen, UNKNOWN, simpleCounter.count)).toBe(2_000);
    expect(priceOf('https://example.org/a.pdf')).toBe(2_000);
  });
});

describe('[TOK-4] files in contents of Google', () => {
  const ofGoogle = { model: undefined, pricedAs: 'gemini' };
  const none = () => 0;

  test('a message that is priced as Gemini has its prices where no model is named', () => {
    const size = { width: 1_024, height: 1_024 };
    expect(imageTokens({ type: 'image', url: 'https://a.example/b.png', ...size }, ofGoogle)).toBe(
      4 * 258,
    );
    const data = url('application/pdf', '%PDF-1.4 /Type /Page /Type /Page ');
    expect(documentTokens({ type: 'document', data }, ofGoogle, none)).toBe(2 * 258);
  });

  test('sound and film cost their seconds, by their size', () => {
    const seconds = (mediaType: string, bytes: number): DocumentPart => ({
      type: 'document',
      data: url(mediaType, new Uint8Array(bytes)),
    });
    expect(documentTokens(seconds('audio/mp3', 160_000), ofGoogle, none)).toBe(10 * 32);
    expect(documentTokens(seconds('video/mp4', 250_000), ofGoogle, none)).toBe(2 * 263);
    expect(documentTokens(seconds('audio/mp3', 160_000), UNKNOWN, none)).toBe(4 * 1_500);
  });

  test('a picture by its address has the price of one, another file that of an unseen one', () => {
    const at = (mimeType: string): DocumentPart => ({
      type: 'document',
      fileId: 'https://a.example/files/1',
      extra: { fileData: { mimeType } },
    });
    expect(documentTokens(at('image/png'), ofGoogle, none)).toBe(4 * 258);
    expect(documentTokens(at('application/pdf'), ofGoogle, none)).toBe(2_000);
    expect(documentTokens(at('image/png'), UNKNOWN, none)).toBe(2_000);
  });
});
