import { type Bytes, platform } from './web-crypto.ts';

/** Newer platforms do it by themselves, many times faster. */
interface BytesOfPlatform {
  fromBase64?(text: string): Bytes;
  readonly prototype: { toBase64?(this: Uint8Array): string };
}

/** A multiple of three, so that no piece ends in padding, and few enough arguments for one call. */
const PIECE_BYTES = 0x6000;

/** The bytes as base64, with padding. */
export function base64Of(bytes: Uint8Array): string {
  const { toBase64 } = (Uint8Array as BytesOfPlatform).prototype;
  if (toBase64) return toBase64.call(bytes);
  let text = '';
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    const piece = bytes.subarray(at, at + PIECE_BYTES);
    // It takes anything like a list of numbers, and typed ones without a copy.
    text += platform.btoa(String.fromCharCode.apply(null, piece as unknown as number[]));
  }
  return text;
}

/** @throws SyntaxError or DOMException for what is no base64. */
export function bytesOfBase64(text: string): Bytes {
  const { fromBase64 } = Uint8Array as BytesOfPlatform;
  if (fromBase64) return fromBase64.call(Uint8Array, text);
  const letters = platform.atob(text);
  const bytes = new Uint8Array(letters.length);
  // Many times faster than `Uint8Array.from`.
  for (let at = 0; at < letters.length; at += 1) bytes[at] = letters.charCodeAt(at);
  return bytes;
}
