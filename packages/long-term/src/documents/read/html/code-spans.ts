const BACKTICKS = /`+/gu;

/** Changes the code spans of a line: each goes from a run of backticks to the next one of its length. */
export function withCodeSpans(line: string, change: (span: string) => string): string {
  const runs = Array.from(line.matchAll(BACKTICKS), ({ 0: { length }, index }) => ({
    start: index,
    length,
  }));
  const ends = endsOf(runs);
  const parts: string[] = [];
  let done = 0;
  for (const [at, { start }] of runs.entries()) {
    const end = ends[at];
    if (start < done || end === undefined) continue;
    parts.push(line.slice(done, start), change(line.slice(start, end)));
    done = end;
  }
  return parts.join('') + line.slice(done);
}

/** Where the span that begins with each run ends. */
function endsOf(
  runs: readonly { readonly start: number; readonly length: number }[],
): readonly (number | undefined)[] {
  const next = new Map<number, number>();
  return runs
    .toReversed()
    .map(({ start, length }) => {
      const end = next.get(length);
      next.set(length, start + length);
      return end;
    })
    .toReversed();
}
