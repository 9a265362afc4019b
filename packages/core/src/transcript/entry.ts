import type { Message } from '../message/message.ts';
import type { TokenCount } from '../tokens/token-counter.ts';

/**
 * One message of the transcript, as it was appended. Nothing rewrites an entry; only its token
 * count may be measured better, once, when an estimate is replaced by a count [TOK-3].
 */
export interface Entry {
  /** Unique in its session. One that a caller gave is as given; one made here sorts by time of making. */
  readonly id: string;
  /** Place in its conversation, from 0: how many entries it follows. */
  readonly seq: number;
  /**
   * Place among all entries of the session in the order of appending, other branches included; absent
   * where it is `seq`. Stores keep entries by it.
   */
  readonly position?: number;
  /** The entry this one follows; `null` for the first [MSG-5]. */
  readonly parentId: string | null;
  /** Milliseconds since 1970, from the session's clock. */
  readonly createdAtMs: number;
  /** `seq` of the first entry of the unit this one belongs to; its own `seq` when it opens one. */
  readonly unitStart: number;
  readonly message: Message;
  /** Tokens of the message as it would be sent whole, framing included. */
  readonly tokens: TokenCount;
  /** Given by `entry` of a session: it came in a session file, which anybody may have written [EXT-5]. */
  readonly isImported?: true;
}

/** An entry as `append` and `reconcile` acknowledge it. */
export type AppendedEntry = Entry & {
  /**
   * True when the store has committed it and outlives the page. Where it is false this page holds the
   * message: there is no such store, or the store has not taken it yet (`store.owed` in the state).
   */
  readonly durable: boolean;
};
