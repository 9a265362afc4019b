import { RefusedDocument } from '../refusal.ts';
import { withoutComments } from './without-comments.ts';

/** A format of documents that can be read. */
export type DocumentFormat = 'text' | 'markdown' | 'html' | 'pdf';

export const DOCUMENT_FORMATS: readonly DocumentFormat[] = ['text', 'markdown', 'html', 'pdf'];

const BY_TYPE: Readonly<Record<string, DocumentFormat>> = {
  'text/plain': 'text',
  'text/markdown': 'markdown',
  'text/x-markdown': 'markdown',
  'text/html': 'html',
  'application/xhtml+xml': 'html',
  'application/pdf': 'pdf',
};

const BY_ENDING: Readonly<Record<string, DocumentFormat>> = {
  txt: 'text',
  text: 'text',
  md: 'markdown',
  markdown: 'markdown',
  htm: 'html',
  html: 'html',
  xhtml: 'html',
  pdf: 'pdf',
};

/** A PDF may have something before its mark. */
const HEAD_BYTES = 1024;
const HTML_HEAD = /^\s*<(?:!doctype\s+html|html|head|body)\b/i;
/** Formats that are met often and not read here, by their first bytes. */
const FOREIGN: readonly (readonly [mark: string, name: string])[] = [
  ['PK\u0003\u0004', 'a ZIP file (an office document, an e-book)'],
  ['\u00D0\u00CF\u0011\u00E0', 'an older office document'],
  ['\u0089PNG', 'a picture'],
  ['\u00FF\u00D8\u00FF', 'a picture'],
  ['GIF8', 'a picture'],
  ['{\\rtf', 'rich text'],
  ['\u001F\u008B', 'a compressed file'],
];

/** The facts about a document besides its content. */
export interface FormatHints {
  readonly format: DocumentFormat | undefined;
  /** A media type: `text/html; charset=utf-8`. */
  readonly mediaType: string | undefined;
  /** The name of the file. */
  readonly name: string | undefined;
}

/**
 * The format of a document: as the caller says, else by media type, name and first bytes. The bytes have
 * the last word on whether it is a PDF.
 *
 * @throws RefusedDocument if it is a format that is not read here, or no PDF where one was named.
 */
export function formatOf(content: string | Uint8Array, hints: FormatHints): DocumentFormat {
  const head = headOf(content);
  const foreign = FOREIGN.find(([mark]) => head.startsWith(mark));
  if (foreign) throw wrongType(`The document is ${foreign[1]}`);
  const isPdf = typeof content !== 'string' && head.includes('%PDF-');
  const named = hints.format ?? ofType(hints.mediaType) ?? ofName(hints.name);
  if (isPdf && named !== 'text') {
    if (named === undefined || named === 'pdf') return 'pdf';
    throw wrongType(`The document is a PDF, and not ${named}`);
  }
  if (named === 'pdf') throw wrongType('The document is no PDF, whatever its name or type says');
  return named ?? (HTML_HEAD.test(withoutComments(head, '<!--', '-->')) ? 'html' : 'text');
}

function headOf(content: string | Uint8Array): string {
  if (typeof content === 'string') return content.slice(0, HEAD_BYTES);
  return new TextDecoder('latin1').decode(content.subarray(0, HEAD_BYTES));
}

function ofType(mediaType = ''): DocumentFormat | undefined {
  return BY_TYPE[mediaType.split(';', 1)[0]?.trim().toLowerCase() ?? ''];
}

function ofName(name = ''): DocumentFormat | undefined {
  return BY_ENDING[/\.([^.]+)$/u.exec(name)?.[1]?.toLowerCase() ?? ''];
}

function wrongType(sentence: string): RefusedDocument {
  return new RefusedDocument(
    'WRONG_TYPE',
    `${sentence}; nothing was stored.`,
    'Text, Markdown, HTML and PDF are read.',
  );
}
