/** Most bytes that one UTF-16 code unit can need: a pair of them needs four. */
export const MOST_BYTES_PER_UNIT = 3;

const REPLACEMENT = 0xfffd;

/**
 * Writes `text[start, end)` as UTF-8 to the beginning of `into` and gives the number of bytes.
 * A lone surrogate becomes U+FFFD, as the Encoding Standard has it. `into` must have room for
 * `MOST_BYTES_PER_UNIT` bytes for each code unit. (The core has no `TextEncoder`: it is not part
 * of the language.)
 */
export function writeUtf8(text: string, start: number, end: number, into: Uint8Array): number {
  let length = 0;
  for (let index = start; index < end; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) {
      into[length++] = unit;
    } else if (unit < 0x800) {
      into[length++] = 0xc0 | (unit >> 6);
      into[length++] = 0x80 | (unit & 0x3f);
    } else {
      const codePoint = scalarAt(text, index, end);
      if (codePoint > 0xffff) {
        into[length++] = 0xf0 | (codePoint >> 18);
        into[length++] = 0x80 | ((codePoint >> 12) & 0x3f);
        index += 1;
      } else {
        into[length++] = 0xe0 | (codePoint >> 12);
      }
      into[length++] = 0x80 | ((codePoint >> 6) & 0x3f);
      into[length++] = 0x80 | (codePoint & 0x3f);
    }
  }
  return length;
}

function scalarAt(text: string, index: number, end: number): number {
  const unit = text.charCodeAt(index);
  if (unit < 0xd800 || unit > 0xdfff) return unit;
  const isHigh = unit < 0xdc00;
  const next = isHigh && index + 1 < end ? text.charCodeAt(index + 1) : 0;
  return next >= 0xdc00 && next <= 0xdfff
    ? 0x10000 + ((unit - 0xd800) << 10) + (next - 0xdc00)
    : REPLACEMENT;
}
