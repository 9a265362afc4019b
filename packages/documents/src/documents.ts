import type {
  CallOptions,
  LoggedEntry,
  Page,
  PageOptions,
  SignalScore,
} from '@agent-memory/long-term';
import type { BlockKind, Range } from './read/block.ts';
import type { DocumentFormat } from './read/format-of.ts';
import type { DocumentRefusal } from './refusal.ts';

/** How a document is added. */
export interface AddOptions extends CallOptions {
  /** Told as it comes on. */
  readonly onProgress?: (progress: AddProgress) => void;
  /** The user adds it again: a text that was removed before is taken in. Default: false, it is refused. */
  readonly evenIfErased?: boolean;
}

/** A page of a list of documents. */
export type DocumentPageOptions = PageOptions;

/** A search in documents. */
export interface DocumentQuery {
  readonly text: string;
  /** Most hits. Default: 5. */
  readonly limit?: number;
  /** Most tokens of all hits together. Default: no limit. */
  readonly maxTokens?: number;
  /** Only in the documents of these ids. Default: in all. */
  readonly documentIds?: readonly string[];
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
   * Takes a document in, or in place of the one of its id, or says why not. Until it is stored whole the version
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

  /** The log of changes to documents, newest first, without a word of their texts. */
  audit(options?: DocumentPageOptions): Promise<Page<LoggedEntry>>;

  /** Reports every change; gives the function that stops it. */
  subscribe(listener: (event: DocumentEvent) => void): () => void;
  /** Lets go of the index and the other tabs; the store stays open for others. Later calls reject. */
  dispose(): Promise<void>;
}

/** A document that is added. */
export interface DocumentInput {
  /** The text, or the bytes of a file. */
  readonly content: string | ArrayBuffer | Uint8Array | Blob;
  /** A document of the same id is replaced. Default: made from the content, so that adding twice adds once. */
  readonly id?: string;
  /** Default: the title that the document gives itself, else `name`. */
  readonly title?: string;
  /** The name of the file. Default: that of a `File`. */
  readonly name?: string;
  /** Where it is from, for citations: an address. */
  readonly source?: string;
  /** Default: by `mediaType`, `name` and the first bytes. */
  readonly format?: DocumentFormat;
  /** Default: the type of a `Blob`. */
  readonly mediaType?: string;
}

/** A document that is kept, without its text. Times are milliseconds since 1970. */
export interface StoredDocument {
  readonly id: string;
  /** Rises by one each time the document is replaced; 1 at first. */
  readonly version: number;
  readonly title: string;
  readonly format: DocumentFormat;
  readonly source?: string;
  /** Pages of a PDF. */
  readonly pages?: number;
  readonly chunks: number;
  /** Tokens of all chunks, by the counter of `createDocuments`. */
  readonly tokens: number;
  readonly addedAtMs: number;
  readonly updatedAtMs: number;
}

/** A part of a document, as it is found and cited. */
export interface DocumentChunk {
  /** Names it in citations; a newer version of the document has other ones. */
  readonly id: string;
  readonly documentId: string;
  /** Its place in the document, from 1. */
  readonly number: number;
  readonly kind: BlockKind;
  readonly text: string;
  readonly tokens: number;
  /** The characters at its beginning that repeat the end of the chunk before, or the head of a table. */
  readonly repeated: number;
  /** The headings that it stands under, the highest first. */
  readonly headings: readonly string[];
  /** The lines of its text, without what it repeats. */
  readonly lines?: Range;
  /** The pages of its text, without what it repeats. */
  readonly pages?: Range;
}

/** Where a text stands: enough to find it again. */
export interface Citation
  extends Pick<DocumentChunk, 'documentId' | 'headings' | 'lines' | 'pages'>,
    Pick<StoredDocument, 'title' | 'source'> {
  readonly chunkId: string;
}

/** A chunk that was found, and why. */
export interface DocumentHit {
  readonly chunk: DocumentChunk;
  readonly citation: Citation;
  /** 0.3, as of all external content; nothing raises it [GRD-1]. */
  readonly confidence: number;
  /** 1 for the best. */
  readonly rank: number;
  readonly score: number;
  readonly signals: Readonly<Record<string, SignalScore>>;
}

/** A chunk that was found and is not given out. */
export interface CutChunk {
  readonly id: string;
  readonly documentId: string;
  /** It reads like an order to the assistant [GRD-1]. */
  readonly rule: 'HELD';
  /** For people: a sentence for each sign, the heaviest first. */
  readonly reasons: readonly string[];
  readonly score: number;
}

/** The answer to a search in documents. */
export interface FoundChunks {
  readonly hits: readonly DocumentHit[];
  /** Held back; `read` shows them to a person. */
  readonly cut: readonly CutChunk[];
  /** A sentence for each signal that could not speak. */
  readonly degraded: readonly string[];
}

/** The outcome of adding a document. */
export type AddOutcome =
  | {
      /** `replaced`: it replaced its earlier version. `unchanged`: it was there already. */
      readonly kind: 'added' | 'replaced' | 'unchanged';
      readonly document: StoredDocument;
      /** Characters of text that an HTML page hides from its readers, which were left out. Left out where there are none. */
      readonly hiddenCharacters?: number;
    }
  | { readonly kind: 'refused'; readonly refusal: DocumentRefusal };

/** How far the adding of a document has come. */
export interface AddProgress {
  readonly phase: 'reading' | 'storing';
  /** Pages that were read, or chunks that are stored and can be found; 0 while nobody can say. */
  readonly done: number;
  readonly total: number;
}
