import type { AbortSignalLike } from '@agent-memory/core';
import { auditOf, type UnbasedChange } from '../change/change-record.ts';
import { overruled, overrules } from '../change/overruling.ts';
import { replacedRecord } from '../change/revised.ts';
import type { Refusal } from '../policy/refusal.ts';
import { WRITE_POLICY } from '../policy/write-policy.ts';
import {
  type HeldRecord,
  heldRecord,
  heldRefusal,
  notHeld,
  releasedRecord,
} from '../quarantine/held-record.ts';
import type { MemoryRecord } from '../records/memory-record.ts';
import type { AuditAction, AuditEntry } from '../store/record-change.ts';
import type { Page } from '../store/record-store.ts';
import type { Decided } from './indexed-records.ts';
import type {
  CallOptions,
  ChangeOutcome,
  ListOptions,
  ReleaseOptions,
} from './long-term-memory.ts';
import type { MemoryParts } from './memory-parts.ts';
import { pagesOf } from './pages.ts';
import type { Readable } from './readable.ts';

const SWEPT_AT_ONCE = 200;

/** Keeps what waits for a review: in the store of the records, and in nothing that is read from it [GRD-3]. */
export class QuarantineKeeper {
  readonly #parts: MemoryParts;
  readonly #readable: Readable;

  constructor(parts: MemoryParts, readable: Readable) {
    this.#parts = parts;
    this.#readable = readable;
  }

  async list({ signal, limit, after }: ListOptions): Promise<Page<HeldRecord>> {
    const namespaces = await this.#readable.namespaces(undefined, { signal });
    const options = { signal, ...(limit && { limit }), ...(after !== undefined && { after }) };
    const page = await this.#parts.settings.store.page({ namespaces, endedAs: 'held' }, options);
    const items = page.items.flatMap((record) => heldRecord(record, this.#parts.nowMs()) ?? []);
    return { items, ...(page.next === undefined ? {} : { next: page.next }) };
  }

  /** Decides about a record that is to wait: it is put, and the oldest make room. */
  async hold(
    record: MemoryRecord,
    { signal }: CallOptions,
  ): Promise<Decided<{ readonly kind: 'refused'; readonly refusal: Refusal }>> {
    const { store } = this.#parts.settings;
    const refusal = heldRefusal(record.id, record.heldFor ?? []);
    const result = { kind: 'refused', refusal } as const;
    const [known] = await store.byIds([record.id], { signal });
    if (known && this.#waiting(known)) return { result };
    const { namespace } = record;
    const { most } = WRITE_POLICY.quarantine;
    const filter = { namespaces: [namespace], endedAs: 'held' } as const;
    const others = await store.page(filter, { limit: most + SWEPT_AT_ONCE, signal });
    const tooMany = others.items.filter(({ id }) => id !== record.id).slice(most - 1);
    const change: UnbasedChange = {
      puts: [{ ...record, revision: (known?.revision ?? 0) + 1 }],
      erase: tooMany.map(({ id }) => id),
      audit: [...this.#audit('hold', [record]), ...this.#audit('expire', tooMany)],
    };
    return { change, result };
  }

  release(id: string, { by = 'user', as, signal }: ReleaseOptions): Promise<ChangeOutcome> {
    return this.#parts.records.write<ChangeOutcome>(async () => {
      const record = await this.#readable.find(id, { signal });
      if (!record || !this.#waiting(record)) return refusedAs(notHeld(id));
      const { people } = this.#parts.settings;
      const refusal = people.refusalOfChange(record);
      if (refusal) return refusedAs(refusal);
      const time = {
        nowMs: this.#parts.nowMs(),
        hypothesisLifeMs: this.#parts.settings.hypothesisLifeMs,
      };
      const kind = as ?? (record.type === 'reference' ? 'reference' : 'claim');
      return this.#released(
        record,
        people.reviewed(releasedRecord(record, kind, time)),
        by,
        signal,
      );
    }, signal);
  }

  /** Erases those whose time is over, some at a time; no tombstone is left, since nobody judged them. */
  async sweep({ signal }: CallOptions): Promise<void> {
    const { store } = this.#parts.settings;
    const own = await this.#readable.namespaces(undefined, { signal });
    const over: string[] = [];
    const filter = { namespaces: own, endedAs: 'held' } as const;
    const options = { limit: SWEPT_AT_ONCE, signal };
    for await (const items of pagesOf((at) => store.page(filter, { ...options, ...at }))) {
      over.push(...items.filter((record) => !this.#waiting(record)).map(({ id }) => id));
    }
    for (let start = 0; start < over.length; start += SWEPT_AT_ONCE) {
      await this.#eraseOver(over.slice(start, start + SWEPT_AT_ONCE), signal);
    }
  }

  #eraseOver(ids: readonly string[], signal: AbortSignalLike | undefined): Promise<void> {
    return this.#parts.records.write(async () => {
      const records = await this.#parts.settings.store.byIds(ids, { signal });
      const over = records.filter(
        (record) => record.ended?.why === 'held' && !this.#waiting(record),
      );
      if (over.length === 0) return { result: undefined };
      const change = { erase: over.map(({ id }) => id), audit: this.#audit('expire', over) };
      return { change, result: undefined };
    }, signal);
  }

  /** A record that stands in its place by now and is surer stays. */
  async #released(
    record: MemoryRecord,
    released: MemoryRecord,
    by: string,
    signal: AbortSignalLike | undefined,
  ): Promise<Decided<ChangeOutcome>> {
    const { store } = this.#parts.settings;
    const { key, namespace } = released;
    const [[sameId], sameKey] = await Promise.all([
      store.byIds([released.id], { signal }),
      key === undefined ? [] : store.byKeys(namespace, [key], { signal }),
    ]);
    const nowMs = this.#parts.nowMs();
    const rivals = [sameId, ...sameKey].filter((one) => one !== undefined);
    const { people } = this.#parts.settings;
    const refusal = rivals.map((one) => people.refusalOfChange(one)).find(Boolean);
    if (refusal) return refusedAs(refusal);
    const surer = rivals.find((one) => overrules(one, released, nowMs));
    if (surer) return refusedAs(overruled(surer));
    const replaced = sameKey.filter(({ id }) => id !== released.id);
    const put = { ...released, revision: (sameId?.revision ?? 0) + 1 };
    const ended = replaced.map((one) => replacedRecord(one, put.id, nowMs));
    const change: UnbasedChange = {
      puts: [...ended, put],
      erase: [record.id],
      audit: [...auditOf('release', [record, put], nowMs, by), ...this.#audit('supersede', ended)],
    };
    return { change, result: { kind: 'changed', record: put } };
  }

  #waiting(record: MemoryRecord): boolean {
    return heldRecord(record, this.#parts.nowMs()) !== undefined;
  }

  #audit(action: AuditAction, records: readonly MemoryRecord[]): readonly AuditEntry[] {
    return auditOf(action, records, this.#parts.nowMs());
  }
}

function refusedAs(refusal: Refusal): Decided<ChangeOutcome> {
  return { result: { kind: 'refused', refusal } };
}
