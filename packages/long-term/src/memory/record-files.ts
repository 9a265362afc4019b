import { decideImport, type ImportDecision, type KnownToImport } from '../change/decide-import.ts';
import { type LineSource, linesOf } from '../lines/file-texts.ts';
import { type FiledRecord, headerLine, readLines, recordLine } from '../lines/record-lines.ts';
import { refusalOfNamespace } from '../policy/namespaces.ts';
import type { Refusal } from '../policy/refusal.ts';
import { contentId, isContentId, tombstoneOf } from '../records/fingerprint.ts';
import { givenId } from '../records/given-id.ts';
import type { MemoryRecord } from '../records/memory-record.ts';
import type { RecordChange } from '../store/record-change.ts';
import type { CallOptions, ImportReport, RefusedLine } from './long-term-memory.ts';
import type { MemoryParts } from './memory-parts.ts';
import type { Readable } from './readable.ts';

const EXPORTED_AT_ONCE = 100;
/** Lines of one commit, and of one look at the index. */
const IMPORTED_AT_ONCE = 500;

/** Records as lines of JSON, out and in [LTM-8]. */
export class RecordFiles {
  readonly #parts: MemoryParts;
  readonly #readable: Readable;

  constructor(parts: MemoryParts, readable: Readable) {
    this.#parts = parts;
    this.#readable = readable;
  }

  /** A header, then a line for each record that may be read, with its history. */
  async *export({ signal }: CallOptions): AsyncGenerator<string, void> {
    const { store } = this.#parts.settings;
    yield headerLine(this.#parts.nowMs());
    const namespaces = await this.#readable.namespaces(undefined, { signal });
    let after: string | undefined;
    do {
      const at = after === undefined ? {} : { after };
      const filter = { namespaces, withEnded: true };
      const page = await store.page(filter, { limit: EXPORTED_AT_ONCE, signal, ...at });
      for (const record of page.items) {
        yield recordLine(record, await store.versions(record.id, { signal }));
      }
      after = page.next;
    } while (after !== undefined);
  }

  /** @throws RecordFileError if a line is no record; then nothing was imported. */
  async import(source: LineSource, { signal }: CallOptions): Promise<ImportReport> {
    const filed = await this.#withOwnIds(readLines(await linesOf(source)));
    const refused: RefusedLine[] = [];
    let imported = 0;
    for (let start = 0; start < filed.length; start += IMPORTED_AT_ONCE) {
      const some = filed.slice(start, start + IMPORTED_AT_ONCE);
      const done = await this.#parts.writer.run(() => this.#decide(some, { signal }), signal);
      imported += done.imported;
      refused.push(...done.refused);
    }
    return { imported, unchanged: filed.length - imported - refused.length, refused };
  }

  /**
   * Ids made from content are made anew, so that writing the same here finds the record; others belong
   * to the namespace of their record, so that no file reaches a record of another one [NS-1].
   */
  async #withOwnIds(filed: readonly FiledRecord[]): Promise<readonly FiledRecord[]> {
    const secret = await this.#parts.secret();
    const ids = new Map(
      filed
        .filter(({ record }) => isContentId(record.id))
        .map(({ record }) => [placeOf(record), contentId(secret, record)]),
    );
    const kept = await this.#keptIds(filed);
    const own = (id: string, namespace: string) =>
      ids.get(placeOf({ id, namespace })) ??
      (isContentId(id) || kept.get(id) === namespace ? id : givenId(namespace, id));
    const renamed = (record: MemoryRecord): MemoryRecord => {
      const { id, namespace, supersedes, supersededBy } = record;
      return {
        ...record,
        id: own(id, namespace),
        ...(supersedes === undefined ? {} : { supersedes: own(supersedes, namespace) }),
        ...(supersededBy === undefined ? {} : { supersededBy: own(supersededBy, namespace) }),
      };
    };
    return filed.map(({ record, versions, line }) => ({
      line,
      record: renamed(record),
      versions: versions.map(renamed),
    }));
  }

  /** Namespaces of the records that have an id of the file already. */
  async #keptIds(filed: readonly FiledRecord[]): Promise<ReadonlyMap<string, string>> {
    const given = filed.map(({ record }) => record.id).filter((id) => !isContentId(id));
    const records = await this.#parts.settings.store.byIds(given);
    return new Map(records.map(({ id, namespace }) => [id, namespace]));
  }

  async #decide(filed: readonly FiledRecord[], { signal }: CallOptions) {
    const stored = await this.#stored(filed, { signal });
    const refused: RefusedLine[] = [];
    const puts = new Map<string, MemoryRecord>();
    const versions: MemoryRecord[] = [];
    const importedIds: { readonly id: string; readonly namespace: string }[] = [];
    for (const { record, versions: earlier, line } of filed) {
      const refusal = this.#refusalOf(record, stored);
      if (refusal) {
        refused.push({ line, refusal });
        continue;
      }
      const known = knownOf(record, stored, puts);
      const decision: ImportDecision = decideImport(record, earlier, known, this.#parts.nowMs());
      if (decision.kind === 'unchanged') continue;
      for (const put of decision.puts) puts.set(put.id, put);
      versions.push(...decision.versions);
      importedIds.push(record);
    }
    const change: Omit<RecordChange, 'basis'> = {
      puts: [...puts.values()],
      versions,
      audit: this.#auditOf(importedIds),
    };
    const result = { imported: importedIds.length, refused };
    return importedIds.length === 0 ? { result } : { change, result };
  }

  #auditOf(records: readonly { readonly id: string; readonly namespace: string }[]) {
    const atMs = this.#parts.nowMs();
    return [...new Set(records.map(({ namespace }) => namespace))].map((namespace) => ({
      atMs,
      action: 'import' as const,
      namespace,
      recordIds: records.filter((one) => one.namespace === namespace).map(({ id }) => id),
    }));
  }

  /** Reads the stored records of a batch at once. */
  async #stored(filed: readonly FiledRecord[], { signal }: CallOptions): Promise<Stored> {
    const { store } = this.#parts.settings;
    const secret = await this.#parts.secret();
    const all = filed.map(({ record }) => record);
    const hashOf = ({ namespace, text }: MemoryRecord) => tombstoneOf(secret, namespace, text);
    const hashes = new Map(all.map((record) => [record, hashOf(record)]));
    const [records, ofKeys, erased] = await Promise.all([
      store.byIds(
        all.map(({ id }) => id),
        { signal },
      ),
      Promise.all(
        all.map(({ namespace, key }) =>
          key === undefined ? undefined : store.byKey(namespace, key, { signal }),
        ),
      ),
      store.tombstones([...new Set(hashes.values())], { signal }),
    ]);
    return {
      byId: new Map(records.map((record) => [record.id, record])),
      byKey: new Map(
        ofKeys.filter((record) => record !== undefined).map((record) => [keyOf(record), record]),
      ),
      isErased: (record) => erased.has(hashes.get(record) ?? ''),
    };
  }

  #refusalOf(record: MemoryRecord, { isErased }: Stored): Refusal | undefined {
    const { type, namespace } = record;
    const refusal = refusalOfNamespace(this.#parts.settings.namespaces, type, namespace);
    if (refusal || !isErased(record)) return refusal;
    return { rule: 'ERASED', sentence: 'This was erased here, and is not taken in again.' };
  }
}

/** The stored records of a batch. */
interface Stored {
  readonly byId: ReadonlyMap<string, MemoryRecord>;
  /** Not ended, by namespace and key. */
  readonly byKey: ReadonlyMap<string, MemoryRecord>;
  isErased(record: MemoryRecord): boolean;
}

/** Records that the same file has put already count as stored. */
function knownOf(
  record: MemoryRecord,
  { byId, byKey }: Stored,
  puts: ReadonlyMap<string, MemoryRecord>,
): KnownToImport {
  const { id, namespace, key } = record;
  const ofKey = key === undefined ? undefined : byKey.get(keyOf(record));
  const inFile = [...puts.values()].find(
    (one) => key !== undefined && one.key === key && one.namespace === namespace && !one.ended,
  );
  const isStale = ofKey !== undefined && puts.has(ofKey.id);
  return { sameId: puts.get(id) ?? byId.get(id), sameKey: inFile ?? (isStale ? undefined : ofKey) };
}

function keyOf({ key = '', namespace }: MemoryRecord): string {
  return placeOf({ id: key, namespace });
}

/** An id stands for one record in each namespace, whatever a file claims. */
function placeOf({ id, namespace }: Pick<MemoryRecord, 'id' | 'namespace'>): string {
  return JSON.stringify([namespace, id]);
}
