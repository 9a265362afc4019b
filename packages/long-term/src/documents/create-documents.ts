import type { AbortSignalLike } from '@agent-memory/core';
import { errorText, inSlices, orAbort, throwIfAborted } from '@agent-memory/core/internal';
import { LongTermMemoryClosedError } from '../errors/record-errors.ts';
import { type LineSource, linesOf } from '../lines/file-texts.ts';
import { IndexKeeper } from '../memory/index-keeper.ts';
import type { CallOptions } from '../memory/long-term-memory.ts';
import { Writer } from '../memory/writer.ts';
import { callListener } from '../platform/call-listener.ts';
import { checkListener, checkName } from '../platform/check-argument.ts';
import { type OtherTabs, otherTabs } from '../platform/other-tabs.ts';
import type { LoggedEntry } from '../store/record-change.ts';
import type { Page } from '../store/record-store.ts';
import { type Adding, addDocument, importDocument } from './add-document.ts';
import { checkCallOptions, checkInput, checkQuery, type DocumentCall } from './check-calls.ts';
import type { AddOutcome, DocumentInput, FoundChunks, StoredDocument } from './document.ts';
import {
  chunkLine,
  type DocumentFileReport,
  documentHeaderLine,
  documentLine,
  readDocumentLines,
} from './document-files.ts';
import { type DocumentQuery, searchDocuments } from './document-search.ts';
import type {
  AddOptions,
  DocumentEvent,
  DocumentPageOptions,
  DocumentPart,
  Documents,
  ReadPartOptions,
} from './documents.ts';
import { type DocumentSettings, type DocumentsOptions, readDocumentsOptions } from './options.ts';
import { indexedChunk, storedDocument } from './store/document-records.ts';
import { Shelf } from './store/shelf.ts';

const PART_CHUNKS = 50;
const LISTED_AT_ONCE = 100;

/**
 * Makes a place for documents [LTM-10]. Making one touches nothing; the store is opened and the index filled
 * with the first call.
 *
 * @example
 * const documents = createDocuments({ user: 'ada' });
 * const outcome = await documents.add({ name: 'guide.md', content: '# Ferries\n\nThe last one leaves at 22:10.' });
 * if (outcome.kind === 'refused') console.log(outcome.refusal.sentence);
 * const { hits } = await documents.search({ text: 'When does the last ferry leave?' });
 * hits[0]?.citation.headings; // ['Ferries']
 *
 * @throws InvalidOptionError if an option is not known or makes no sense.
 */
export function createDocuments(options: DocumentsOptions = {}): Documents {
  return new DocumentPlace(readDocumentsOptions(options));
}

class DocumentPlace implements Documents {
  readonly #settings: DocumentSettings;
  readonly #keeper: IndexKeeper;
  readonly #writer: Writer;
  readonly #shelf: Shelf;
  readonly #listeners = new Set<(event: DocumentEvent) => void>();
  #started: Promise<void> | undefined;
  #tabs: OtherTabs | undefined;
  #isDisposed = false;

  constructor(settings: DocumentSettings) {
    const { store, index, indexName, names, sessions } = settings;
    this.#settings = settings;
    this.#keeper = new IndexKeeper(store, index, indexName, indexedChunk);
    this.#writer = new Writer(store, ({ puts = [], erase = [] }) =>
      this.#afterCommit([...puts.map(({ id }) => id), ...erase]),
    );
    this.#shelf = new Shelf({
      store,
      writer: this.#writer,
      names,
      nowMs: () => this.#nowMs(),
      sessions,
      onLeftOver: (sentence, error) => this.#degraded(sentence, error),
    });
  }

  get ready(): Promise<void> {
    return this.#begin(undefined);
  }

  async add(input: DocumentInput, options: AddOptions = {}): Promise<AddOutcome> {
    checkCallOptions('add', options);
    checkInput(input);
    await this.#begin(options.signal);
    // It minds the signal itself: what was begun is cleared away first.
    return addDocument(this.#adding(), input, options);
  }

  list(options: DocumentPageOptions = {}): Promise<Page<StoredDocument>> {
    return this.#run('list', options, async () => {
      const { items, ...rest } = await this.#shelf.list(options);
      return { ...rest, items: items.map(storedDocument) };
    });
  }

  get(id: string, options: CallOptions = {}): Promise<StoredDocument | undefined> {
    return this.#run('get', options, async () => {
      checkName(id, 'get.id');
      const document = (await this.#shelf.documents([id], options)).get(id);
      return document && storedDocument(document);
    });
  }

  read(id: string, options: ReadPartOptions = {}): Promise<DocumentPart | undefined> {
    return this.#run('read', options, async () => {
      checkName(id, 'read.id');
      const { from = 1, limit = PART_CHUNKS } = options;
      const document = (await this.#shelf.documents([id], options)).get(id);
      if (!document) return undefined;
      const chunks = await this.#shelf.chunksOf(document, from, limit, options);
      const next = from + limit;
      const hasMore = next <= document.chunks;
      return { document: storedDocument(document), chunks, ...(hasMore ? { next } : {}) };
    });
  }

  search(query: DocumentQuery, options: CallOptions = {}): Promise<FoundChunks> {
    return this.#run('search', options, () => {
      checkQuery(query);
      const { index, names, clock } = this.#settings;
      const parts = { shelf: this.#shelf, index, keeper: this.#keeper, names, clock };
      return searchDocuments(parts, query, options);
    });
  }

  remove(id: string, options: CallOptions = {}): Promise<boolean> {
    return this.#run('remove', options, async () => {
      checkName(id, 'remove.id');
      const { signal } = options;
      const removed = await this.#shelf.remove(id, signal);
      if (removed) {
        await this.#keeper.catchUp();
        this.#tell({ type: 'document-remove', documentId: id });
      }
      await this.#shelf.eraseShown(id, signal);
      return removed;
    });
  }

  async removeAll(options: CallOptions = {}): Promise<number> {
    checkCallOptions('removeAll', options);
    let removed = 0;
    for (;;) {
      const { items } = await this.list({ ...options, limit: LISTED_AT_ONCE });
      if (items.length === 0) break;
      for (const { id } of items) if (await this.remove(id, options)) removed += 1;
    }
    return this.#run('removeAll', options, async () => {
      await this.#shelf.removeUnfinished();
      return removed;
    });
  }

  async *exportLines(options: CallOptions = {}): AsyncGenerator<string, void> {
    checkCallOptions('exportLines', options);
    await this.#begin(options.signal);
    yield documentHeaderLine(this.#nowMs());
    let after: string | undefined;
    do {
      const page = await this.list({ ...options, ...(after === undefined ? {} : { after }) });
      for (const { id } of page.items) yield* this.#exportOne(id, options);
      after = page.next;
    } while (after !== undefined);
  }

  /** A document is read whole first: one that is removed or replaced meanwhile is not written in part. */
  async *#exportOne(id: string, options: CallOptions): AsyncGenerator<string, void> {
    const document = (await this.#shelf.documents([id], options)).get(id);
    if (!document) return;
    const chunks = await this.#shelf.chunksOf(document, 1, document.chunks, options);
    const now = (await this.#shelf.documents([id], options)).get(id);
    if (now?.edition !== document.edition) {
      yield* this.#exportOne(id, options);
      return;
    }
    yield documentLine({ ...storedDocument(document), chunks: chunks.length });
    for (const [index, chunk] of chunks.entries()) yield chunkLine({ ...chunk, number: index + 1 });
  }

  async importLines(lines: LineSource, options: CallOptions = {}): Promise<DocumentFileReport> {
    checkCallOptions('importLines', options);
    const { signal } = options;
    await this.#begin(signal);
    const filed = await inSlices(readDocumentLines(await linesOf(lines)), { signal });
    let imported = 0;
    const refused: DocumentFileReport['refused'][number][] = [];
    for (const one of filed) {
      const outcome = await importDocument(this.#adding(), one, options);
      if (outcome.kind === 'refused') refused.push({ line: one.line, refusal: outcome.refusal });
      else if (outcome.kind !== 'unchanged') imported += 1;
    }
    return { imported, unchanged: filed.length - imported - refused.length, refused };
  }

  audit(options: DocumentPageOptions = {}): Promise<Page<LoggedEntry>> {
    return this.#run('audit', options, async () => {
      const { store, names } = this.#settings;
      const { items, ...rest } = await store.audit(options);
      return { ...rest, items: items.filter(({ namespace }) => namespace === names.documents) };
    });
  }

  subscribe(listener: (event: DocumentEvent) => void): () => void {
    checkListener(listener);
    const own = (event: DocumentEvent) => listener(event);
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  async dispose(): Promise<void> {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    await this.#writer.close();
    this.#tabs?.close();
    await this.#orDegraded(NOT_STORED, () => this.#keeper.close());
    this.#listeners.clear();
  }

  #adding(): Adding {
    return { ...this.#settings, shelf: this.#shelf };
  }

  async #run<Result>(
    call: DocumentCall,
    options: CallOptions,
    work: () => Promise<Result>,
  ): Promise<Result> {
    checkCallOptions(call, options);
    await this.#begin(options.signal);
    return orAbort(work(), options.signal);
  }

  async #begin(signal: AbortSignalLike | undefined): Promise<void> {
    if (this.#isDisposed) throw new LongTermMemoryClosedError();
    throwIfAborted(signal);
    this.#started ??= this.#start();
    await orAbort(this.#started, signal);
  }

  async #start(): Promise<void> {
    try {
      this.#tabs ??= otherTabs(this.#settings.store.address, () => this.#hear());
      await this.#shelf.sweep();
      await this.#keeper.catchUp();
    } catch (error) {
      // The next call tries again: a store that was blocked may open then.
      this.#started = undefined;
      throw error;
    }
  }

  async #afterCommit(recordIds: readonly string[]): Promise<void> {
    this.#tabs?.tell({ recordIds });
    await this.#catchUp();
    this.#tell({ type: 'documents-change', from: 'here' });
    void this.#orDegraded(NOT_STORED, () => this.#keeper.settleInBackground());
  }

  #hear(): void {
    void this.#catchUp().then(() => this.#tell({ type: 'documents-change', from: 'elsewhere' }));
  }

  #catchUp(): Promise<void> {
    return this.#orDegraded('The index could not take what was written; it is stored', () =>
      this.#keeper.catchUp(),
    );
  }

  async #orDegraded(sentence: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#degraded(sentence, error);
    }
  }

  #degraded(sentence: string, error: unknown): void {
    this.#tell({ type: 'degradation-add', sentence: `${sentence}. ${errorText(error)}` });
  }

  #tell(event: DocumentEvent): void {
    for (const listener of [...this.#listeners]) callListener(() => listener(event));
  }

  #nowMs(): number {
    return Math.floor(this.#settings.clock.nowMs());
  }
}

const NOT_STORED = 'The index could not be stored; it is brought up at the next start';
