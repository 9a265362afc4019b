import { type AbortSignalLike, InvalidOptionError } from '@agent-memory/core';
import { eachInSteps, inSlices } from '@agent-memory/core/internal';
import { auditOf } from '../change/change-record.ts';
import { refusalOfClosed } from '../policy/namespaces.ts';
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
    const refusal = this.#refusalOf(target);
    if (refusal) return { recordIds: [], ...NO_SOURCES, refusal };
    const ids = await this.#idsOf(target, { signal });
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
    const ids = await this.#idsOf({ id: record.id }, { signal });
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
    const problem = 'is needed to erase sources: give `sessionCatalog(store)` of core.';
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
      const left = eachInSteps(own, (record) => tombstonesOf(secret, record).left);
      const tombstones = (await inSlices(left, { signal })).flat();
      const audit = auditOf('erase', own, atMs, by);
      const change = { erase, tombstones: [...new Set(tombstones)], audit };
      return { change, result: true };
    }, signal);
  }

  #refusalOf(target: EraseTarget): Refusal | undefined {
    if (!('namespace' in target) || 'key' in target) return undefined;
    return refusalOfClosed(this.#parts.settings.namespaces, target.namespace);
  }

  /** A record goes with what it corrected: that says the same of an earlier time. */
  async #idsOf(target: EraseTarget, { signal }: CallOptions): Promise<readonly string[]> {
    if ('id' in target || 'key' in target) {
      const given = 'id' in target ? target.id : undefined;
      const record = await this.#readable.find('key' in target ? target : target.id, { signal });
      // A record that cannot be read any more is erased by its id.
      const id = record?.id ?? given;
      return id === undefined ? [] : this.#listing.chainOf(id, { signal });
    }
    const wanted = 'namespace' in target ? [target.namespace] : undefined;
    return this.#idsIn(await this.#readable.namespaces(wanted, { signal }), { signal });
  }

  async #idsIn(namespaces: readonly string[], { signal }: CallOptions): Promise<readonly string[]> {
    const ids: string[] = [];
    const { store } = this.#parts.settings;
    const filter = { namespaces, withEnded: true };
    const options = { limit: ERASED_AT_ONCE, signal };
    for await (const items of pagesOf((at) => store.page(filter, { ...options, ...at }))) {
      ids.push(...items.map(({ id }) => id));
    }
    return ids;
  }
}
