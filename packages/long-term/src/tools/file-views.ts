import { linesOf } from './file-edits.ts';
import { isWithin } from './file-path.ts';
import { ToolProblem } from './tool-failure.ts';

/** A file in a view. */
export interface ViewedFile {
  readonly path: string;
  readonly content: string;
}

const NUMBER_WIDTH = 6;
const DEEPEST = 2;
const MOST_ENTRIES = 200;
const KIB = 1024;

/**
 * The lines of a file with their numbers, as `cat -n` has them.
 *
 * @throws ToolProblem if the file has no such lines.
 */
export function numberedLines(content: string, range: readonly number[] = [1, -1]): string {
  const lines = linesOf(content);
  const [from = 1, to = -1] = range;
  const first = Math.max(1, from);
  const last = to === -1 ? lines.length : Math.min(to, lines.length);
  if (first > lines.length || last < first) {
    throw new ToolProblem(
      `Error: there are no lines ${from} to ${to}; the file has the lines 1 to ${lines.length}.`,
    );
  }
  return lines
    .slice(first - 1, last)
    .map((line, index) => `${String(first + index).padStart(NUMBER_WIDTH)}\t${line}`)
    .join('\n');
}

/** Lists a directory two levels deep, each entry with its size; directories end with a slash. */
export function directoryView(directory: string, files: readonly ViewedFile[]): string {
  const within = files.filter(({ path }) => isWithin(path, directory));
  const sizes = new Map<string, number>();
  for (const { path, content } of within) {
    const size = new TextEncoder().encode(content).length;
    for (const entry of entriesOf(path, directory)) {
      sizes.set(entry, (sizes.get(entry) ?? 0) + size);
    }
  }
  const entries = [...sizes].sort(([one], [other]) => (asOrdered(one) < asOrdered(other) ? -1 : 1));
  const lines = entries.slice(0, MOST_ENTRIES).map(([path, size]) => `${sizeText(size)}\t${path}`);
  const left = entries.length - lines.length;
  return [
    `Files and directories in ${directory}, two levels deep, with their sizes:`,
    ...lines,
    ...(within.length === 0 ? [`0B\t${directory} (empty)`] : []),
    ...(left > 0 ? [`${left} more are not shown: view a directory further in.`] : []),
  ].join('\n');
}

/** The entries to which a file counts: the directory, those on the way to it, and itself if it is near enough. */
function entriesOf(path: string, directory: string): readonly string[] {
  const names = path.slice(directory.length + 1).split('/');
  const near = names.slice(0, DEEPEST).map((_, index) => {
    const entry = `${directory}/${names.slice(0, index + 1).join('/')}`;
    return index === names.length - 1 ? entry : `${entry}/`;
  });
  return [directory, ...near];
}

/** The entries of a directory come right behind it, ahead of names that go on with another character. */
function asOrdered(path: string): string {
  return path.replaceAll('/', '\0');
}

function sizeText(bytes: number): string {
  if (bytes < KIB) return `${bytes}B`;
  return `${(bytes / KIB).toFixed(1)}K`;
}
