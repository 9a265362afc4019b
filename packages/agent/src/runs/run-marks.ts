import type { StoredPart } from '@agent-memory/core';
import { shape } from '@agent-memory/core/internal';

/**
 * The facts about a session's runs that its messages do not tell. Where runs begin follows from the user's
 * messages; only what was marked otherwise stands here, by ids of entries, so that it holds on the
 * branches where those entries are and on no other.
 */
export interface RunMarks {
  /** A run was begun by hand and continues: everything behind this entry (`null`: everything) is of it. */
  readonly open?: { readonly afterId: string | null };
  /** The entry that a run was ended with by hand. */
  readonly endedAt?: string;
  /** Entries that begin a run though no message of the user says so; newest last. */
  readonly starts: readonly string[];
  /** Messages of the user that begin none; newest last. */
  readonly joined: readonly string[];
  /** Titles of blocks, by the first entry of their run. */
  readonly titles: Readonly<Record<string, string>>;
}

/** So many of each kind are kept; older runs are told by the user's messages alone. */
export const MOST_MARKS = 1_000;

const marksShape = shape.fields({
  open: shape.optional(shape.fields({ afterId: shape.nameOrNull })),
  endedAt: shape.optional(shape.name),
  starts: shape.list(shape.name),
  joined: shape.list(shape.name),
  titles: shape.recordOf(shape.text),
});

/** PERSISTED: the part of a session that holds the marks of its runs. */
export const RUN_MARKS: StoredPart<RunMarks> = {
  name: 'runs/marks',
  initial: { starts: [], joined: [], titles: {} },
  sent: ({ titles }) => Object.values(titles),
  read(value) {
    const fault = marksShape(value, 'runs');
    if (fault) throw new TypeError(`${fault.field} ${fault.problem}`);
    return value as RunMarks;
  },
};

/** The marks with a title for a block; `undefined` takes it away. */
export function withTitle(marks: RunMarks, firstId: string, title: string | undefined): RunMarks {
  const others = Object.entries(marks.titles).filter(([id]) => id !== firstId);
  const kept = title === undefined ? others : [...others, [firstId, title] as const];
  return { ...marks, titles: Object.fromEntries(kept.slice(-MOST_MARKS)) };
}
