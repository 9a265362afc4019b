/** Messages that a store had acknowledged and no longer has: the engine under it began anew. */
export interface StoreLoss {
  readonly kind: 'reset';
  /** Messages of this session that were acknowledged. */
  readonly entries: number;
  /** Every session that was there, by id, with its number of messages. */
  readonly sessions: ReadonlyMap<string, number>;
  /** The engine's own words, where it has any. */
  readonly message?: string;
}
