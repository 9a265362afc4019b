/**
 * Port: where an index keeps its parts over reloads, as named bytes [RET-5].
 *
 * An implementer owes: `write` is atomic, all of it or nothing; what it acknowledged, `read` gives
 * back; bytes come back equal and are never the same buffer.
 */
export interface SegmentStore {
  /**
   * Names the data: the same in every tab that shares it. Of the tabs that open one index there, one
   * stores it. Absent: each index that is opened stores itself.
   */
  readonly address?: string;
  /** Every segment of an index, by name. */
  read(index: string): Promise<ReadonlyMap<string, ArrayBuffer>>;
  /** Puts and, where the value is `undefined`, takes segments away. */
  write(index: string, segments: ReadonlyMap<string, ArrayBuffer | undefined>): Promise<void>;
  close(): Promise<void>;
}
