import type { StoredPart } from '@agent-memory/core';
import { shape } from '@agent-memory/core/internal';

/** PERSISTED: a call that was begun. */
export interface BegunCall {
  readonly atMs: number;
  /** The result that could not be appended, because the conversation went on elsewhere. */
  readonly result?: { readonly text: string; readonly isError?: boolean };
  /** The place of its result, where the order of calls and results does not tell. */
  readonly answeredAt?: number;
  /** Under `UNREADABLE` alone: every open call before this place may have begun. */
  readonly upTo?: number;
}

/** PERSISTED: begun calls by their keys. */
export type BegunCalls = Readonly<Record<string, BegunCall>>;

/** PERSISTED: stands for calls whose marks could not be read. Keys of calls begin with a digit. */
export const UNREADABLE = 'unreadable';

const begunShape = shape.recordOf(
  shape.fields({
    atMs: shape.time,
    result: shape.optional(shape.fields({ text: shape.text, isError: shape.optional(shape.flag) })),
    answeredAt: shape.optional(shape.whole),
    upTo: shape.optional(shape.whole),
  }),
);

/**
 * PERSISTED: the part of a session that holds the calls that were begun and have no result. Calls are
 * named by fields, which redaction leaves as they are: one that is not found again would be run again.
 */
export const BEGUN_CALLS: StoredPart<BegunCalls> = {
  name: 'checkpoints/calls',
  initial: {},
  damaged: { [UNREADABLE]: { atMs: 0 } },
  read(value) {
    const fault = begunShape(value, 'calls');
    if (fault) throw new TypeError(`${fault.field} ${fault.problem}`);
    return value as BegunCalls;
  },
};
