import type { WordNeighbourTable } from './word-neighbours.ts';

/**
 * Loads the neighbours of 11,000 **English** words: 170 kB over the wire, as a chunk of their own. The
 * default of an English index.
 */
export async function loadEnglishNeighbours(): Promise<WordNeighbourTable> {
  const { ENGLISH_NEIGHBOURS } = await import('./english-table.ts');
  return { language: 'en', lines: ENGLISH_NEIGHBOURS };
}
