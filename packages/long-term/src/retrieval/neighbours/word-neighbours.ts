/** A word of like meaning. */
export interface WordNeighbour {
  /** Folded: lower case, no accents. */
  readonly word: string;
  /** How alike: the cosine of both, 0…1. */
  readonly closeness: number;
}

/**
 * A table of words that stand near one another in meaning, for one language [RET-1]. It bridges "ship"
 * and "boat" where there is no model. Opposites stand near one another too, so a neighbour counts
 * less than the word. It is plain text, so that a worker can have it.
 */
export interface WordNeighbourTable {
  /** Two letters, in lower case. An index of another language leaves the table alone. */
  readonly language: string;
  /**
   * A line for each word, behind it its neighbours, each with its closeness in hundredths, all with
   * one blank between and folded (lower case, no accents): `boat ship 78 vessel 70`.
   */
  readonly lines: string;
}

/** The table as it is asked. */
export interface WordNeighbours {
  /** Two letters, in lower case. An index of another language leaves the table alone. */
  readonly language: string;
  /** The neighbours of a folded word; none where it is unknown. */
  neighboursOf(word: string): readonly WordNeighbour[];
}
