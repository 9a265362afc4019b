import type { DocumentPart, Documents, StoredDocument } from '@agent-memory/long-term/documents';

/** The part of documents that the panel uses; `remove` is called only when a person has said so twice. */
export type InspectableDocuments = Pick<
  Documents,
  'list' | 'read' | 'search' | 'remove' | 'subscribe'
>;

/** A passage that a search gives out. */
export interface FoundPassage {
  readonly chunkId: string;
  /** 1 for the best. */
  readonly rank: number;
  readonly score: number;
}

/** A passage that a search found and holds back. */
export interface HeldPassage {
  readonly chunkId: string;
  readonly score: number;
  /** A sentence for each sign, the heaviest first. */
  readonly reasons: readonly string[];
}

/** The passages that a question finds, without their words. */
export interface PassageFacts {
  readonly hits: readonly FoundPassage[];
  readonly held: readonly HeldPassage[];
  /** A sentence for each signal that could not speak. */
  readonly degraded: readonly string[];
}

/** Some of the documents, without their text, newest first. */
export interface DocumentPage {
  readonly documents: readonly StoredDocument[];
  /** Where the next page begins; absent behind the last one. */
  readonly next?: string;
}

/** The one way the panel reaches documents. Every answer can be cloned. */
export interface DocumentSource {
  readonly page: (options: {
    readonly limit: number;
    readonly after?: string;
  }) => Promise<DocumentPage>;
  /** Some chunks of a document, from the one of this number on; `undefined` where it is gone. */
  readonly read: (
    id: string,
    options: { readonly from: number; readonly limit: number },
  ) => Promise<DocumentPart | undefined>;
  /** Looks for passages as a context would. */
  readonly search: (query: {
    readonly text: string;
    readonly limit: number;
  }) => Promise<PassageFacts>;
  /** Takes a document away for good, with every chunk; gives whether it was there. */
  readonly remove: (id: string) => Promise<boolean>;
  /** Tells that documents may be other ones than before. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** The documents of the same page as a source for the panel. */
export function documentSource(documents: InspectableDocuments): DocumentSource {
  return {
    page: async (options) => {
      const { items, next } = await documents.list(options);
      return { documents: items, ...(next === undefined ? {} : { next }) };
    },
    read: (id, options) => documents.read(id, options),
    search: async (query) => {
      const { hits, cut, degraded } = await documents.search(query);
      return {
        hits: hits.map(({ chunk, rank, score }) => ({ chunkId: chunk.id, rank, score })),
        held: cut.map(({ id, score, reasons }) => ({ chunkId: id, score, reasons })),
        degraded,
      };
    },
    remove: (id) => documents.remove(id),
    subscribe: (listener) =>
      documents.subscribe(({ type }) => {
        if (type !== 'degradation-add') listener();
      }),
  };
}
