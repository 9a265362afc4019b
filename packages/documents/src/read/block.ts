/** The first and the last of some pages or lines, both counted from 1. */
export interface Range {
  readonly first: number;
  readonly last: number;
}

/** The place in a text at which a page begins. */
export interface PageStart {
  readonly at: number;
  readonly page: number;
}

/** The part that a piece of text has in the structure of its document. */
export type BlockKind = 'heading' | 'paragraph' | 'list' | 'table' | 'code';

/** A piece of a document as its structure gives it: nothing in it belongs to two sections. */
export interface Block {
  readonly kind: BlockKind;
  /** Without hidden characters; lists, tables and code with their lines. */
  readonly text: string;
  /** The level of a heading, 1 for the highest. */
  readonly level?: number;
  readonly lines?: Range;
  /** Where each page begins in the text, the first at 0. */
  readonly pages?: readonly PageStart[];
}

/** The text of a document in its structure. */
export interface ReadText {
  readonly blocks: readonly Block[];
  /** The title that the document gives itself. */
  readonly title?: string;
  readonly pages?: number;
  /** Characters of text that the page hides, which are left out. */
  readonly hiddenCharacters?: number;
}
