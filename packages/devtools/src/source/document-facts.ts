import type { DocumentPart, Documents, StoredDocument } from '@agent-memory/documents';
import type { Page } from '@agent-memory/long-term';
import type { PageOptions } from './namespace-facts.ts';

/** The part of documents that the panel uses; `remove` is called only when a person has said so twice. */
export type InspectableDocuments = Pick<Documents, 'list' | 'read' | 'remove' | 'subscribe'>;

/** The one way the panel reaches documents. Every answer can be cloned. */
export interface DocumentSource {
  readonly page: (options: PageOptions) => Promise<Page<StoredDocument>>;
  /** Some chunks of a document, from the one of this number on; `undefined` where it is gone. */
  readonly read: (
    id: string,
    options: { readonly from: number; readonly limit: number },
  ) => Promise<DocumentPart | undefined>;
  /** Takes a document away for good, with every chunk; gives whether it was there. */
  readonly remove: (id: string) => Promise<boolean>;
  /** Tells that documents may be other ones than before. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** The documents of the same page as a source for the panel. */
export function documentSource(documents: InspectableDocuments): DocumentSource {
  return {
    page: (options) => documents.list(options),
    read: (id, { from, limit }) => documents.read(id, { from, limit }),
    remove: (id) => documents.remove(id),
    subscribe: (listener) =>
      documents.subscribe(({ type }) => {
        if (type !== 'degradation-add') listener();
      }),
  };
}
