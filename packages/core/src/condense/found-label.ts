/** What a value is called where it stands. */
export interface FoundLabel {
  readonly text: string;
  /** The value is filed under it: a key, or the heading of a column. Else a word that stands near. */
  readonly isKey: boolean;
}
