export { createDocuments } from './create-documents.ts';
export type {
  AddOutcome,
  AddProgress,
  Citation,
  CutChunk,
  DocumentChunk,
  DocumentHit,
  DocumentInput,
  FoundChunks,
  StoredDocument,
} from './document.ts';
export type { DocumentFileReport } from './document-files.ts';
export type { DocumentQuery } from './document-search.ts';
export { type DocumentTools, type DocumentToolsOptions, documentTools } from './document-tools.ts';
export type {
  AddOptions,
  DocumentEvent,
  DocumentPageOptions,
  DocumentPart,
  Documents,
  ReadPartOptions,
} from './documents.ts';
export type { DocumentLimits } from './limits.ts';
export { type RetrievedDocumentsOptions, retrievedDocuments } from './live/retrieved-documents.ts';
export type { DocumentsOptions } from './options.ts';
export type { BlockKind, Range } from './read/block.ts';
export type { DocumentFormat } from './read/format-of.ts';
export type { PdfPage, PdfReader, PdfReadOptions, PdfRun, ReadPdf } from './read/pdf-reader.ts';
export type { DocumentRefusal, DocumentRule } from './refusal.ts';
