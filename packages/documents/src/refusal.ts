/** The rules by which a document is not taken in; each refusal has a sentence for a person too. */
export type DocumentRule =
  /** More bytes, text or chunks than the limits allow. */
  | 'TOO_LARGE'
  | 'TOO_MANY_PAGES'
  /** Elements within elements beyond every page that is written for readers. */
  | 'TOO_DEEP'
  /** Built to cost more than its size says: a compressed bomb, a page that stalls its reader. */
  | 'HOSTILE'
  /** It is not finished within the deadline. */
  | 'TOO_SLOW'
  /** It needs a password. */
  | 'ENCRYPTED'
  /** Pictures of pages, or nothing at all. */
  | 'NO_TEXT'
  /** No format that is read here, or another one than was said. */
  | 'WRONG_TYPE'
  /** Bytes that are no text in their encoding. */
  | 'BROKEN_ENCODING'
  | 'DAMAGED'
  /** A PDF, and the app gave no reader for it. */
  | 'NO_PDF_READER'
  /** The same text was removed here. */
  | 'ERASED'
  /** Another call removed it, or replaced it, while it was added. */
  | 'OVERTAKEN';

/** Why a document was not taken in. Nothing of it was stored, and nothing that was stored changed. */
export interface DocumentRefusal {
  readonly rule: DocumentRule;
  readonly sentence: string;
  /** A step that would help, in words. */
  readonly remedy?: string;
}

/** Ends the reading of a document that is refused; the call that began it gives the refusal back. */
export class RefusedDocument extends Error {
  override readonly name = 'RefusedDocument';
  readonly refusal: DocumentRefusal;

  constructor(rule: DocumentRule, sentence: string, remedy?: string) {
    super(sentence);
    this.refusal = { rule, sentence, ...(remedy === undefined ? {} : { remedy }) };
  }
}
