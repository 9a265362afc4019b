import { crypt, eachInSteps, inSlices } from '@agent-memory/core/internal';
import { auditOf } from '../change/change-record.ts';
import { decideImport, foreignRecord, type KnownToImport } from '../change/decide-import.ts';
import { overruled } from '../change/overruling.ts';
import { OwnIds, placeOf } from '../change/own-ids.ts';
import { toldPrivately } from '../change/private-statements.ts';
import { loadCheck, type TextCheck } from '../guard/load-check.ts';
import {
  type FiledRecord,
  filedRecord,
  headerLine,
  jsonLines,
  type LineSource,
  type LinesOfFile,
  RECORDS_FORMAT,
  recordLine,
  sealLine,
} from '../lines/record-lines.ts';
import {
  LONGEST_JSON,
  LONGEST_KEPT_ID,
  LONGEST_NAME,
  LONGEST_TEXT,
  MOST_ALIASES,
  MOST_EVIDENCE,
} from '../policy/fields.ts';
import { authorIn, type Namespaces, refusalOfNamespace, withOwn } from '../policy/namespaces.ts';
import type { Refusal } from '../policy/refusal.ts';
import { refusalOfSecret } from '../policy/secrets.ts';
import { held, heldId, ordersIn } from '../quarantine/held-record.ts';
import { tombstonesAgainst } from '../records/fingerprint.ts';
import type { JsonValue, MemoryRecord } from '../records/memory-record.ts';
import type {
  CallOptions,
  ExportOptions,
  ImportOptions,
  ImportReport,
  RefusedLine,
} from './long-term-memory.ts';
import type { MemoryParts } from './memory-parts.ts';
import { pagesOf } from './pages.ts';
import { privateStatements } from './private-records.ts';
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

  /** A header, then a line for each record that may be read, with its history, then the seal of all these. */
  async *export({ signal, passphrase }: ExportOptions): AsyncGenerator<string, void> {
    const sealer = await crypt.sealerOf(await this.#keys(passphrase, { signal }));
    for await (const line of this.#lines({ signal })) {
      sealer?.add(line);
      yield line;
    }
    if (sealer) yield sealLine(await sealer.seal());
  }

  async #keys(passphrase: string | undefined, { signal }: CallOptions): Promise<crypt.SealKeys> {
    const { store, namespaces } = this.#parts.settings;
    return { secret: await store.secret({ signal }), owner: namespaces.user, passphrase };
  }

  async *#lines({ signal }: CallOptions): AsyncGenerator<string, void> {
    const { store, redacted } = this.#parts.settings;
    yield headerLine(RECORDS_FORMAT, this.#parts.nowMs());
    const namespaces = await this.#readable.namespaces(undefined, { signal });
    const filter = { namespaces, withEnded: true };
    // A record that is erased while the lines before are taken must not be said after that.
    let readAt = 0;
    const read = async (at: { readonly after?: string }) => {
      readAt = await store.revision({ signal });
      return store.page(filter, { limit: EXPORTED_AT_ONCE, signal, ...at });
    };
    for await (const items of pagesOf(read)) {
      const ids = items.map(({ id }) => id);
      const versions = await store.versions(ids, { signal });
      for (const record of items) {
        if (await this.#isThere(record.id, readAt, { signal })) {
          yield recordLine(redacted(record), (versions.get(record.id) ?? []).map(redacted));
        }
      }
    }
  }

  async #isThere(id: string, readAt: number, { signal }: CallOptions): Promise<boolean> {
    const { store } = this.#parts.settings;
    if ((await store.revision({ signal })) === readAt) return true;
    return (await store.byIds([id], { signal })).length > 0;
  }

  /** @throws RecordFileError if a line is no record; then nothing was imported. */
  async import(
    source: LineSource,
    { signal, from: given, passphrase }: ImportOptions,
  ): Promise<ImportReport> {
    const { namespaces, redacted } = this.#parts.settings;
    const file = await jsonLines(source, RECORDS_FORMAT, { signal });
    const { lines } = file;
    const { from, sentence } = given
      ? crypt.trustByCaller(given)
      : await this.#trustIn(file, passphrase, { signal });
    const redactedRecord = (line: LinesOfFile['lines'][number]): FiledRecord => {
      const { record, versions, ...filed } = filedRecord(line);
      return { ...filed, record: redacted(record), versions: versions.map(redacted) };
    };
    const read = await inSlices(eachInSteps(lines, redactedRecord), { signal });
    const filed = from === 'backup' ? read : read.map((one) => inNameOfReader(one, namespaces));
    const ids = new OwnIds(filed);
    const guarded = this.#guarded(await loadCheck(), from);
    const refused: RefusedLine[] = [];
    let imported = 0;
    for (let start = 0; start < filed.length; start += IMPORTED_AT_ONCE) {
      const some = filed.slice(start, start + IMPORTED_AT_ONCE);
      const done = await this.#parts.records.write(async (secret) => {
        const kept = await this.#keptIds(ids.givenIn(some), { signal });
        const own = await inSlices(eachInSteps(some, ids.renaming(secret, kept)), { signal });
        return this.#decide(own.map(guarded), secret, { signal, from });
      }, signal);
      imported += done.imported;
      refused.push(...done.refused);
    }
    const unchanged = filed.length - imported - refused.length;
    return { imported, unchanged, refused, from, sentence };
  }

  async #trustIn(
    { digest, seal }: LinesOfFile,
    passphrase: string | undefined,
    call: CallOptions,
  ): Promise<crypt.FileTrust> {
    return crypt.trustBySeal(digest, seal, await this.#keys(passphrase, call));
  }

  /** A record that reads like an order to the assistant is taken into quarantine, whatever the file says of it. */
  #guarded(check: TextCheck, from: 'backup' | 'outside'): (filed: FiledRecord) => FiledRecord {
    const { hypothesisLifeMs, people } = this.#parts.settings;
    const time = { nowMs: this.#parts.nowMs(), hypothesisLifeMs };
    return (filed) => {
      const isForeign = from === 'outside';
      const record = isForeign ? foreignRecord(filed.record, time) : filed.record;
      const own = isForeign ? { ...filed, record, versions: [] } : filed;
      if (record.ended) return own;
      const reasons = ordersIn(check, record, people.isOfOther(record));
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
    secret: Uint8Array,
    { signal, from }: ImportOptions,
  ) {
    const stored = await this.#stored(filed, secret, { signal });
    const { people } = this.#parts.settings;
    const refused: RefusedLine[] = [];
    const puts = new Puts();
    const versions: MemoryRecord[] = [];
    const importedIds: { readonly id: string; readonly namespace: string }[] = [];
    for (const { record, versions: earlier, line } of filed) {
      const refusal = this.#refusalOf([record, ...earlier], stored, from === 'backup');
      if (refusal) {
        refused.push({ line, refusal });
        continue;
      }
      const known = knownOf(record, stored, puts);
      const decision = decideImport(record, earlier, known, this.#parts.nowMs(), people);
      if (decision.kind === 'unchanged') continue;
      if (decision.kind === 'overruled' || decision.kind === 'refused') {
        const against = decision.kind === 'refused' ? decision.refusal : overruled(decision.by);
        refused.push({ line, refusal: against });
        continue;
      }
      for (const put of decision.puts) puts.add(put);
      versions.push(...decision.versions);
      importedIds.push(record);
    }
    const result = { imported: importedIds.length, refused };
    if (importedIds.length === 0) return { result };
    const audit = auditOf('import', importedIds, this.#parts.nowMs());
    return { change: { puts: puts.all(), versions, audit }, result };
  }

  /** Reads the stored records of a batch at once. */
  async #stored(
    filed: readonly FiledRecord[],
    secret: Uint8Array,
    { signal }: CallOptions,
  ): Promise<Stored> {
    const { store, namespaces, people } = this.#parts.settings;
    const all = filed.map(({ record }) => record);
    const hashes = await inSlices(
      eachInSteps(all, (record) =>
        tombstonesAgainst(secret, record, withOwn(namespaces, record.namespace)),
      ),
      { signal },
    );
    const isShared = all.some(({ namespace }) => people.isShared(namespace));
    const [records, ofKeys, erased, secrets] = await Promise.all([
      store.byIds(
        all.map(({ id }) => id),
        { signal },
      ),
      Promise.all(
        keysByNamespace(all).map(([namespace, keys]) => store.byKeys(namespace, keys, { signal })),
      ),
      store.tombstones([...new Set(hashes.flat())], { signal }),
      isShared ? privateStatements(this.#parts, signal) : undefined,
    ]);
    const hashesOf = new Map(all.map((record, at) => [record, hashes[at] ?? []]));
    return {
      byId: new Map(records.map((record) => [record.id, record])),
      byKey: new Map(ofKeys.flat().map((record) => [keyOf(record), record])),
      toldBy: (record) => (people.isShared(record.namespace) ? secrets?.saidBy(record) : undefined),
      isErased: (record) => (hashesOf.get(record) ?? []).some((hash) => erased.has(hash)),
    };
  }

  #refusalOf(
    all: readonly MemoryRecord[],
    { isErased, toldBy }: Stored,
    isBackup: boolean,
  ): Refusal | undefined {
    const [record] = all;
    if (record === undefined) return undefined;
    const { type, namespace } = record;
    const { namespaces } = this.#parts.settings;
    // Of a backup the user agreed to a secret of their own when it was stored; nobody did of another file.
    const ofSecret = (one: MemoryRecord) =>
      refusalOfSecret({ ...one, evenIfSecret: isBackup }, namespaces, namespace);
    const refusal =
      refusalOfNamespace(namespaces, type, namespace) ??
      all.map(refusalOfSize).find((one) => one !== undefined) ??
      all.map(ofSecret).find((one) => one !== undefined);
    if (refusal) return refusal;
    const told = all.map(toldBy).find((one) => one !== undefined);
    if (told) return toldPrivately(told);
    if (!isErased(record)) return undefined;
    return { rule: 'ERASED', sentence: 'This was erased here, and is not taken in again.' };
  }
}

/** A record of a file from outside: in a shared namespace it is this user's claim, whatever name the file gives. */
function inNameOfReader(filed: FiledRecord, namespaces: Namespaces): FiledRecord {
  const { author: _, ...record } = filed.record;
  const author = authorIn(namespaces, record.namespace);
  return { ...filed, record: author === undefined ? record : { ...record, author } };
}

/** The stored records of a batch. */
interface Stored {
  readonly byId: ReadonlyMap<string, MemoryRecord>;
  /** Not ended, by namespace and key. */
  readonly byKey: ReadonlyMap<string, MemoryRecord>;
  isErased(record: MemoryRecord): boolean;
  /** A private record that says the same, where others would read it. */
  toldBy(record: MemoryRecord): MemoryRecord | undefined;
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

/** A day is written behind each relative date of a draft; the shortest of them has two letters. */
const LONGEST_KEPT_TEXT = 8 * LONGEST_TEXT;
/** Metadata is joined with each statement of the same. */
const LONGEST_KEPT_JSON = 10 * LONGEST_JSON;
/** One statement ends what was said about the same; more than these nobody says. */
const MOST_SUPERSEDED = 1000;

/** Why a record from a file is larger than any that a draft could have become [LTM-8]. */
function refusalOfSize(record: MemoryRecord): Refusal | undefined {
  const {
    text,
    id,
    key = '',
    subject = '',
    aliases = [],
    namespace,
    supersedes = '',
    alsoSupersedes = [],
    disputedBy = [],
    supersededBy = '',
  } = record;
  if (text.length > LONGEST_KEPT_TEXT) {
    const sentence = `The text has ${text.length} characters; a record has at most ${LONGEST_KEPT_TEXT}.`;
    return { rule: 'TEXT_TOO_LONG', sentence, field: 'text' };
  }
  const isLong: Partial<Record<keyof MemoryRecord, boolean>> = {
    id: id.length > LONGEST_KEPT_ID,
    supersedes: supersedes.length > LONGEST_KEPT_ID,
    alsoSupersedes:
      alsoSupersedes.length > MOST_SUPERSEDED ||
      alsoSupersedes.some((other) => other.length > LONGEST_KEPT_ID),
    disputedBy:
      disputedBy.length > MOST_SUPERSEDED ||
      disputedBy.some((other) => other.length > LONGEST_KEPT_ID),
    supersededBy: supersededBy.length > LONGEST_KEPT_ID,
    namespace: namespace.length > LONGEST_NAME,
    key: key.length > LONGEST_NAME,
    subject: subject.length > LONGEST_NAME,
    aliases: aliases.length > MOST_ALIASES || aliases.some((name) => name.length > LONGEST_NAME),
    evidence: record.evidence.length > MOST_EVIDENCE || sizeOf(record.evidence) > LONGEST_EVIDENCE,
    value: sizeOf(record.value) > LONGEST_KEPT_JSON,
    metadata: sizeOf(record.metadata) > LONGEST_KEPT_JSON,
  };
  const field = Object.entries(isLong).find(([, isTooLong]) => isTooLong)?.[0];
  if (field === undefined) return undefined;
  return { rule: 'INVALID_FIELD', sentence: `\`${field}\` is larger than a record may be.`, field };
}

/** Two names for each message, and the signs around them. */
const LONGEST_EVIDENCE = MOST_EVIDENCE * (2 * LONGEST_NAME + 100);

function sizeOf(value: JsonValue | MemoryRecord['evidence'] | undefined): number {
  return value === undefined ? 0 : JSON.stringify(value).length;
}
