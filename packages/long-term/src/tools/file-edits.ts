import { ToolProblem } from './tool-failure.ts';

/** Lines around a change that are shown with it. */
const AROUND = 2;
/** Lines of what was put in that are shown with it. */
const MOST_SHOWN = 10;
/** Occurrences that are told by their lines. */
const MOST_TOLD = 20;

/** The content of a file after a change, and the lines to show of it, counted from 1. */
export interface Edited {
  readonly content: string;
  readonly shown: readonly [first: number, last: number];
}

/**
 * Puts a text in the place of another one.
 *
 * @throws ToolProblem unless the old text is in the file exactly once.
 */
export function replacedText(content: string, before: string, after: string, path: string): Edited {
  if (before === '') {
    throw new ToolProblem(
      'Error: `old_str` is empty; use insert to add text. Nothing was changed.',
    );
  }
  const starts = startsOf(before, content);
  const [start] = starts;
  if (start === undefined) {
    throw new ToolProblem(
      `Error: \`old_str\` is not in ${path} as it stands here, to the letter. Nothing was changed; view the file and copy from it.`,
    );
  }
  if (starts.length > 1) {
    const lines = starts.slice(0, MOST_TOLD).map((at) => lineAt(content, at));
    throw new ToolProblem(
      `Error: \`old_str\` is in ${path} more than once, in lines ${lines.join(', ')}. Nothing was changed; take more of the text around it.`,
    );
  }
  const edited = content.slice(0, start) + after + content.slice(start + before.length);
  return around(edited, lineAt(edited, start), linesOf(after).length);
}

/**
 * Puts lines behind a line.
 *
 * @throws ToolProblem if there is no such line.
 */
export function insertedText(content: string, line: number, added: string): Edited {
  const lines = linesOf(content);
  if (line < 0 || line > lines.length) {
    throw new ToolProblem(
      `Error: \`insert_line\` is ${line}, and the file has the lines 1 to ${lines.length}; 0 is its beginning. Nothing was changed.`,
    );
  }
  // A line break at the end of what is added is the one between it and what follows.
  const own = linesOf(added.endsWith('\n') ? added.slice(0, -1) : added);
  const edited = [...lines.slice(0, line), ...own, ...lines.slice(line)].join('\n');
  return around(edited, line + 1, own.length);
}

/** The lines of a text; behind a line break at its end there is an empty one. */
export function linesOf(content: string): readonly string[] {
  return content.split('\n');
}

/** Where a text begins in another one, overlapping occurrences included. */
function startsOf(part: string, content: string): readonly number[] {
  const starts: number[] = [];
  for (let at = content.indexOf(part); at >= 0; at = content.indexOf(part, at + 1)) starts.push(at);
  return starts;
}

function lineAt(content: string, index: number): number {
  return linesOf(content.slice(0, index)).length;
}

function around(content: string, first: number, count: number): Edited {
  const shown = Math.min(count, MOST_SHOWN);
  const last = Math.min(linesOf(content).length, first + shown - 1 + AROUND);
  return { content, shown: [Math.max(1, first - AROUND), last] };
}
