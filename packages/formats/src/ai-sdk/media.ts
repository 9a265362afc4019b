/** Addresses and data URLs have a scheme; base64 has no colon. */
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
const DATA_URL_TYPE = /^data:([^;,]+)/i;

/** How base64 of the usual kinds of pictures begins: their first bytes. */
const PICTURE_STARTS = [
  ['iVBORw0KGgo', 'image/png'],
  ['/9j/', 'image/jpeg'],
  ['R0lGOD', 'image/gif'],
  ['UklGR', 'image/webp'],
] as const;

/** Tells whether a text is an address or a data URL, and not bare base64. */
export function isAddress(text: string): boolean {
  return SCHEME.test(text);
}

/** Bare base64 as a data URL. */
export function dataUrlOf(base64: string, mediaType: string | undefined): string {
  return `data:${mediaType ?? pictureTypeOf(base64)};base64,${base64}`;
}

/** The text behind the comma of a data URL; all of a text that is not one. */
export function base64Of(dataUrl: string): string {
  return dataUrl.startsWith('data:') ? dataUrl.slice(dataUrl.indexOf(',') + 1) : dataUrl;
}

/** The media type that a data URL names. */
export function mediaTypeOf(url: string): string | undefined {
  return DATA_URL_TYPE.exec(url)?.[1];
}

function pictureTypeOf(base64: string): string {
  return PICTURE_STARTS.find(([start]) => base64.startsWith(start))?.[1] ?? 'image/png';
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Bytes as base64 (RFC 4648, section 4). */
export function base64OfBytes(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let index = 0; index < bytes.length; index += 3) {
    const [first = 0, second, third] = bytes.subarray(index, index + 3);
    const bits = (first << 16) | ((second ?? 0) << 8) | (third ?? 0);
    pieces.push(
      digitAt(bits >> 18),
      digitAt(bits >> 12),
      second === undefined ? '=' : digitAt(bits >> 6),
      third === undefined ? '=' : digitAt(bits),
    );
  }
  return pieces.join('');
}

function digitAt(bits: number): string {
  return DIGITS.charAt(bits & 63);
}
