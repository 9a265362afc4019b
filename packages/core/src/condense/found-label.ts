/** The name of a value where it stands. */
export interface FoundLabel {
  readonly text: string;
  /** The value is filed under it: a key, or the heading of a column. Else a word that stands near. */
  readonly isKey: boolean;
}
