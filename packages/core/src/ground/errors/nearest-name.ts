/** A name with more than this part of its letters wrong is another name. */
const LARGEST_WRONG_SHARE = 0.4;

const LEAST_START = 4;

/**
 * Gives the name that was probably meant; `undefined` where none is near. It is for messages about a
 * name that does not exist, so it may take its time; a name that is far too long costs nothing.
 */
export function nearestName(name: string, names: readonly string[]): string | undefined {
  let nearest: string | undefined;
  let leastEdits = Math.max(1, Math.floor(name.length * LARGEST_WRONG_SHARE)) + 1;
  for (const candidate of names) {
    if (Math.abs(name.length - candidate.length) >= leastEdits) continue;
    const edits = editsBetween(name.toLowerCase(), candidate.toLowerCase());
    if (edits >= leastEdits) continue;
    nearest = candidate;
    leastEdits = edits;
  }
  return nearest ?? names.find((candidate) => isStart(name, candidate) || isStart(candidate, name));
}

/** Tells whether one name is the other cut short, as `halfLife` is of `halfLifeMessages`. */
function isStart(start: string, whole: string): boolean {
  return start.length >= LEAST_START && whole.toLowerCase().startsWith(start.toLowerCase());
}

/** Ends a sentence about a wrong name: `: did you mean \`recall\`?`, or nothing where no name is near. */
export function didYouMean(name: string, names: readonly string[]): string {
  const nearest = nearestName(name, names);
  return nearest === undefined ? '' : `: did you mean \`${nearest}\`?`;
}

/**
 * Counts the fewest edits that turn one text into the other: a letter added, taken out or replaced,
 * or two neighbours swapped (the restricted Damerau distance). It keeps the whole table, so it is for
 * names.
 */
export function editsBetween(from: string, to: string): number {
  const table: number[][] = [];
  const at = (i: number, j: number) => table[i]?.[j] ?? Number.POSITIVE_INFINITY;
  for (let i = 0; i <= from.length; i += 1) {
    const row = [i];
    table.push(row);
    for (let j = 1; j <= to.length; j += 1) {
      const replaced = from[i - 1] === to[j - 1] ? 0 : 1;
      const isSwap = from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      const swapped = isSwap ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY;
      row[j] = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + replaced, swapped);
    }
  }
  return at(from.length, to.length);
}
