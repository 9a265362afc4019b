import type { SignalScore } from '../retrieval/retrieval-index.ts';
import type { BlockKind, Range } from './read/block.ts';
import type { DocumentFormat } from './read/format-of.ts';
import type { DocumentRefusal } from './refusal.ts';

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
export interface Citation {
  readonly documentId: string;
  readonly chunkId: string;
  readonly title: string;
  readonly source?: string;
  readonly headings: readonly string[];
  readonly lines?: Range;
  readonly pages?: Range;
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
      /** `replaced`: it took the place of its earlier version. `unchanged`: it was there already. */
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
