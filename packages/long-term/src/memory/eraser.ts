import { type AbortSignalLike, InvalidOptionError } from '@agent-memory/core';
import { inSlices } from '@agent-memory/core/internal';
import { isWritable, refusalOfClosed } from '../policy/namespaces.ts';
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
    const refusal = await this.#refusalOf(target, { signal });
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
    const target = { id: record.id };
    const refusal = await this.#refusalOf(target, { signal });
    if (refusal) return { recordIds: [], ...NO_SOURCES, refusal };
    const ids = await this.#idsOf(target, { signal });
    // By its turn to write, a release may have been ahead of it.
    const isErased = await this.#eraseSome(ids, by, signal, record.id);
    if (!isErased) return { recordIds: [], ...NO_SOURCES, refusal: notHeld(id) };
    return this.#told(ids, NO_SOURCES);
  }

  async #told(
    ids: readonly string[],
    found: Pick<EraseReport, 'sources' | 'missing'>,
  ): Promise<EraseReport> {
    await this.#parts.keeper.catchUp();
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
      const versions = [...(await store.versions(some, { signal })).values()].flat();
      own.push(...versions.filter((record) => this.#isWritable(record)));
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
    return this.#parts.writer.run(async (secret) => {
      const own = await this.#ownVersions(ids, signal);
      const erase = [...new Set(own.map(({ id }) => id))];
      const isHeld = own.some((one) => one.id === held && one.ended?.why === 'held');
      if (erase.length === 0 || (held !== undefined && !isHeld)) return { result: false };
      const atMs = this.#parts.nowMs();
      const tombstones = await inSlices(tombstonesOf(secret, own), { signal });
      const audit = [...idsByNamespace(own)].map(([namespace, recordIds]) => ({
        atMs,
        action: 'erase' as const,
        namespace,
        recordIds: [...recordIds],
        ...(by === undefined ? {} : { by }),
      }));
      const change = { erase, tombstones: [...new Set(tombstones)], audit };
      return { change, result: true };
    }, signal);
  }

  async #refusalOf(target: EraseTarget, options: CallOptions): Promise<Refusal | undefined> {
    const { namespaces } = this.#parts.settings;
    if ('namespace' in target && !('key' in target)) {
      return refusalOfClosed(namespaces, target.namespace);
    }
    if (!('id' in target || 'key' in target)) return undefined;
    const record = await this.#readable.find('id' in target ? target.id : target, options);
    const refusal = record && refusalOfClosed(namespaces, record.namespace);
    return refusal && { ...refusal, ...(record && { recordId: record.id }) };
  }

  /** A record goes with what it corrected: that says the same of an earlier time. */
  async #idsOf(target: EraseTarget, { signal }: CallOptions): Promise<readonly string[]> {
    if ('id' in target) {
      // A record that cannot be read any more is erased by its id.
      const record = await this.#readable.find(target.id, { signal });
      return this.#listing.chainOf(record?.id ?? target.id, { signal });
    }
    if ('key' in target) {
      const record = await this.#readable.find(target, { signal });
      return record ? this.#listing.chainOf(record.id, { signal }) : [];
    }
    const wanted = 'namespace' in target ? [target.namespace] : undefined;
    const readable = await this.#readable.namespaces(wanted, { signal });
    const { namespaces } = this.#parts.settings;
    return this.#idsIn(
      readable.filter((name) => isWritable(namespaces, name)),
      { signal },
    );
  }

  async #idsIn(namespaces: readonly string[], { signal }: CallOptions): Promise<readonly string[]> {
    const ids: string[] = [];
    let after: string | undefined;
    do {
      const at = after === undefined ? {} : { after };
      const options = { limit: ERASED_AT_ONCE, signal, ...at };
      const page = await this.#parts.settings.store.page({ namespaces, withEnded: true }, options);
      ids.push(...page.items.map(({ id }) => id));
      after = page.next;
    } while (after !== undefined);
    return ids;
  }

  #isWritable({ namespace }: MemoryRecord): boolean {
    return isWritable(this.#parts.settings.namespaces, namespace);
  }
}

function idsByNamespace(
  records: readonly MemoryRecord[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const ids = new Map<string, Set<string>>();
  for (const { id, namespace } of records) {
    ids.set(namespace, (ids.get(namespace) ?? new Set()).add(id));
  }
  return ids;
}
