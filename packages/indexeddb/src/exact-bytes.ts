import { crypt } from '@agent-memory/core/internal';

/** The bytes that a text says letter for letter: put back they give the same text. `undefined` where it is another text. */
export function exactBytes(text: string): Uint8Array | undefined {
  // Nearly any other text shows by its length or its first letters, and is not read to its end.
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]{64}/.test(text)) return undefined;
  try {
    const bytes = crypt.bytesOfBase64(text);
    return crypt.base64Of(bytes) === text ? bytes : undefined;
  } catch {
    // A letter that is not one of base64: the text stays as it is.
    return undefined;
  }
}
