import type { DocumentPart, ImagePart } from '../message/message.ts';
import { isPlainObject } from '../message/plain-object.ts';
import {
  BYTES_PER_PAGE,
  isText,
  type MediaContext,
  type MediaRules,
  UNSEEN_DOCUMENT_TOKENS,
} from './media-rules.ts';

/** The family of models by whose rule pictures and documents are priced. */
type Family = 'gpt' | 'claude' | 'gemini';

/** A picture of unknown size is taken as a square of so many pixels. */
const UNKNOWN_SIDE_PIXELS = 1_024;

/** A longer text is counted by so much of its start. */
const SAMPLE_BYTES = 16_384;

/** Text and picture of a page together. */
const TOKENS_PER_PAGE: Readonly<Record<Family, number>> = {
  gpt: 1_500,
  claude: 3_000,
  gemini: 258,
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
  switch (familyOf(context)) {
    case 'claude':
      return anthropicPicture(size);
    case 'gemini':
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
  const family = familyOf(context);
  if (data === undefined) return unseenTokens(extra, family);
  const file = inlineFileOf(data);
  if (!file) return data.startsWith('data:') ? count(data) : UNSEEN_DOCUMENT_TOKENS;
  if (isText(file.mediaType)) return textTokens(file, count);
  const played = family === 'gemini' ? playedTokens(file) : undefined;
  return played ?? TOKENS_PER_PAGE[family] * pagesOf(file);
}

/** A file by its address or id. Where that says that it is a picture, it has the price of one. */
function unseenTokens(extra: DocumentPart['extra'], family: Family): number {
  const { fileData } = extra ?? {};
  const isPicture = isPlainObject(fileData) && /^image\//.test(String(fileData.mimeType));
  if (family !== 'gemini' || !isPicture) return UNSEEN_DOCUMENT_TOKENS;
  return googlePicture({ width: UNKNOWN_SIDE_PIXELS, height: UNKNOWN_SIDE_PIXELS });
}

/** Tokens of a second, and bytes of a second as such files usually have. */
const PLAYED: readonly (readonly [RegExp, number, number])[] = [
  [/^audio\//, 32, 16_000],
  [/^video\//, 263, 125_000],
];

/** Sound and film by their length, which their size makes likely; `undefined` for another file. */
function playedTokens({ mediaType, bytes }: InlineFile): number | undefined {
  const kind = PLAYED.find(([type]) => type.test(mediaType));
  return kind && Math.ceil((kind[1] * bytes) / kind[2]);
}

/** Prices by the providers' own rules. */
export const providerMedia: MediaRules = { image: imageTokens, document: documentTokens };

function familyOf({ model, pricedAs }: MediaContext): Family {
  const name = model || (pricedAs ?? '');
  if (/claude|anthropic/i.test(name)) return 'claude';
  return /gemini|gemma|google/i.test(name) ? 'gemini' : 'gpt';
}

function sizeOf({ url, width, height }: ImagePart): PictureSize {
  if (width !== undefined && height !== undefined) return { width, height };
  const file = inlineFileOf(url);
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

function textTokens(file: InlineFile, count: (text: string) => number): number {
  const sample = file.start(SAMPLE_BYTES);
  const tokens = count(textOfUtf8(sample));
  return sample === '' ? 0 : Math.ceil((tokens * file.bytes) / sample.length);
}

interface Utf8Decoder {
  decode(bytes: Uint8Array, options: { readonly stream: true }): string;
}

/** UTF-8 as text; a letter for each byte where it is not one. It may end inside a letter of several bytes. */
function textOfUtf8(bytes: string): string {
  const { TextDecoder } = globalThis as unknown as {
    readonly TextDecoder: new (name: 'utf-8', options: { readonly fatal: true }) => Utf8Decoder;
  };
  try {
    const utf8 = new TextDecoder('utf-8', { fatal: true });
    return utf8.decode(Uint8Array.from(bytes, codeOf), { stream: true });
  } catch {
    return bytes;
  }
}

function codeOf(letter: string): number {
  return letter.charCodeAt(0);
}

/** As many as a PDF has marked, or says at its start where it is made for the web; else by its size. */
function pagesOf(file: InlineFile): number {
  const content = file.start(file.bytes);
  const marked = content.match(/\/Type ?\/Page(?!s)/g)?.length;
  const said = /\/Linearized.{0,180}?\/N (\d{1,6})\b/s.exec(content)?.[1];
  return marked ?? (Number(said ?? 0) || Math.max(1, Math.ceil(file.bytes / BYTES_PER_PAGE)));
}

/** Pixels. */
interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** No picture is smaller, and every header ends before it. */
const LEAST_BYTES = 30;
/** A JPEG may have another picture and its colours ahead of its size. */
const HEAD_BYTES = 1_000_000;
/** A JPEG with more segments before its size than this is not looked through. */
const MOST_SEGMENTS = 64;

/**
 * The size that a PNG, GIF, WebP or JPEG says of itself, read from its header alone; `undefined` where it
 * says none.
 *
 * @see https://www.w3.org/TR/png-3/#11IHDR
 * @see https://developers.google.com/speed/webp/docs/riff_container
 * @see https://www.w3.org/Graphics/JPEG/itu-t81.pdf (B.2.2)
 */
function pictureSizeOf(file: InlineFile): PictureSize | undefined {
  const head = file.start(HEAD_BYTES);
  if (head.length < LEAST_BYTES) return undefined;
  const at = (index: number) => head.charCodeAt(index);
  const has = (ascii: string, index: number) => head.startsWith(ascii, index);
  const big = (index: number, length: number) => numberAt(at, index, length, 1);
  const little = (index: number, length: number) => numberAt(at, index + length - 1, length, -1);
  const size = (width: number, height: number) =>
    width > 0 && height > 0 ? { width, height } : undefined;
  if (big(0, 4) === 0x89504e47) return size(big(16, 4), big(20, 4));
  if (has('GIF8', 0)) return size(little(6, 2), little(8, 2));
  if (has('RIFF', 0) && has('VP8X', 12)) return size(little(24, 3) + 1, little(27, 3) + 1);
  if (has('RIFF', 0) && has('VP8L', 12)) {
    const bits = little(21, 4);
    return size((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
  }
  if (has('RIFF', 0) && has('VP8 ', 12)) {
    return size(little(26, 2) & 0x3fff, little(28, 2) & 0x3fff);
  }
  if (big(0, 2) !== 0xffd8) return undefined;
  let segment = 2;
  for (let count = 0; count < MOST_SEGMENTS && at(segment) === 0xff; count += 1) {
    const marker = at(segment + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return size(big(segment + 7, 2), big(segment + 5, 2));
    segment += 2 + big(segment + 2, 2);
  }
  return undefined;
}

function numberAt(at: (index: number) => number, index: number, bytes: number, step: 1 | -1) {
  let value = 0;
  for (let place = 0; place < bytes; place += 1) value = value * 256 + at(index + place * step);
  return value;
}

/** A file that stands in a message itself, as a data URL in base64. */
interface InlineFile {
  readonly mediaType: string;
  /** Its size, in bytes. */
  readonly bytes: number;
  /** Its first bytes, a character for each; '' where they are no base64. */
  start(bytes: number): string;
}

/** The file of a data URL; `undefined` for an address, and for a data URL that is not base64. */
function inlineFileOf(url: string): InlineFile | undefined {
  const comma = url.startsWith('data:') ? url.indexOf(',') : -1;
  const head = url.slice('data:'.length, comma).split(';');
  if (comma < 0 || head.at(-1)?.trim().toLowerCase() !== 'base64') return undefined;
  const base64 = url.slice(comma + 1);
  const { atob } = globalThis as unknown as { readonly atob: (base64: string) => string };
  return {
    mediaType: (head[0] ?? '').trim().toLowerCase(),
    bytes: Math.floor((base64.replace(/=+$/, '').length * 3) / 4),
    start(bytes) {
      try {
        return atob(base64.slice(0, Math.ceil(bytes / 3) * 4));
      } catch {
        return '';
      }
    },
  };
}
