import type { AbortSignalLike } from '@agent-memory/core';
import { errorText } from '@agent-memory/core/internal';
import type {
  AuditAction,
  Page,
  PageOptions,
  RecordCallOptions,
  RecordStore,
  SourceSessions,
} from '@agent-memory/long-term';
import { type IndexedRecords, isTabLockFree, takeTabLock } from '@agent-memory/long-term/internal';
import type { ChunkDraft } from '../chunk/chunk-document.ts';
import type { DocumentChunk } from '../documents.ts';
import { RefusedDocument } from '../refusal.ts';
import {
  chunkIds,
  chunkNames,
  chunkOfRecord,
  chunkRecord,
  type DocumentNames,
  documentOfRecord,
  documentRecord,
  type Job,
  jobId,
  jobOfRecord,
  jobRecord,
  type Shelved,
} from './document-records.ts';

/** Chunks of one commit: few enough for a task of a page. */
const CHUNKS_AT_ONCE = 50;
const ERASED_AT_ONCE = 200;
const JOBS_AT_ONCE = 100;
/** An adding that has not come on for so long has no tab any more, where no lock can tell. */
const ABANDONED_MS = 5 * 60_000;
const CHUNKS_LEFT = 'Parts of a document that was not added wait for the next start';
const SHOWN_LEFT =
  'The document is removed, but past contexts still have passages of it; the next start tries again';

/** The means of a shelf. */
export interface ShelfParts {
  readonly store: RecordStore;
  readonly records: IndexedRecords;
  readonly names: DocumentNames;
  nowMs(): number;
  /** Sessions whose past contexts forget what is removed; without them they stay as they were. */
  readonly sessions: Pick<SourceSessions, 'eraseShown'> | undefined;
  /** Work that waits for the next start. */
  onProblem(sentence: string): void;
}

/** A document to be put on the shelf. */
export interface ShelfDraft {
  readonly document: Omit<Shelved, 'version' | 'addedAtMs' | 'updatedAtMs'>;
  readonly chunks: readonly ChunkDraft[];
  readonly evenIfErased: boolean;
}

interface PutOptions {
  readonly signal: AbortSignalLike;
  onStored(chunks: number): void;
}

/**
 * Keeps documents as records of a store.
 *
 * - A document is there whole or not at all: its own record names the edition whose chunks count, and is
 *   written behind them. Until then readers have the version before.
 * - Each commit is small; unfinished work is written down before it, and finished or cleared away by
 *   anyone who opens the store next.
 * - What is removed leaves a keyed tombstone, and its chunks go before `remove` resolves.
 */
export class Shelf {
  readonly #parts: ShelfParts;

  constructor(parts: ShelfParts) {
    this.#parts = parts;
  }

  async list(options: PageOptions): Promise<Page<Shelved>> {
    const { store, names } = this.#parts;
    const { items, next } = await store.page({ namespaces: [names.documents] }, options);
    const documents = items.flatMap((record) => documentOfRecord(record) ?? []);
    return { items: documents, ...(next === undefined ? {} : { next }) };
  }

  /** Those of the documents that there are, by id. */
  async documents(
    ids: readonly string[],
    options: RecordCallOptions,
  ): Promise<ReadonlyMap<string, Shelved>> {
    const { store, names } = this.#parts;
    const recordIds = [...new Set(ids)].map((id) => `${names.documents}/${id}`);
    const records = await store.byIds(recordIds, options);
    const documents = records.flatMap((record) => documentOfRecord(record) ?? []);
    return new Map(documents.map((document) => [document.id, document]));
  }

  /** Chunks by the ids of their records, without those of editions that count no more. */
  async chunks(
    recordIds: readonly string[],
    options: RecordCallOptions,
  ): Promise<ReadonlyMap<string, readonly [DocumentChunk, Shelved]>> {
    const { store, names } = this.#parts;
    const records = await store.byIds(recordIds, options);
    const own = records
      .filter(({ namespace }) => namespace === names.chunks)
      .flatMap((record) => {
        const read = chunkOfRecord(record);
        return read ? [{ id: record.id, ...read }] : [];
      });
    const documents = await this.documents(
      own.map(({ chunk }) => chunk.documentId),
      options,
    );
    const found = new Map<string, readonly [DocumentChunk, Shelved]>();
    for (const { id, chunk, edition } of own) {
      const document = documents.get(chunk.documentId);
      if (document?.edition === edition) found.set(id, [chunk, document]);
    }
    return found;
  }

  /** Some chunks of a document in their order, from a number on. */
  async chunksOf(
    document: Shelved,
    from: number,
    limit: number,
    options: RecordCallOptions,
  ): Promise<readonly DocumentChunk[]> {
    const { store, names } = this.#parts;
    const ids = chunkIds(names, { ...document, documentId: document.id });
    const records = await store.byIds(ids.slice(from - 1, from - 1 + limit), options);
    const chunks = records.flatMap((record) => chunkOfRecord(record)?.chunk ?? []);
    return chunks.sort((one, other) => one.number - other.number);
  }

  /** @throws RefusedDocument where it was removed before, or another call came first. */
  async put(draft: ShelfDraft, { signal, onStored }: PutOptions): Promise<Shelved> {
    const { document, chunks } = draft;
    const { id: documentId, edition } = document;
    const job: Job = { documentId, edition, chunks: chunks.length, state: 'adding', atMs: 0 };
    await this.sweep();
    // Held for as long as the tab lives: others see by it that the adding continues.
    const lock = await takeTabLock(this.#lockOf(job), () => undefined);
    try {
      await this.#begin(draft, job, signal);
      return await this.#putAll(draft, job, { signal, onStored });
    } finally {
      await lock.release();
    }
  }

  async #putAll(draft: ShelfDraft, job: Job, { signal, onStored }: PutOptions): Promise<Shelved> {
    const { chunks } = draft;
    try {
      for (let start = 0; start < chunks.length; start += CHUNKS_AT_ONCE) {
        await this.#putSome(draft, job, start, signal);
        onStored(Math.min(chunks.length, start + CHUNKS_AT_ONCE));
      }
      const replaced = await this.#finish(draft, job, signal);
      if (replaced.before) await this.#clear(removalOf(replaced.before));
      return replaced.document;
    } catch (error) {
      // The job is written down: where this fails too, the next start clears it away.
      await this.#clear(job).catch((left: unknown) => this.#report(CHUNKS_LEFT, left));
      throw error;
    }
  }

  /**
   * Whether there was such a document. It is unreadable at once, and gone with every chunk behind this; for
   * what sessions have shown of it there is a job, which `eraseShown` ends.
   */
  async remove(documentId: string, signal: AbortSignalLike | undefined): Promise<boolean> {
    const { records, names, sessions } = this.#parts;
    const removed = await records.write(async () => {
      const document = (await this.documents([documentId], { signal })).get(documentId);
      if (!document) return { result: undefined };
      const id = `${names.documents}/${documentId}`;
      const removal: Job = { ...removalOf(document), atMs: this.#parts.nowMs() };
      const jobs: readonly Job[] = sessions ? [removal, { ...removal, state: 'shown' }] : [removal];
      const change = {
        puts: await Promise.all(jobs.map((job) => this.#jobPut(job))),
        erase: [id],
        tombstones: [document.fingerprint],
        audit: [this.#audit('erase', id)],
      };
      return { change, result: document };
    }, signal);
    if (removed) await this.#clear(removalOf(removed));
    for (const job of await this.#jobs()) {
      if (job.documentId === documentId && job.state !== 'shown') await this.#clear(job);
    }
    return removed !== undefined;
  }

  /** Takes a removed document out of the past contexts of sessions, also where an earlier call was cut off. */
  async eraseShown(documentId: string, signal: AbortSignalLike | undefined): Promise<void> {
    for (const job of await this.#jobs()) {
      if (job.documentId === documentId && job.state === 'shown') await this.#forget(job, signal);
    }
  }

  /** Takes away what unfinished addings have stored, also of those that still run: their calls are refused. */
  async removeUnfinished(): Promise<void> {
    for (const job of await this.#jobs()) {
      if (job.state === 'shown') await this.#forget(job);
      else await this.#clear(job);
    }
  }

  /**
   * Finishes what a tab that ended has left: chunks that have to go, addings that do not come on, and what
   * sessions have shown of removed documents. Sessions that cannot be reached keep nothing else waiting.
   */
  async sweep(): Promise<void> {
    for (const job of await this.#jobs()) {
      if (job.state === 'shown') {
        await this.#forget(job).catch((error: unknown) => this.#report(SHOWN_LEFT, error));
      } else if (job.state === 'removing' || (await this.#isAbandoned(job))) await this.#clear(job);
    }
  }

  /** Without sessions the job waits for a start that has them. */
  async #forget(job: Job, signal?: AbortSignalLike): Promise<void> {
    const { sessions, records, names } = this.#parts;
    if (!sessions) return;
    await sessions.eraseShown(chunkNames(job), signal ? { signal } : {});
    await records.write(async () => ({
      change: { erase: [jobId(names, job)] },
      result: undefined,
    }));
  }

  async #jobs(): Promise<readonly Job[]> {
    const { store, names } = this.#parts;
    const jobs: Job[] = [];
    let after: string | undefined;
    do {
      const at: Pick<PageOptions, 'after'> = after === undefined ? {} : { after };
      const page = await store.page({ namespaces: [names.jobs] }, { limit: JOBS_AT_ONCE, ...at });
      jobs.push(...page.items.flatMap((record) => jobOfRecord(record) ?? []));
      after = page.next;
    } while (after !== undefined);
    return jobs;
  }

  async #isAbandoned(job: Job): Promise<boolean> {
    const isFree = await isTabLockFree(this.#lockOf(job));
    return isFree ?? this.#parts.nowMs() - job.atMs > ABANDONED_MS;
  }

  /** A store without an address is of this page alone: then there is no lock. */
  #lockOf(job: Job): string | undefined {
    const { store, names } = this.#parts;
    return store.address === undefined ? undefined : `${store.address}/${jobId(names, job)}`;
  }

  #begin(draft: ShelfDraft, job: Job, signal: AbortSignalLike): Promise<void> {
    return this.#parts.records.write(async () => {
      await this.#refuseErased(draft, signal);
      const put = await this.#jobPut({ ...job, atMs: this.#parts.nowMs() });
      return { change: { puts: [put] }, result: undefined };
    }, signal);
  }

  async #refuseErased(
    { document: { fingerprint }, evenIfErased }: ShelfDraft,
    signal: AbortSignalLike,
  ): Promise<void> {
    const tombstones = await this.#parts.store.tombstones([fingerprint], { signal });
    if (tombstones.size > 0 && !evenIfErased) throw erased();
  }

  #putSome(
    { document, chunks }: ShelfDraft,
    job: Job,
    start: number,
    signal: AbortSignalLike,
  ): Promise<void> {
    const { records, names } = this.#parts;
    return records.write(async () => {
      const nowMs = this.#parts.nowMs();
      if (!(await this.#isOpen(job))) throw overtaken();
      const some = chunks.slice(start, start + CHUNKS_AT_ONCE);
      const puts = some.map((chunk, index) =>
        chunkRecord(names, document, chunk, start + index + 1, nowMs),
      );
      const jobPut = await this.#jobPut({ ...job, atMs: nowMs });
      return { change: { puts: [...puts, jobPut] }, result: undefined };
    }, signal);
  }

  #finish(draft: ShelfDraft, job: Job, signal: AbortSignalLike) {
    const { store, records, names } = this.#parts;
    return records.write(async () => {
      if (!(await this.#isOpen(job))) throw overtaken();
      // It may have been removed while it was added.
      await this.#refuseErased(draft, signal);
      const { id, fingerprint } = draft.document;
      const recordId = `${names.documents}/${id}`;
      const [stored] = await store.byIds([recordId]);
      const before = stored && documentOfRecord(stored);
      const nowMs = this.#parts.nowMs();
      const document: Shelved = {
        ...draft.document,
        version: (before?.version ?? 0) + 1,
        addedAtMs: before?.addedAtMs ?? nowMs,
        updatedAtMs: nowMs,
      };
      const removal = before ? [await this.#jobPut({ ...removalOf(before), atMs: nowMs })] : [];
      const change = {
        puts: [documentRecord(names, document, (stored?.revision ?? 0) + 1), ...removal],
        erase: [jobId(names, job)],
        lifted: [fingerprint],
        audit: [this.#audit(before ? 'supersede' : 'store', recordId)],
      };
      return { change, result: { document, before } };
    }, signal);
  }

  async #isOpen(job: Job): Promise<boolean> {
    const { store, names } = this.#parts;
    const [record] = await store.byIds([jobId(names, job)]);
    return record !== undefined && jobOfRecord(record)?.state === 'adding';
  }

  async #jobPut(job: Job) {
    const { store, names } = this.#parts;
    const [stored] = await store.byIds([jobId(names, job)]);
    return jobRecord(names, job, (stored?.revision ?? 0) + 1);
  }

  /** Takes all chunks of a job away, and the job behind them, unless readers have them by now. */
  async #clear(job: Job): Promise<void> {
    const { records, names } = this.#parts;
    const ids = chunkIds(names, job);
    const isRead = await records.write<boolean>(async () => {
      const document = (await this.documents([job.documentId], {})).get(job.documentId);
      if (document?.edition === job.edition) return { result: true };
      const put = await this.#jobPut({ ...job, state: 'removing', atMs: this.#parts.nowMs() });
      return { change: { puts: [put] }, result: false };
    });
    if (isRead) return;
    for (let start = 0; start < ids.length; start += ERASED_AT_ONCE) {
      const erase = ids.slice(start, start + ERASED_AT_ONCE);
      await records.write(async () => ({ change: { erase }, result: undefined }));
    }
    await records.write(async () => ({
      change: { erase: [jobId(names, job)] },
      result: undefined,
    }));
  }

  #report(problem: string, error: unknown): void {
    this.#parts.onProblem(`${problem}. ${errorText(error)}`);
  }

  #audit(action: AuditAction, recordId: string) {
    const { names } = this.#parts;
    return { atMs: this.#parts.nowMs(), action, namespace: names.documents, recordIds: [recordId] };
  }
}

function removalOf({ id, edition, chunks }: Shelved): Job {
  return { documentId: id, edition, chunks, state: 'removing', atMs: 0 };
}

function erased(): RefusedDocument {
  return new RefusedDocument(
    'ERASED',
    'A document of the same text was removed here, and is not taken in again by itself.',
    'Where the user adds it again, say `evenIfErased: true`.',
  );
}

function overtaken(): RefusedDocument {
  return new RefusedDocument(
    'OVERTAKEN',
    'The adding was cleared away: the document was removed meanwhile, or nothing was stored for minutes. Nothing of it is kept.',
    'Add the document again.',
  );
}
