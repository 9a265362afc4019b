/** One of the ways a conversation went; each ends in an entry that nothing follows. */
export interface Branch {
  /** The entry it ends with; `moveHead` takes it up. */
  readonly headId: string;
  /** Entries from the start to its end. */
  readonly entries: number;
  /** The last entry it has in common with the current one; `null` where there is none. */
  readonly forkedAfter: string | null;
  readonly isCurrent: boolean;
}
