/** A file of lines, however it comes: a text, or line by line. */
export type LineSource = string | Iterable<string> | AsyncIterable<string>;

/** The lines of a source. Lists are taken as lines; a text is cut at its line ends. */
export async function linesOf(source: LineSource): Promise<readonly string[]> {
  if (typeof source === 'string') return source.split(/\r?\n/u);
  const lines: string[] = [];
  for await (const line of source) lines.push(line);
  return lines;
}
