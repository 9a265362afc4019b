export { createDocuments } from './create-documents.ts';
export { type DocumentTools, documentTools } from './document-tools.ts';
export type {
  AddOptions,
  AddOutcome,
  AddProgress,
  Citation,
  CutChunk,
  DocumentChunk,
  DocumentEvent,
  DocumentHit,
  DocumentInput,
  DocumentPageOptions,
  DocumentPart,
  DocumentQuery,
  Documents,
  FoundChunks,
  ReadPartOptions,
  StoredDocument,
} from './documents.ts';
export type { DocumentLimits } from './limits.ts';
export { retrievedDocuments } from './live/retrieved-documents.ts';
export type { DocumentsOptions } from './options.ts';
export type { BlockKind, Range } from './read/block.ts';
export type { DocumentFormat } from './read/format-of.ts';
export type { DocumentRefusal, DocumentRule } from './refusal.ts';
