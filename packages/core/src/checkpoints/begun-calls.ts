import { fields, flag, optional, recordOf, text, time, whole } from '../message/shape.ts';
import type { StoredPart } from '../storage/stored-part.ts';

/** PERSISTED: a call that was begun. */
export interface BegunCall {
  readonly atMs: number;
  /** The result that could not be appended, because the conversation went on elsewhere. */
  readonly result?: { readonly text: string; readonly isError?: boolean };
  /** The place of its result, where the order of calls and results does not tell. */
  readonly answeredAt?: number;
  /** Under `UNREADABLE` alone: every open call ahead of this place may have begun. */
  readonly upTo?: number;
}

/** PERSISTED: begun calls by their keys. */
export type BegunCalls = Readonly<Record<string, BegunCall>>;

/** PERSISTED: stands for calls whose marks could not be read. Keys of calls begin with a digit. */
export const UNREADABLE = 'unreadable';

const begunShape = recordOf(
  fields({
    atMs: time,
    result: optional(fields({ text, isError: optional(flag) })),
    answeredAt: optional(whole),
    upTo: optional(whole),
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
