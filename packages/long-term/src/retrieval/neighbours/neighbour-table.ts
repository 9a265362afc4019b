import type { Stemmer } from '../text/stemmers.ts';
import type { WordNeighbour, WordNeighbours, WordNeighbourTable } from './word-neighbours.ts';

/**
 * Reads a table. Words of one stem share their neighbours. Stems are made for the words of an initial
 * when one of them is first asked for: an index that opens does not wait for 11,000 of them.
 */
export function readNeighbours(
  { language, lines }: WordNeighbourTable,
  stem: Stemmer,
): WordNeighbours {
  // Suffixes alone are taken from English words. Stems of other languages may begin otherwise.
  const initialOf = language === 'en' ? (word: string) => word.charAt(0) : () => '';
  const linesOfInitial = grouped(lines.split('\n'), initialOf);
  const byStem = new Map<string, ReadonlyMap<string, readonly string[]>>();
  const stemsOf = (initial: string) => {
    const known = byStem.get(initial);
    if (known !== undefined) return known;
    const made = grouped(linesOfInitial.get(initial) ?? [], (line) => stem(wordOf(line)));
    byStem.set(initial, made);
    return made;
  };
  return {
    language,
    neighboursOf: (word) => (stemsOf(initialOf(word)).get(stem(word)) ?? []).flatMap(neighboursIn),
  };
}

function wordOf(line: string): string {
  return line.slice(0, line.indexOf(' '));
}

function grouped(
  lines: readonly string[],
  keyOf: (line: string) => string,
): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const line of lines) {
    const key = keyOf(line);
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [line]);
    else known.push(line);
  }
  return groups;
}

function neighboursIn(line: string): readonly WordNeighbour[] {
  const [, ...parts] = line.split(' ');
  const neighbours: WordNeighbour[] = [];
  for (let at = 0; at + 1 < parts.length; at += 2) {
    neighbours.push({ word: parts[at] ?? '', closeness: Number(parts[at + 1]) / 100 });
  }
  return neighbours;
}
