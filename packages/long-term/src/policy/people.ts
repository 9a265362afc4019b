import type { MemoryRecord } from '../records/memory-record.ts';
import { type KnownRecord, knownRecord } from '../records/standing.ts';
import { authorIn, type NamespaceOptions, type Namespaces, refusalOfClosed } from './namespaces.ts';
import type { Refusal } from './refusal.ts';
import { WRITE_POLICY } from './write-policy.ts';

/** The name of an author whom nobody knows: older code or another program wrote the record. */
const SOMEBODY = 'somebody';

/** The user of a memory among those who share its namespaces: who wrote a record, and what follows from it [NS-3]. */
export class People {
  readonly #namespaces: Namespaces;
  readonly #trustInOthers: number;
  readonly #mayChangeOthers: boolean;

  constructor(
    namespaces: Namespaces,
    {
      trustInOthers,
      mayChangeOthers,
    }: Required<Pick<NamespaceOptions, 'trustInOthers' | 'mayChangeOthers'>>,
  ) {
    this.#namespaces = namespaces;
    this.#trustInOthers = trustInOthers;
    this.#mayChangeOthers = mayChangeOthers;
  }

  /** Whether others read it than this user alone. */
  isShared(namespace: string): boolean {
    return authorIn(this.#namespaces, namespace) !== undefined;
  }

  /** Another user wrote it, or somebody whom nobody knows. */
  isOfOther({ namespace, author }: Pick<MemoryRecord, 'namespace' | 'author'>): boolean {
    return this.isShared(namespace) && author !== authorIn(this.#namespaces, namespace);
  }

  /** A record as this user reads it: what another one says is a claim, unless somebody with the right confirmed it. */
  read(record: MemoryRecord, atMs: number): KnownRecord {
    const isReadOnly =
      refusalOfClosed(this.#namespaces, record.namespace) ?? this.refusalOfChange(record);
    const known = {
      ...knownRecord(record, atMs),
      ...(isReadOnly && { isReadOnly: true as const }),
    };
    if (!this.isOfOther(record)) return known;
    const most = record.reviewedBy === undefined ? this.#trustInOthers : 1;
    const confidence = Math.min(known.confidence, most);
    return { ...known, confidence, saidBy: record.author ?? SOMEBODY };
  }

  /** A record as an origin of a draft: to repeat another user's claim makes it no surer than they are trusted [GRD-1]. */
  asOrigin(record: MemoryRecord): MemoryRecord {
    if (!this.isOfOther(record) || record.reviewedBy !== undefined) return record;
    const { sources } = WRITE_POLICY;
    const source = this.#trustInOthers > sources.external.confidence ? 'recalled' : 'external';
    const most = Math.min(this.#trustInOthers, sources[source].confidence);
    const { verifiedAtMs: _, ...claimed } = record;
    return { ...claimed, source, confidence: Math.min(record.confidence, most) };
  }

  /** The same, with the name of this user where it is another one's and they vouch for it. */
  reviewed(record: MemoryRecord): MemoryRecord {
    const by = authorIn(this.#namespaces, record.namespace);
    return by !== undefined && record.author !== by ? { ...record, reviewedBy: by } : record;
  }

  /** Why this user may not change a record; `undefined`: they may. */
  refusalOfChange(record: MemoryRecord): Refusal | undefined {
    if (this.#mayChangeOthers || !this.isOfOther(record)) return undefined;
    return {
      rule: 'OF_ANOTHER_USER',
      sentence: `It is what ${record.author ?? SOMEBODY} wrote, and this memory may not change what others wrote; nothing was changed.`,
      remedy:
        'Store what this user says as a record of its own, or make the memory with `mayChangeOthers: true`.',
      recordId: record.id,
    };
  }
}
