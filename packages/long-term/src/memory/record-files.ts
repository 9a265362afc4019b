import { inSlices } from '@agent-memory/core/internal';
import type { UnbasedChange } from '../change/change-record.ts';
import { decideImport, type ImportDecision, type KnownToImport } from '../change/decide-import.ts';
import { foreignRecord } from '../change/foreign-record.ts';
import { overruled } from '../change/overruling.ts';
import { OwnIds, placeOf } from '../change/own-ids.ts';
import { loadCheck, type TextCheck } from '../guard/load-check.ts';
import { type LineSource, linesOf } from '../lines/file-texts.ts';
import { type FiledRecord, headerLine, readLines, recordLine } from '../lines/record-lines.ts';
import { refusalOfSize } from '../policy/check-kept.ts';
import { refusalOfNamespace } from '../policy/namespaces.ts';
import type { Refusal } from '../policy/refusal.ts';
import { held, heldId, isReviewed, reasonsToHold } from '../quarantine/held-record.ts';
import { tombstonesAgainstEach } from '../records/fingerprint.ts';
import type { MemoryRecord } from '../records/memory-record.ts';
import type { CallOptions, ImportOptions, ImportReport, RefusedLine } from './long-term-memory.ts';
import type { MemoryParts } from './memory-parts.ts';
import type { Readable } from './readable.ts';
import { refusalsOfUserLines } from './user-texts.ts';

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
      const readAt = await store.revision({ signal });
      const page = await store.page(filter, { limit: EXPORTED_AT_ONCE, signal, ...at });
      const versions = await store.versions(
        page.items.map(({ id }) => id),
        { signal },
      );
      for (const record of page.items) {
        // Erased while the lines before were taken: no line may say it after that.
        if (await this.#isThere(record.id, readAt, { signal }))
          yield this.#lineOf(record, versions.get(record.id) ?? []);
      }
      after = page.next;
    } while (after !== undefined);
  }

  #lineOf(record: MemoryRecord, versions: readonly MemoryRecord[]): string {
    const seen = (one: MemoryRecord) => this.#readable.seen(one);
    return recordLine(seen(record), versions.map(seen));
  }

  async #isThere(id: string, readAt: number, { signal }: CallOptions): Promise<boolean> {
    const { store } = this.#parts.settings;
    if ((await store.revision({ signal })) === readAt) return true;
    return (await store.byIds([id], { signal })).length > 0;
  }

  /** @throws RecordFileError if a line is no record; then nothing was imported. */
  async import(
    source: LineSource,
    { signal, from = 'backup' }: ImportOptions,
  ): Promise<ImportReport> {
    const filed = await inSlices(readLines(await linesOf(source)), { signal });
    const ids = new OwnIds(filed);
    const guarded = this.#guarded(await loadCheck(), from);
    const { store, namespaces } = this.#parts.settings;
    const repeating = await refusalsOfUserLines(store, namespaces, filed, signal);
    const refused: RefusedLine[] = [];
    let imported = 0;
    for (let start = 0; start < filed.length; start += IMPORTED_AT_ONCE) {
      const some = filed.slice(start, start + IMPORTED_AT_ONCE);
      const done = await this.#parts.writer.run(async (secret) => {
        const kept = await this.#keptIds(ids.givenIn(some), { signal });
        const own = await inSlices(ids.renamed(some, secret, kept), { signal });
        return this.#decide(own.map(guarded), repeating, secret, { signal });
      }, signal);
      imported += done.imported;
      refused.push(...done.refused);
    }
    return { imported, unchanged: filed.length - imported - refused.length, refused };
  }

  /** A record that reads like an order to the assistant is taken into quarantine, whatever the file says of it. */
  #guarded(check: TextCheck, from: 'backup' | 'outside'): (filed: FiledRecord) => FiledRecord {
    const { hypothesisLifeMs } = this.#parts.settings;
    const time = { nowMs: this.#parts.nowMs(), hypothesisLifeMs };
    return (filed) => {
      const isForeign = from === 'outside';
      const record = isForeign ? foreignRecord(filed.record, time) : filed.record;
      const own = isForeign ? { ...filed, record, versions: [] } : filed;
      if (record.ended || isReviewed(record)) return own;
      const reasons = reasonsToHold(check, record);
      if (reasons.length === 0) return own;
      const id = heldId(record.id);
      return { ...own, record: { ...held(record, reasons, time.nowMs), id }, versions: [] };
    };
  }

  /** Namespaces of the records that have one of these ids already. */
  async #keptIds(
    ids: readonly string[],
    { signal }: CallOptions,
  ): Promise<ReadonlyMap<string, string>> {
    if (ids.length === 0) return new Map();
    const records = await this.#parts.settings.store.byIds(ids, { signal });
    return new Map(records.map(({ id, namespace }) => [id, namespace]));
  }

  async #decide(
    filed: readonly FiledRecord[],
    repeating: ReadonlyMap<number, Refusal>,
    secret: Uint8Array,
    { signal }: CallOptions,
  ) {
    const stored = await this.#stored(filed, secret, { signal });
    const refused: RefusedLine[] = [];
    const puts = new Puts();
    const versions: MemoryRecord[] = [];
    const importedIds: { readonly id: string; readonly namespace: string }[] = [];
    for (const { record, versions: earlier, line } of filed) {
      const refusal = this.#refusalOf([record, ...earlier], stored) ?? repeating.get(line);
      if (refusal) {
        refused.push({ line, refusal });
        continue;
      }
      const known = knownOf(record, stored, puts);
      const decision: ImportDecision = decideImport(record, earlier, known, this.#parts.nowMs());
      if (decision.kind === 'unchanged') continue;
      if (decision.kind === 'overruled') {
        refused.push({ line, refusal: overruled(decision.by) });
        continue;
      }
      for (const put of decision.puts) puts.add(put);
      versions.push(...decision.versions);
      importedIds.push(record);
    }
    const change: UnbasedChange = {
      puts: puts.all(),
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
  async #stored(
    filed: readonly FiledRecord[],
    secret: Uint8Array,
    { signal }: CallOptions,
  ): Promise<Stored> {
    const { store } = this.#parts.settings;
    const all = filed.map(({ record }) => record);
    const hashes = await inSlices(tombstonesAgainstEach(secret, all), { signal });
    const [records, ofKeys, erased] = await Promise.all([
      store.byIds(
        all.map(({ id }) => id),
        { signal },
      ),
      Promise.all(
        keysByNamespace(all).map(([namespace, keys]) => store.byKeys(namespace, keys, { signal })),
      ),
      store.tombstones([...new Set(hashes.flat())], { signal }),
    ]);
    const hashesOf = new Map(all.map((record, at) => [record, hashes[at] ?? []]));
    return {
      byId: new Map(records.map((record) => [record.id, record])),
      byKey: new Map(ofKeys.flat().map((record) => [keyOf(record), record])),
      isErased: (record) => (hashesOf.get(record) ?? []).some((hash) => erased.has(hash)),
    };
  }

  #refusalOf(all: readonly MemoryRecord[], { isErased }: Stored): Refusal | undefined {
    const [record] = all;
    if (record === undefined) return undefined;
    const { type, namespace } = record;
    const refusal =
      refusalOfNamespace(this.#parts.settings.namespaces, type, namespace) ??
      all.map(refusalOfSize).find((one) => one !== undefined);
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

/** The records that a batch puts, each in its last version. */
class Puts {
  readonly #byId = new Map<string, MemoryRecord>();
  /** Not ended, by namespace and key. */
  readonly #byKey = new Map<string, MemoryRecord>();

  add(record: MemoryRecord): void {
    this.#byId.set(record.id, record);
    if (record.key === undefined) return;
    const place = keyOf(record);
    if (!record.ended) this.#byKey.set(place, record);
    else if (this.#byKey.get(place)?.id === record.id) this.#byKey.delete(place);
  }

  byId(id: string): MemoryRecord | undefined {
    return this.#byId.get(id);
  }

  byKey(record: MemoryRecord): MemoryRecord | undefined {
    return record.key === undefined ? undefined : this.#byKey.get(keyOf(record));
  }

  all(): readonly MemoryRecord[] {
    return [...this.#byId.values()];
  }
}

/** Records that the same batch puts already count as stored. */
function knownOf(record: MemoryRecord, { byId, byKey }: Stored, puts: Puts): KnownToImport {
  const { id, key } = record;
  const ofKey = key === undefined ? undefined : byKey.get(keyOf(record));
  const isStale = ofKey !== undefined && puts.byId(ofKey.id) !== undefined;
  return {
    sameId: puts.byId(id) ?? byId.get(id),
    sameKey: puts.byKey(record) ?? (isStale ? undefined : ofKey),
  };
}

function keysByNamespace(
  records: readonly MemoryRecord[],
): readonly (readonly [namespace: string, keys: readonly string[]])[] {
  const keys = new Map<string, string[]>();
  for (const { namespace, key } of records) {
    if (key === undefined) continue;
    const own = keys.get(namespace) ?? [];
    own.push(key);
    keys.set(namespace, own);
  }
  return [...keys];
}

function keyOf({ key = '', namespace }: MemoryRecord): string {
  return placeOf({ id: key, namespace });
}
