import type { DocumentPart, ImagePart } from '../message/message.ts';
import { isPlainObject } from '../message/plain-object.ts';
import { type InlineData, inlineDataOf } from './inline-data.ts';
import {
  BYTES_PER_PAGE,
  isText,
  type MediaContext,
  type MediaRules,
  UNSEEN_DOCUMENT_TOKENS,
} from './media-rules.ts';
import { type PictureSize, pictureSizeOf } from './picture-size.ts';

/** The provider by whose rule pictures and documents are priced. */
type MediaProvider = 'openai' | 'anthropic' | 'google';

/** A picture of unknown size is taken as a square of so many pixels. */
const UNKNOWN_SIDE_PIXELS = 1_024;

/** A longer text is counted by so much of its start. */
const SAMPLE_BYTES = 16_384;

/** Text and picture of a page together. */
const TOKENS_PER_PAGE: Readonly<Record<MediaProvider, number>> = {
  openai: 1_500,
  anthropic: 3_000,
  google: 258,
};

/**
 * The tokens of a picture by its provider's rule [TOK-4].
 *
 * - OpenAI: fit into 2,048 × 2,048, then the shortest side to 768; a price for each tile of 512 pixels
 *   and one on top, by model. Small models: patches of 32 pixels, at most 1,536, times a factor.
 * - Anthropic: width × height / 750, the longer side at most 1,568 pixels, at most 1,568 tokens.
 * - Google: 258 for each tile of 768 pixels; one tile where both sides are at most 384.
 *
 * @see https://platform.openai.com/docs/guides/images-vision#calculating-costs
 * @see https://docs.anthropic.com/en/docs/build-with-claude/vision
 * @see https://ai.google.dev/gemini-api/docs/tokens
 */
export function imageTokens(image: ImagePart, context: MediaContext): number {
  const size = sizeOf(image);
  switch (providerOf(context)) {
    case 'anthropic':
      return anthropicPicture(size);
    case 'google':
      return googlePicture(size);
    default:
      return openAiPicture(size, image.detail === 'low', context.model ?? '');
  }
}

/**
 * The tokens of a document: of a text, its own; of a PDF, those of its pages; of a file of another
 * kind, those of as many pages as its size makes likely. Google counts sound and film by the second: 32
 * and 263 tokens. Providers read text and picture of a page;
 * Anthropic states 1,500 to 3,000 tokens for the text and the price of a picture on top, Google 258
 * for a page.
 *
 * @see https://docs.anthropic.com/en/docs/build-with-claude/pdf-support
 * @see https://ai.google.dev/gemini-api/docs/document-processing
 * @see https://ai.google.dev/gemini-api/docs/tokens
 */
export function documentTokens(
  { data, extra }: DocumentPart,
  context: MediaContext,
  count: (text: string) => number,
): number {
  const provider = providerOf(context);
  if (data === undefined) return unseenTokens(extra, provider);
  const file = inlineDataOf(data);
  if (!file) return data.startsWith('data:') ? count(data) : UNSEEN_DOCUMENT_TOKENS;
  if (isText(file.mediaType)) return textTokens(file, count);
  const played = provider === 'google' ? playedTokens(file) : undefined;
  return played ?? TOKENS_PER_PAGE[provider] * pagesOf(file);
}

/** A file by its address or id. Where that says that it is a picture, it has the price of one. */
function unseenTokens(extra: DocumentPart['extra'], provider: MediaProvider): number {
  const { fileData } = extra ?? {};
  const isPicture = isPlainObject(fileData) && /^image\//.test(String(fileData.mimeType));
  if (provider !== 'google' || !isPicture) return UNSEEN_DOCUMENT_TOKENS;
  return googlePicture({ width: UNKNOWN_SIDE_PIXELS, height: UNKNOWN_SIDE_PIXELS });
}

/** Tokens of a second, and bytes of a second as such files usually have. */
const PLAYED: readonly (readonly [RegExp, number, number])[] = [
  [/^audio\//, 32, 16_000],
  [/^video\//, 263, 125_000],
];

/** Sound and film by their length, which their size makes likely; `undefined` for another file. */
function playedTokens({ mediaType, bytes }: InlineData): number | undefined {
  const kind = PLAYED.find(([type]) => type.test(mediaType));
  return kind && Math.ceil((kind[1] * bytes) / kind[2]);
}

/** Prices by the providers' own rules. */
export const providerMedia: MediaRules = { image: imageTokens, document: documentTokens };

function providerOf({ model = '', format }: MediaContext): MediaProvider {
  if (/claude|anthropic/i.test(model)) return 'anthropic';
  if (/gemini|gemma|google/i.test(model)) return 'google';
  const isOfFormat = model === '' && (format === 'anthropic' || format === 'google');
  return isOfFormat ? format : 'openai';
}

function sizeOf({ url, width, height }: ImagePart): PictureSize {
  if (width !== undefined && height !== undefined) return { width, height };
  const file = inlineDataOf(url);
  const unknown = { width: UNKNOWN_SIDE_PIXELS, height: UNKNOWN_SIDE_PIXELS };
  return (file && pictureSizeOf(file)) ?? unknown;
}

/** Tokens on top and for each tile, by model; the first that fits. */
const TILE_PRICES: readonly (readonly [RegExp, number, number])[] = [
  [/gpt-4o-mini/, 2_833, 5_667],
  [/gpt-5/, 70, 140],
  [/(^|\W)o[13]/, 75, 150],
];
const USUAL_TILE_PRICE = [85, 170] as const;

/** Tokens for a patch, by model; the first that fits. */
const PATCH_FACTORS: readonly (readonly [RegExp, number])[] = [
  [/(gpt-4\.1|gpt-5)-nano/, 2.46],
  [/(gpt-4\.1|gpt-5)-mini/, 1.62],
  [/o4-mini/, 1.72],
];
const PATCH_PIXELS = 32;
const MOST_PATCHES = 1_536;

function openAiPicture({ width, height }: PictureSize, isLow: boolean, model: string): number {
  const factor = PATCH_FACTORS.find(([name]) => name.test(model))?.[1];
  if (factor !== undefined) {
    const side = isLow ? Math.min(1, 512 / Math.max(width, height)) : 1;
    const patches = tiles({ width: width * side, height: height * side }, PATCH_PIXELS);
    return Math.ceil(factor * Math.min(MOST_PATCHES, patches));
  }
  const [, base, tile] = TILE_PRICES.find(([name]) => name.test(model)) ?? [0, ...USUAL_TILE_PRICE];
  if (isLow) return base;
  const fit = Math.min(1, 2_048 / Math.max(width, height));
  const scale = fit * Math.min(1, 768 / (Math.min(width, height) * fit));
  return base + tile * tiles({ width: width * scale, height: height * scale }, 512);
}

function anthropicPicture({ width, height }: PictureSize): number {
  const fit = Math.min(1, 1_568 / Math.max(width, height));
  return Math.min(1_568, Math.ceil((width * fit * height * fit) / 750));
}

function googlePicture(size: PictureSize): number {
  const isSmall = Math.max(size.width, size.height) <= 384;
  return 258 * (isSmall ? 1 : tiles(size, 768));
}

function tiles({ width, height }: PictureSize, pixels: number): number {
  return Math.ceil(width / pixels) * Math.ceil(height / pixels);
}

function textTokens(file: InlineData, count: (text: string) => number): number {
  const isWhole = file.bytes <= SAMPLE_BYTES;
  const bytes = Array.from({ length: Math.min(file.bytes, SAMPLE_BYTES) }, (_, at) => file.at(at));
  if (!isWhole) dropLastLetter(bytes);
  const tokens = count(textOfUtf8(bytes));
  return bytes.length === 0 ? 0 : Math.ceil((tokens * file.bytes) / bytes.length);
}

/** The sample may end inside a letter of several bytes. */
function dropLastLetter(bytes: number[]): void {
  let last = bytes.pop();
  while (last !== undefined && last >= 0x80 && last < 0xc0) last = bytes.pop();
}

/** UTF-8 as text; where it is none, a letter for each byte. */
function textOfUtf8(bytes: readonly number[]): string {
  const escaped = bytes.map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  try {
    return decodeURIComponent(escaped);
  } catch {
    return bytes.map((byte) => String.fromCharCode(byte)).join('');
  }
}

/** As many as a PDF has marked, or says at its start where it is made for the web; else by its size. */
function pagesOf(file: InlineData): number {
  const marked = ['/Type/Page', '/Type /Page'].flatMap((mark) =>
    file.placesOf(mark).filter((place) => !file.has('s', place + mark.length)),
  );
  return marked.length || saidPages(file) || Math.max(1, Math.ceil(file.bytes / BYTES_PER_PAGE));
}

const LINEARIZED_BYTES = 200;

function saidPages(file: InlineData): number {
  const [start] = file.placesOf('/Linearized');
  if (start === undefined) return 0;
  const bytes = Array.from({ length: LINEARIZED_BYTES }, (_, index) => file.at(start + index));
  return Number(/\/N (\d{1,6})\b/.exec(String.fromCharCode(...bytes))?.[1] ?? 0);
}
