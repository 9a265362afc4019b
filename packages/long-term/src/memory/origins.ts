import type { AbortSignalLike } from '@agent-memory/core';
import { isWitness, repeatedBy } from '../change/trust.ts';
import type { CheckedDraft } from '../policy/memory-draft.ts';
import type { Refusal } from '../policy/refusal.ts';
import { WRITE_POLICY } from '../policy/write-policy.ts';
import { givenId } from '../records/given-id.ts';
import type { MemoryRecord, RecordSource } from '../records/memory-record.ts';
import { RECORD_SOURCES } from '../records/record-names.ts';
import type { RecordStore } from '../store/record-store.ts';
import type { Readable } from './readable.ts';

/** Less sure records, ended ones included, that a draft is compared with: the newest that may be read. */
const COMPARED = 100;

/** The words that a confirmation quotes. */
const CONFIRMED = /"(.+)"/su;

/** A draft ahead of its place in the store. */
interface Admitted {
  readonly draft: CheckedDraft;
  readonly namespace: string;
  readonly text: string;
}

/** Looks up the less sure records that a draft repeats, corrects or was made of [GRD-1]. */
export class Origins {
  readonly #store: RecordStore;
  readonly #readable: Readable;

  constructor(store: RecordStore, readable: Readable) {
    this.#store = store;
    this.#readable = readable;
  }

  /**
   * A source that knows it by itself repeats nothing. Who confirms an answer may not know that it repeats
   * what somebody else has claimed.
   */
  async of(
    { draft, namespace, text }: Admitted,
    { signal }: { readonly signal: AbortSignalLike | undefined },
  ): Promise<{ readonly records: readonly MemoryRecord[] } | { readonly refusal: Refusal }> {
    const { source, nature, derivedFrom, supersedes } = draft;
    const named = await Promise.all(derivedFrom.map((id) => this.#readable.find(id, { signal })));
    const missing = named.indexOf(undefined);
    if (missing >= 0) return { refusal: unknownOrigin(derivedFrom[missing] ?? '') };
    if (isWitness(source)) {
      if (nature !== 'confirmation') return { records: [] };
      const claims = await this.#lessSure('agent_inferred', signal);
      const confirmed = CONFIRMED.exec(text)?.[1] ?? text;
      return { records: [...repeatedBy(text, claims), ...repeatedBy(confirmed, claims)] };
    }
    const [corrected, lessSure] = await Promise.all([
      supersedes === undefined
        ? []
        : this.#store.byIds([supersedes, givenId(namespace, supersedes)], { signal }),
      this.#lessSure(source, signal),
    ]);
    const own = corrected.filter((record) => record.namespace === namespace);
    const records = [...named, ...own, ...repeatedBy(text, lessSure)];
    return { records: records.filter((record) => record !== undefined) };
  }

  async #lessSure(
    source: RecordSource,
    signal: AbortSignalLike | undefined,
  ): Promise<readonly MemoryRecord[]> {
    const namespaces = await this.#readable.namespaces(undefined, { signal });
    const sources = lessSureThan(source);
    const held = this.#store.page({ namespaces, endedAs: 'held' }, { limit: COMPARED, signal });
    const others =
      sources.length === 0
        ? undefined
        : this.#store.page({ namespaces, sources, withEnded: true }, { limit: COMPARED, signal });
    return [...(await held).items, ...((await others)?.items ?? [])];
  }
}

function lessSureThan(source: RecordSource): readonly RecordSource[] {
  const { sources } = WRITE_POLICY;
  const names = [...RECORD_SOURCES] as RecordSource[];
  return names.filter((name) => sources[name].confidence < sources[source].confidence);
}

function unknownOrigin(id: string): Refusal {
  return {
    rule: 'UNKNOWN_RECORD',
    sentence: `No record "${id.slice(0, 80)}" is there that this could be derived from.`,
    field: 'derivedFrom',
  };
}
