import type { LineSource } from '../lines/file-texts.ts';
import type { CallOptions } from '../memory/long-term-memory.ts';
import type { LoggedEntry } from '../store/record-change.ts';
import type { Page } from '../store/record-store.ts';
import type {
  AddOutcome,
  AddProgress,
  DocumentChunk,
  DocumentInput,
  FoundChunks,
  StoredDocument,
} from './document.ts';
import type { DocumentFileReport } from './document-files.ts';
import type { DocumentQuery } from './document-search.ts';

/** How a document is added. */
export interface AddOptions extends CallOptions {
  /** Told as it comes on. */
  readonly onProgress?: (progress: AddProgress) => void;
  /** The user adds it anew: a text that was removed before is taken in. Default: false, it is refused. */
  readonly evenIfErased?: boolean;
}

/** A page of a list of documents. */
export interface DocumentPageOptions extends CallOptions {
  /** Default: 50. */
  readonly limit?: number;
  /** `next` of the page before. */
  readonly after?: string;
}

/** Some of the text of a document. */
export interface DocumentPart {
  readonly document: StoredDocument;
  readonly chunks: readonly DocumentChunk[];
  /** The number of the next chunk; absent behind the last one. */
  readonly next?: number;
}

/** The part of a document that is read. */
export interface ReadPartOptions extends CallOptions {
  /** The number of the first chunk. Default: 1. */
  readonly from?: number;
  /** Most chunks. Default: 50. */
  readonly limit?: number;
}

/** A change of documents, here or in another tab; no word of what they say. */
export type DocumentEvent =
  | { readonly type: 'documents-change'; readonly from: 'here' | 'elsewhere' }
  | { readonly type: 'document-remove'; readonly documentId: string }
  /** Something failed and the documents went on without it; nothing acknowledged was lost. */
  | { readonly type: 'degradation-add'; readonly sentence: string };

/**
 * Reference material that users add: found and quoted with citations, apart from what a memory knows. Nothing
 * in it becomes a record by itself, and its trust stays that of text from outside [LTM-10] [GRD-1].
 */
export interface Documents {
  /** Resolves when the store can be used and the index has everything; the first call waits for it too. */
  readonly ready: Promise<void>;

  /**
   * Takes a document in, or in the place of the one of its id, or says why not. Until it is stored whole the version
   * before is read and found.
   */
  add(input: DocumentInput, options?: AddOptions): Promise<AddOutcome>;
  /** Documents without their text, those that were added last first. */
  list(options?: DocumentPageOptions): Promise<Page<StoredDocument>>;
  /** @returns `undefined` where there is no document of this id. */
  get(id: string, options?: CallOptions): Promise<StoredDocument | undefined>;
  /** Reads the chunks of a document in their order, a page at a time. */
  read(id: string, options?: ReadPartOptions): Promise<DocumentPart | undefined>;
  /** Finds chunks, each with its citation. */
  search(query: DocumentQuery, options?: CallOptions): Promise<FoundChunks>;
  /**
   * Takes a document away for good, with every chunk and its place in the index; gives whether it was there. The
   * same text is not taken in again, unless `add` says `evenIfErased`.
   */
  remove(id: string, options?: CallOptions): Promise<boolean>;
  /** Removes all documents, and what unfinished addings have stored; gives how many documents there were. */
  removeAll(options?: CallOptions): Promise<number>;

  /** Every document with its chunks as JSON Lines. */
  exportLines(options?: CallOptions): AsyncIterable<string>;
  /**
   * Takes such lines in. A document that is here in the same or a later version stays; one whose text was removed here is refused.
   * @throws RecordFileError if a line is damaged; then nothing was imported.
   */
  importLines(lines: LineSource, options?: CallOptions): Promise<DocumentFileReport>;
  /** The log of changes to documents, newest first, without a word of their texts. */
  audit(options?: DocumentPageOptions): Promise<Page<LoggedEntry>>;

  /** Tells of every change; gives the function that stops it. */
  subscribe(listener: (event: DocumentEvent) => void): () => void;
  /** Lets go of the index and the other tabs; the store stays open for others. Later calls reject. */
  dispose(): Promise<void>;
}
