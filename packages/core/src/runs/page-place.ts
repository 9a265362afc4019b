import type { Cursor } from './paging.ts';

const WRITTEN = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})\.([0-9a-z]{7})$/;

/** A place as the model writes it back: where a page begins, and a sum of what it is a page of. */
export function writtenPlace({ seq, piece, character }: Cursor, ofWhat: string): string {
  return `${seq}.${piece}.${character}.${sumOf(ofWhat)}`;
}

/** The place, and whether it is one of this; `undefined` where the text is no place. */
export function readPlace(
  text: string,
  ofWhat: (seq: number) => string,
): { readonly cursor: Cursor; readonly isOfThis: boolean } | undefined {
  const [, seq, piece, character, sum] = WRITTEN.exec(text) ?? [];
  if (seq === undefined) return undefined;
  const cursor = { seq: Number(seq), piece: Number(piece), character: Number(character) };
  return { cursor, isOfThis: sum === sumOf(ofWhat(cursor.seq)) };
}

/** FNV-1a, 32 bits (http://www.isthe.com/chongo/tech/comp/fnv/): tells apart, and protects nothing. */
function sumOf(text: string): string {
  let sum = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193) >>> 0;
  }
  return sum.toString(36).padStart(7, '0');
}
