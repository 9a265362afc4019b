import type { ReadableEntry } from '../find/readable-entry.ts';

/** How much a model reads at once, in characters. */
export interface ChunkOptions {
  /** New messages of one request. Default: 12,000, about 3,000 tokens. */
  readonly characters?: number;
  /** Tokens of the messages ahead of them, so that they can be understood. Default: 1,200. */
  readonly overlapCharacters?: number;
}

/** Messages that are read at once. */
export interface Chunk {
  readonly earlier: readonly ReadableEntry[];
  readonly entries: readonly ReadableEntry[];
}

/** The messages in pieces of so many characters; a longer message is a piece by itself, and is cut in the middle. */
export function chunksOf(
  entries: readonly ReadableEntry[],
  before: readonly ReadableEntry[],
  { characters, overlapCharacters }: Required<ChunkOptions>,
): readonly Chunk[] {
  const pieces: ReadableEntry[][] = [];
  let room = 0;
  for (const entry of entries) {
    const cut = { ...entry, text: cutMiddle(entry.text, characters) };
    const newest = pieces.at(-1);
    if (newest && cut.text.length <= room) newest.push(cut);
    else {
      pieces.push([cut]);
      room = characters;
    }
    room -= cut.text.length;
  }
  let ahead = [...before];
  return pieces.map((piece) => {
    const chunk = { earlier: tailOf(ahead, overlapCharacters), entries: piece };
    ahead = [...ahead, ...piece];
    return chunk;
  });
}

function tailOf(entries: readonly ReadableEntry[], characters: number): readonly ReadableEntry[] {
  const tail: ReadableEntry[] = [];
  let room = characters;
  for (const entry of entries.toReversed()) {
    if (room <= 0) break;
    const text = entry.text.slice(-room);
    if (text !== '') tail.unshift({ ...entry, text });
    room -= entry.text.length;
  }
  return tail;
}

function cutMiddle(text: string, characters: number): string {
  if (text.length <= characters) return text;
  const half = Math.floor(characters / 2) - 5;
  return `${text.slice(0, half)} […] ${text.slice(-half)}`;
}
