import { callListener } from '@agent-memory/core/internal';
import type { CallOptions } from '@agent-memory/long-term';
import { check, IndexedRecords } from '@agent-memory/long-term/internal';
import { type Adding, addDocument } from './add-document.ts';
import { searchDocuments } from './document-search.ts';
import type {
  AddOptions,
  DocumentEvent,
  DocumentInput,
  DocumentPageOptions,
  DocumentQuery,
  Documents,
  ReadPartOptions,
} from './documents.ts';
import { type DocumentsOptions, readDocumentsOptions } from './options.ts';
import { DOCUMENT_FORMATS } from './read/format-of.ts';
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
  const settings = readDocumentsOptions(options);
  const { store, index, names, sessions, clock } = settings;
  const listeners = new Set<(event: DocumentEvent) => void>();
  const tell = (event: DocumentEvent) => {
    for (const listener of [...listeners]) callListener(() => listener(event));
  };
  const nowMs = () => Math.floor(clock.nowMs());
  const onProblem = (sentence: string) => tell({ type: 'degradation-add', sentence });
  const records = new IndexedRecords({
    store,
    index,
    documentOf: indexedChunk,
    onStart: () => shelf.sweep(),
    onWritten: ({ from }) => tell({ type: 'documents-change', from }),
    onProblem,
  });
  const shelf = new Shelf({ store, records, names, nowMs, sessions, onProblem });
  const adding: Adding = { ...settings, shelf };

  async function run<Result>(
    call: string,
    options: CallOptions,
    work: () => Promise<Result>,
  ): Promise<Result> {
    checkCallOptions(call, options);
    return records.run(work, options.signal);
  }

  async function shelved(id: string, options: CallOptions) {
    return (await shelf.documents([id], options)).get(id);
  }

  const documents: Documents = {
    get ready() {
      return records.begin(undefined);
    },
    async add(input, options = {}) {
      checkCallOptions('add', options);
      checkInput(input);
      await records.begin(options.signal);
      // It minds the signal itself: what was begun is cleared away first.
      return addDocument(adding, input, options);
    },
    list: (options = {}) =>
      run('list', options, async () => {
        const { items, ...rest } = await shelf.list(options);
        return { ...rest, items: items.map(storedDocument) };
      }),
    get: (id, options = {}) =>
      run('get', options, async () => {
        checkId(id, 'get');
        const document = await shelved(id, options);
        return document && storedDocument(document);
      }),
    read: (id, options = {}) =>
      run('read', options, async () => {
        checkId(id, 'read');
        const { from = 1, limit = PART_CHUNKS } = options;
        const document = await shelved(id, options);
        if (!document) return undefined;
        const chunks = await shelf.chunksOf(document, from, limit, options);
        const next = from + limit;
        const hasMore = next <= document.chunks;
        return { document: storedDocument(document), chunks, ...(hasMore ? { next } : {}) };
      }),
    search: (query, options = {}) =>
      run('search', options, async () => {
        checkQuery(query);
        return searchDocuments({ shelf, records, names, clock }, query, options);
      }),
    remove: (id, options = {}) =>
      run('remove', options, async () => {
        checkId(id, 'remove');
        const removed = await shelf.remove(id, options.signal);
        if (removed) {
          await records.catchUp();
          tell({ type: 'document-remove', documentId: id });
        }
        await shelf.eraseShown(id, options.signal);
        return removed;
      }),
    async removeAll(options = {}) {
      checkCallOptions('removeAll', options);
      let removed = 0;
      for (;;) {
        const { items } = await documents.list({ ...options, limit: LISTED_AT_ONCE });
        if (items.length === 0) break;
        for (const { id } of items) if (await documents.remove(id, options)) removed += 1;
      }
      return run('removeAll', options, async () => {
        await shelf.removeUnfinished();
        return removed;
      });
    },
    audit: (options = {}) =>
      run('audit', options, async () => {
        const { items, ...rest } = await store.audit(options);
        return { ...rest, items: items.filter(({ namespace }) => namespace === names.documents) };
      }),
    subscribe(listener) {
      check.checkValue(listener, 'listener', check.aFunction);
      const own = (event: DocumentEvent) => listener(event);
      listeners.add(own);
      return () => void listeners.delete(own);
    },
    async dispose() {
      await records.close();
      listeners.clear();
    },
  };
  return documents;
}

type Checks<Fields> = check.Checks<Fields>;
const { aFlag, aFunction, aLimit, aName, anAmount, aText, checkFields, checkThat } = check;
const LONGEST_ID = 200;

const CALL: Checks<CallOptions> = { signal: check.aSignal };
const ADDING: Checks<AddOptions> = { ...CALL, onProgress: aFunction, evenIfErased: aFlag };
const LISTING: Checks<DocumentPageOptions> = { ...CALL, limit: aLimit, after: aText };
const READING: Checks<ReadPartOptions> = { ...CALL, from: aLimit, limit: aLimit };
/** The options of calls that take more than a signal. */
const OPTIONS: Readonly<Record<string, Checks<check.Fields>>> = {
  add: ADDING,
  list: LISTING,
  audit: LISTING,
  read: READING,
};
const INPUT: Checks<DocumentInput> = {
  content: checkThat(
    'must be a text, bytes, a File or a Blob',
    (content) =>
      typeof content === 'string' ||
      content instanceof ArrayBuffer ||
      content instanceof Uint8Array ||
      content instanceof Blob,
  ),
  id: checkThat(
    `must be a text of 1 to ${LONGEST_ID} characters without "#" and "@", which part it from its chunks`,
    (id) => typeof id === 'string' && /^[^\s#@][^#@]*$/u.test(id) && id.length <= LONGEST_ID,
  ),
  title: aText,
  name: aText,
  source: aText,
  format: check.oneOf(DOCUMENT_FORMATS),
  mediaType: aText,
};
const QUERY: Checks<DocumentQuery> = {
  text: aText,
  limit: aLimit,
  maxTokens: anAmount,
  documentIds: check.listOf(),
};

/** Each throws InvalidOptionError if a field is not known or makes no sense; nothing was done. */
function checkCallOptions(call: string, options: unknown): void {
  checkFields(options, OPTIONS[call] ?? CALL, call);
}

function checkInput(input: unknown): void {
  checkFields(input, INPUT, 'add', ['content']);
}

function checkQuery(query: unknown): void {
  checkFields(query, QUERY, 'search', ['text']);
}

function checkId(id: unknown, call: string): void {
  check.checkValue(id, `${call}.id`, aName);
}
