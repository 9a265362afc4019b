import { InvalidOptionError } from '@agent-memory/core';
import type { KnownNames } from '@agent-memory/core/internal';
import type { CallOptions } from '../memory/long-term-memory.ts';
import {
  checkFlag,
  checkFunction,
  checkLimit,
  checkOneOf,
  checkText,
  checkTexts,
  checkWhole,
  fieldsOf,
  invalid,
} from '../platform/check-argument.ts';
import type { DocumentInput } from './document.ts';
import type { DocumentQuery } from './document-search.ts';
import type { AddOptions, DocumentPageOptions, ReadPartOptions } from './documents.ts';
import { DOCUMENT_FORMATS } from './read/format-of.ts';

const CALL = { signal: true } as const satisfies KnownNames<CallOptions>;
const ADDING = {
  ...CALL,
  onProgress: true,
  evenIfErased: true,
} as const satisfies KnownNames<AddOptions>;
const LISTING = {
  ...CALL,
  limit: true,
  after: true,
} as const satisfies KnownNames<DocumentPageOptions>;
const READING = { ...CALL, from: true, limit: true } as const satisfies KnownNames<ReadPartOptions>;
const INPUT = {
  content: true,
  id: true,
  title: true,
  name: true,
  source: true,
  format: true,
  mediaType: true,
} as const satisfies KnownNames<DocumentInput>;
const QUERY = {
  text: true,
  limit: true,
  maxTokens: true,
  documentIds: true,
} as const satisfies KnownNames<DocumentQuery>;

const LONGEST_ID = 200;

/** A call of documents, for its options. */
export type DocumentCall =
  | 'add'
  | 'list'
  | 'get'
  | 'read'
  | 'search'
  | 'remove'
  | 'removeAll'
  | 'exportLines'
  | 'importLines'
  | 'audit';

/** @throws InvalidOptionError if an option of the call is not known or makes no sense. */
export function checkCallOptions(call: DocumentCall, options: unknown): void {
  if (call === 'add') checkAdding(options);
  else if (call === 'read') checkReading(options);
  else if (call === 'list' || call === 'audit') {
    const { limit, after } = fieldsOf(options, LISTING, call);
    checkLimit(limit, call);
    checkText(after, `${call}.after`);
  } else fieldsOf(options, CALL, call);
}

function checkAdding(options: unknown): void {
  const { onProgress, evenIfErased } = fieldsOf(options, ADDING, 'add');
  checkFunction(onProgress, 'add.onProgress');
  checkFlag(evenIfErased, 'add.evenIfErased');
}

function checkReading(options: unknown): void {
  const { from, limit } = fieldsOf(options, READING, 'read');
  checkLimit(limit, 'read');
  if (from !== undefined) checkWhole(from, 'read.from', 1);
}

/** @throws InvalidOptionError if it is no document that could be added; nothing was stored. */
export function checkInput(input: unknown): void {
  const { content, id, format, ...texts } = fieldsOf(input, INPUT, 'add');
  const isContent =
    typeof content === 'string' ||
    content instanceof ArrayBuffer ||
    content instanceof Uint8Array ||
    content instanceof Blob;
  if (!isContent) throw invalid('add.content', 'must be a text, bytes, a File or a Blob', content);
  for (const [name, value] of Object.entries(texts)) checkText(value, `add.${name}`);
  checkOneOf(format, DOCUMENT_FORMATS, 'add.format');
  if (id !== undefined) checkId(id);
}

function checkId(id: unknown): void {
  const isId = typeof id === 'string' && /^[^\s#@][^#@]*$/u.test(id) && id.length <= LONGEST_ID;
  if (isId) return;
  throw new InvalidOptionError(
    'add.id',
    `must be a text of 1 to ${LONGEST_ID} characters without "#" and "@", which part it from its chunks.`,
  );
}

/** @throws InvalidOptionError if it asks for nothing that could be found. */
export function checkQuery(query: unknown): void {
  const { text, limit, maxTokens, documentIds } = fieldsOf(query, QUERY, 'search');
  if (typeof text !== 'string') throw invalid('search.text', 'must be a text', text);
  checkLimit(limit, 'search');
  if (maxTokens !== undefined && !(typeof maxTokens === 'number' && maxTokens > 0)) {
    throw invalid('search.maxTokens', 'must be a number above 0', maxTokens);
  }
  checkTexts(documentIds, 'search.documentIds');
}
