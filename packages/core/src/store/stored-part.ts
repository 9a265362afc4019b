/**
 * A named part of a session's stored state, with its own reader: what a feature keeps with the
 * session. Plain data: it has to survive a structured clone and, in a session file, JSON.
 *
 * @example
 * const visits: StoredPart<number> = {
 *   name: 'my-app/visits',
 *   initial: 0,
 *   read(value) {
 *     if (typeof value !== 'number') throw new TypeError('it is no number');
 *     return value;
 *   },
 * };
 */
export interface StoredPart<Value> {
  /**
   * Names the part among all of a session; prefix it with the name of the feature. PERSISTED: another
   * name is another part. Names that begin with `agent-memory/` belong to this library.
   */
  readonly name: string;
  /** The value while nothing is stored. */
  readonly initial: Value;
  /** The value where what is stored cannot be read; `read` must take it. Default: `initial`. */
  readonly damaged?: Value;
  /** The texts of a value that a model reads: those that are new pass `checkText` of the features before it is set. */
  sent?(value: Value): unknown;
  /** Checks what is stored and gives it as a value. What it throws is reported, and `damaged` is used. */
  read(value: unknown): Value;
}

/** A part of one session, as a feature uses it. */
export interface PartHandle<Value> {
  /** The value as it stands; `initial` before the session is loaded. The same object until it is set. */
  get(): Value;
  /**
   * Replaces the value; resolves when it is stored. `undefined` takes the part away. The value is
   * copied: a change of it afterwards changes nothing.
   * @throws InvalidOptionError if no store can keep it, AgentMemoryError `TEXT_HELD` if a feature's `checkText`
   * holds it; then the old value stays.
   */
  set(value: Value | undefined): Promise<void>;
}
