import {
  fields,
  list,
  name,
  nameOrNull,
  oneOf,
  optional,
  recordOf,
  text,
} from '../message/shape.ts';
import type { StoredPart } from '../storage/stored-part.ts';

/** The one line that says what a block was about, where it is not made anew each time. */
export interface BlockLine {
  readonly text: string;
  readonly by: 'title' | 'summarizer';
}

/**
 * The facts about a session's runs that its messages do not tell. Where runs begin follows from the user's
 * messages; only what was marked otherwise stands here, by ids of entries, so that it holds on the
 * branches where those entries are and on no other.
 */
export interface RunMarks {
  /** A run was begun by hand and goes on: everything behind this entry (`null`: everything) is of it. */
  readonly open?: { readonly afterId: string | null };
  /** The entry that a run was ended with by hand. */
  readonly endedAt?: string;
  /** Entries that begin a run though no message of the user says so; newest last. */
  readonly starts: readonly string[];
  /** Messages of the user that begin none; newest last. */
  readonly joined: readonly string[];
  /** Titles and summaries, by the first entry of their run. */
  readonly lines: Readonly<Record<string, BlockLine>>;
}

/** So many of each kind are kept; older runs are told by the user's messages alone. */
export const MOST_MARKS = 1_000;

const marksShape = fields({
  open: optional(fields({ afterId: nameOrNull })),
  endedAt: optional(name),
  starts: list(name),
  joined: list(name),
  lines: recordOf(fields({ text, by: oneOf('title', 'summarizer') })),
});

/** PERSISTED: the part of a session that holds the marks of its runs. */
export const RUN_MARKS: StoredPart<RunMarks> = {
  name: 'runs/marks',
  initial: { starts: [], joined: [], lines: {} },
  read(value) {
    const fault = marksShape(value, 'runs');
    if (fault) throw new TypeError(`${fault.field} ${fault.problem}`);
    return value as RunMarks;
  },
};

/** The marks with a line for a block; `undefined` takes it away. */
export function withLine(marks: RunMarks, firstId: string, line: BlockLine | undefined): RunMarks {
  const others = Object.entries(marks.lines).filter(([id]) => id !== firstId);
  const kept = line ? [...others, [firstId, line] as const] : others;
  return { ...marks, lines: Object.fromEntries(kept.slice(-MOST_MARKS)) };
}
