/** An object of JSON, of which nothing is known yet. */
export type Json = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The longest beginning that tells what a file is. */
const BEGINNING_BYTES = 512;

/** Says what a file is that cannot be a part of a model; `undefined` where it may be one. */
export function foundInstead(bytes: Uint8Array): string | undefined {
  if (bytes.length === 0) return 'empty';
  const beginning = new TextDecoder().decode(bytes.subarray(0, BEGINNING_BYTES)).trimStart();
  if (/^<(?:!doctype|html|head|body|\?xml)/i.test(beginning)) return 'a web page';
  if (beginning.startsWith('version https://git-lfs')) {
    return 'a pointer of Git LFS in place of the file';
  }
  return undefined;
}

/** `undefined` where the text is no JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Each caller has its own word for a text that is something else.
    return undefined;
  }
}

/** The object in a JSON file; `undefined` where it holds none. */
export function jsonIn(bytes: Uint8Array): Json | undefined {
  const value = parsedJson(new TextDecoder().decode(bytes));
  return isRecord(value) ? value : undefined;
}
