import { RefusedDocument } from '../../refusal.ts';
import type { LightNode } from './light-tree.ts';

/** Longer styles are not looked through: what they hide could not be told in good time. */
const MOST_STYLE_CHARACTERS = 1_000_000;
const SHEET_END = /<\/style[\s/>]/giu;
/** The end of a sheet may have begun in the piece that was read last. */
const LOOK_BACK = 64;

/** The characters of all style sheets of a page. @throws RefusedDocument if they are too many. */
export function refuseLongStyles(characters: number): void {
  if (characters <= MOST_STYLE_CHARACTERS) return;
  throw new RefusedDocument(
    'HOSTILE',
    'The style sheets in the page are too long to tell what they hide; nothing was stored.',
    'Give the text of the page without its markup.',
  );
}

/**
 * Counts long style sheets ahead of the parser, which takes seconds for a megabyte of them: where it stands within
 * one, that sheet goes on up to the next end tag. What it counts is never more than there is.
 */
export class StylesAhead {
  readonly #html: string;
  #counted: LightNode | undefined;
  #characters = 0;

  constructor(html: string) {
    this.#html = html;
  }

  /**
   * @param current the element that the parser is in
   * @param end the characters that it has read
   * @throws RefusedDocument if all sheets are too long up to the end of this one.
   */
  lookOn(current: LightNode | undefined, end: number): void {
    // In a drawing a style holds markup, which is no text of a sheet.
    const isSheet = current?.name === 'style' && !current.namespace.endsWith('svg');
    if (!isSheet || current === this.#counted) return;
    SHEET_END.lastIndex = Math.max(0, end - LOOK_BACK);
    const sheetEnd = SHEET_END.exec(this.#html)?.index ?? this.#html.length;
    // Another element ends here; the next piece shows where this one ends.
    if (sheetEnd < end) return;
    this.#counted = current;
    this.#characters += sheetEnd - end;
    refuseLongStyles(this.#characters);
  }
}
