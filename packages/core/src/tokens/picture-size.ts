import type { InlineData } from './inline-data.ts';

/** Pixels. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** No picture is smaller, and every header ends ahead of it. */
const LEAST_BYTES = 30;
/** A JPEG with more segments ahead of its size than this is not looked through. */
const MOST_SEGMENTS = 64;

/**
 * The size that a PNG, GIF, WebP or JPEG says of itself, read from its header alone; `undefined` where it
 * says none.
 *
 * @see https://www.w3.org/TR/png-3/#11IHDR
 * @see https://developers.google.com/speed/webp/docs/riff_container
 * @see https://www.w3.org/Graphics/JPEG/itu-t81.pdf (B.2.2)
 */
export function pictureSizeOf(file: InlineData): PictureSize | undefined {
  const { at, has, bytes } = file;
  if (bytes < LEAST_BYTES) return undefined;
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

function numberAt(at: InlineData['at'], index: number, bytes: number, step: 1 | -1): number {
  let value = 0;
  for (let place = 0; place < bytes; place += 1) value = value * 256 + at(index + place * step);
  return value;
}
