/** The store of a memory, as its state shows it. */
export interface StoreState {
  /** The store in use. */
  readonly name: string;
  /** Whether it outlives the page. */
  readonly persistent: boolean;
  /**
   * How many entries this page alone holds because the store has not taken them. They are written by
   * themselves when it takes them; where the page closes before, they are lost. 0 without a store.
   */
  readonly owed: number;
  /**
   * Whether this tab leads among those that have the session open [NS-2]: it alone works ahead of need, as
   * one tab is enough for that. Where it closes or is frozen, another one takes over, and the state says so.
   * Without a store, and with one that has no `address`, it is always true. Else it is false until the session
   * is open, and where there are no Web Locks every tab leads from then on.
   */
  readonly leads: boolean;
}
