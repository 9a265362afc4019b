import type { Stemmer } from '../text/stemmers.ts';
import type { WordNeighbour, WordNeighbours, WordNeighbourTable } from './word-neighbours.ts';

/** Reads a table. Words of one stem share their neighbours; a line is read when its word is asked for. */
export function readNeighbours(
  { language, lines }: WordNeighbourTable,
  stem: Stemmer,
): WordNeighbours {
  const linesOfStem = new Map<string, string[]>();
  for (const line of lines.split('\n')) {
    const key = stem(line.slice(0, line.indexOf(' ')));
    const known = linesOfStem.get(key);
    if (known === undefined) linesOfStem.set(key, [line]);
    else known.push(line);
  }
  return {
    language,
    neighboursOf: (word) => (linesOfStem.get(stem(word)) ?? []).flatMap(neighboursIn),
  };
}

function neighboursIn(line: string): readonly WordNeighbour[] {
  const [, ...parts] = line.split(' ');
  const neighbours: WordNeighbour[] = [];
  for (let at = 0; at + 1 < parts.length; at += 2) {
    neighbours.push({ word: parts[at] ?? '', closeness: Number(parts[at + 1]) / 100 });
  }
  return neighbours;
}
