import type { FiledRecord } from '../lines/record-lines.ts';
import { contentId, isContentId } from '../records/fingerprint.ts';
import { givenId, relatedIds } from '../records/given-id.ts';
import type { MemoryRecord } from '../records/memory-record.ts';
import { isSameSecret } from '../store/record-page.ts';

/**
 * The ids under which the records of a file are kept here. Ids made from content are made again, so that
 * writing the same here finds the record; others belong to the namespace of their record, so that no
 * file reaches a record of another one [NS-1].
 */
export class OwnIds {
  /** The records of the file whose ids were made from content, by their place in it. */
  readonly #contents: ReadonlyMap<string, MemoryRecord>;
  readonly #made = new Map<string, string>();
  #secret: Uint8Array | undefined;

  constructor(filed: readonly FiledRecord[]) {
    this.#contents = new Map(
      filed
        .filter(({ record }) => isContentId(record.id))
        .map(({ record }) => [placeOf(record), record]),
    );
  }

  /** The given ids that do not say their namespace: a record here may have one of them as it is. */
  givenIn(filed: readonly FiledRecord[]): readonly string[] {
    const ids = filed.flatMap(({ record }) =>
      relatedIds(record).filter((id) => !isContentId(id) && givenId(record.namespace, id) !== id),
    );
    return [...new Set(ids)];
  }

  /** Returns a function that gives a filed record its ids in this store. `kept`: namespaces of given ids that are there. */
  renaming(
    secret: Uint8Array,
    kept: ReadonlyMap<string, string>,
  ): (filed: FiledRecord) => FiledRecord {
    if (!this.#secret || !isSameSecret(this.#secret, secret)) this.#made.clear();
    this.#secret = secret;
    const own = (id: string, namespace: string) =>
      this.#madeId(id, namespace, secret) ??
      (isContentId(id) || kept.get(id) === namespace ? id : givenId(namespace, id));
    return ({ record, versions, line }) => ({
      line,
      record: withIds(record, own),
      versions: versions.map((version) => withIds(version, own)),
    });
  }

  #madeId(id: string, namespace: string, secret: Uint8Array): string | undefined {
    const place = placeOf({ id, namespace });
    const record = this.#contents.get(place);
    if (record === undefined) return undefined;
    const made = this.#made.get(place) ?? contentId(secret, record);
    this.#made.set(place, made);
    return made;
  }
}

/** An id stands for one record in each namespace, whatever a file claims. */
export function placeOf({ id, namespace }: Pick<MemoryRecord, 'id' | 'namespace'>): string {
  return JSON.stringify([namespace, id]);
}

function withIds(
  record: MemoryRecord,
  own: (id: string, namespace: string) => string,
): MemoryRecord {
  const { id, namespace, supersedes, alsoSupersedes, disputedBy, supersededBy } = record;
  return {
    ...record,
    id: own(id, namespace),
    ...(supersedes === undefined ? {} : { supersedes: own(supersedes, namespace) }),
    ...(alsoSupersedes && { alsoSupersedes: alsoSupersedes.map((one) => own(one, namespace)) }),
    ...(disputedBy && { disputedBy: disputedBy.map((one) => own(one, namespace)) }),
    ...(supersededBy === undefined ? {} : { supersededBy: own(supersededBy, namespace) }),
  };
}
