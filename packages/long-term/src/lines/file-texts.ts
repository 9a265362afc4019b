import { InvalidOptionError } from '@agent-memory/core';

/** A file of lines, however it comes: a text, or line by line. */
export type LineSource = string | Iterable<string> | AsyncIterable<string>;

/**
 * The lines of a source. Lists are taken as lines; a text is cut at its line ends.
 * @throws InvalidOptionError if it is neither.
 */
export async function linesOf(source: LineSource): Promise<readonly string[]> {
  if (typeof source === 'string') return source.split(/\r?\n/u);
  if (!isIterable(source)) {
    throw new InvalidOptionError(
      'lines',
      'must be a text, or a list of texts; nothing was imported.',
    );
  }
  const lines: string[] = [];
  for await (const line of source) {
    if (typeof line !== 'string') {
      throw new InvalidOptionError(
        `lines.${lines.length}`,
        'must be a text; nothing was imported.',
      );
    }
    lines.push(line);
  }
  return lines;
}

function isIterable(source: unknown): boolean {
  if (typeof source !== 'object' || source === null) return false;
  return Symbol.iterator in source || Symbol.asyncIterator in source;
}
