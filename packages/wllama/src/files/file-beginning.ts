/** GGUF, as its first four bytes say it. */
const MAGIC = [0x47, 0x47, 0x55, 0x46];
/** Bytes of a beginning that tell what a file is. */
export const BEGINNING_BYTES = 512;

/** Says what a file is that is no GGUF file; `undefined` where it may be one. */
export function foundInstead(beginning: Uint8Array): string | undefined {
  if (MAGIC.every((byte, place) => beginning[place] === byte)) return undefined;
  if (beginning.length === 0) return 'an empty file';
  const text = new TextDecoder().decode(beginning.subarray(0, BEGINNING_BYTES)).trimStart();
  if (/^<(?:!doctype|html|head|body|\?xml)/i.test(text)) return 'a web page';
  if (text.startsWith('version https://git-lfs')) return 'a pointer of Git LFS in its place';
  return 'a file of another kind';
}
