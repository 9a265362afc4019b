import { type AbortSignalLike, InvalidOptionError } from '@agent-memory/core';
import { eachInSteps, inSlices } from '@agent-memory/core/internal';
import { auditOf } from '../change/change-record.ts';
import { refusalOfClosed, withOwn } from '../policy/namespaces.ts';
import type { Refusal } from '../policy/refusal.ts';
import { notHeld } from '../quarantine/held-record.ts';
import { tombstonesOf } from '../records/fingerprint.ts';
import type { MemoryRecord } from '../records/memory-record.ts';
import type { Listing } from './listing.ts';
import type {
  CallOptions,
  ConfirmOptions,
  EraseOptions,
  EraseReport,
  EraseTarget,
} from './long-term-memory.ts';
import type { MemoryParts } from './memory-parts.ts';
import { pagesOf } from './pages.ts';
import type { Readable } from './readable.ts';
import { eraseSources, type SourceSessions } from './source-sessions.ts';

const ERASED_AT_ONCE = 500;
const NO_SOURCES = { sources: [], missing: [] };

/** Takes records away for good: from the store, its history and the index [LTM-8]. */
export class Eraser {
  readonly #parts: MemoryParts;
  readonly #listing: Listing;
  readonly #readable: Readable;

  constructor(parts: MemoryParts, listing: Listing, readable: Readable) {
    this.#parts = parts;
    this.#listing = listing;
    this.#readable = readable;
  }

  async erase(
    target: EraseTarget,
    { signal, includeSources = false, by }: EraseOptions & ConfirmOptions,
  ): Promise<EraseReport> {
    const sessions = includeSources ? this.#sessions() : undefined;
    const { ids, refusal } = await this.#idsOf(target, { signal });
    if (refusal) return { recordIds: [], ...NO_SOURCES, refusal };
    // First of all: a record names its sources for as long as it is there.
    const { sources, missing } = sessions
      ? await eraseSources(sessions, await this.#ownVersions(ids, signal), { signal })
      : NO_SOURCES;
    if (ids.length > 0) await sessions?.eraseShown(ids, signal ? { signal } : {});
    for (let start = 0; start < ids.length; start += ERASED_AT_ONCE) {
      await this.#eraseSome(ids.slice(start, start + ERASED_AT_ONCE), by, signal);
    }
    return this.#told(ids, { sources, missing });
  }

  /** One that waits in quarantine, and nothing else of that id. */
  async eraseHeld(id: string, { by = 'user', signal }: ConfirmOptions): Promise<EraseReport> {
    const record = await this.#readable.find(id, { signal });
    if (record?.ended?.why !== 'held') {
      return { recordIds: [], ...NO_SOURCES, refusal: notHeld(id) };
    }
    const { ids, refusal } = await this.#idsOf({ id: record.id }, { signal });
    if (refusal) return { recordIds: [], ...NO_SOURCES, refusal };
    // By its turn to write, a release may have been before it.
    const isErased = await this.#eraseSome(ids, by, signal, record.id);
    if (!isErased) return { recordIds: [], ...NO_SOURCES, refusal: notHeld(id) };
    return this.#told(ids, NO_SOURCES);
  }

  async #told(
    ids: readonly string[],
    found: Pick<EraseReport, 'sources' | 'missing'>,
  ): Promise<EraseReport> {
    await this.#parts.records.catchUp();
    this.#parts.listeners.tell(() => ({ type: 'record-erase', recordIds: ids }));
    return { recordIds: ids, ...found };
  }

  #sessions(): SourceSessions {
    const { sessions } = this.#parts.settings;
    if (sessions) return sessions;
    const problem =
      'is needed to erase sources: give `sessionCatalog(store)` of `@agent-memory/sessions`.';
    throw new InvalidOptionError('sessions', problem);
  }

  async #ownVersions(
    ids: readonly string[],
    signal: AbortSignalLike | undefined,
  ): Promise<readonly MemoryRecord[]> {
    const { store } = this.#parts.settings;
    const own: MemoryRecord[] = [];
    for (let start = 0; start < ids.length; start += ERASED_AT_ONCE) {
      const some = ids.slice(start, start + ERASED_AT_ONCE);
      own.push(...[...(await store.versions(some, { signal })).values()].flat());
    }
    return own;
  }

  /** @returns whether any was there to erase; none is where the one that has to be `held` no longer is. */
  #eraseSome(
    ids: readonly string[],
    by: string | undefined,
    signal: AbortSignalLike | undefined,
    held?: string,
  ): Promise<boolean> {
    return this.#parts.records.write(async (secret) => {
      const own = await this.#ownVersions(ids, signal);
      const erase = [...new Set(own.map(({ id }) => id))];
      const isHeld = own.some((one) => one.id === held && one.ended?.why === 'held');
      if (erase.length === 0 || (held !== undefined && !isHeld)) return { result: false };
      const atMs = this.#parts.nowMs();
      const left = eachInSteps(own, (record) => this.#tombstonesOf(secret, record));
      const tombstones = (await inSlices(left, { signal })).flat();
      const audit = auditOf('erase', own, atMs, by);
      const change = { erase, tombstones: [...new Set(tombstones)], audit };
      return { change, result: true };
    }, signal);
  }

  #tombstonesOf(secret: Uint8Array, record: MemoryRecord): readonly string[] {
    const { namespaces, people } = this.#parts.settings;
    const { namespace } = record;
    const places = people.isOfOther(record) ? [namespace] : withOwn(namespaces, namespace);
    return places.flatMap((place) => tombstonesOf(secret, { ...record, namespace: place }).left);
  }

  /** Ids of the records that are meant and may be erased, or why they may not. */
  async #idsOf(target: EraseTarget, { signal }: CallOptions): Promise<Erasable> {
    if ('id' in target || 'key' in target) return this.#chainOf(target, { signal });
    const { namespaces, people } = this.#parts.settings;
    const wanted = 'namespace' in target ? target.namespace : undefined;
    const closed = wanted === undefined ? undefined : refusalOfClosed(namespaces, wanted);
    if (closed) return { ids: [], refusal: closed };
    const ids: string[] = [];
    for await (const record of this.#recordsIn(wanted, { signal })) {
      const refusal = people.refusalOfChange(record);
      if (refusal && wanted !== undefined) return { ids: [], refusal };
      // Everything is everything of this user.
      if (!refusal) ids.push(record.id);
    }
    return { ids };
  }

  /** A record goes with what it corrected: that says the same of an earlier time. */
  async #chainOf(
    target: Extract<EraseTarget, { id: string } | { key: string }>,
    { signal }: CallOptions,
  ): Promise<Erasable> {
    const given = 'id' in target ? target.id : undefined;
    const record = await this.#readable.find('key' in target ? target : target.id, { signal });
    const { people } = this.#parts.settings;
    const refusal = record && people.refusalOfChange(record);
    if (refusal) return { ids: [], refusal };
    // A record that cannot be read any more is erased by its id.
    const id = record?.id ?? given;
    const chain = id === undefined ? [] : await this.#listing.chainOf(id, { signal });
    const versions = await this.#ownVersions(chain, signal);
    const others = versions.filter((one) => people.refusalOfChange(one)).map((one) => one.id);
    return { ids: chain.filter((one) => !others.includes(one)) };
  }

  async *#recordsIn(
    wanted: string | undefined,
    { signal }: CallOptions,
  ): AsyncGenerator<MemoryRecord, void> {
    const some = wanted === undefined ? undefined : [wanted];
    const namespaces = await this.#readable.namespaces(some, { signal });
    const { store } = this.#parts.settings;
    const filter = { namespaces, withEnded: true };
    const options = { limit: ERASED_AT_ONCE, signal };
    for await (const items of pagesOf((at) => store.page(filter, { ...options, ...at }))) {
      yield* items;
    }
  }
}

interface Erasable {
  readonly ids: readonly string[];
  readonly refusal?: Refusal | undefined;
}
