import { isReadable, type Namespaces } from '../policy/namespaces.ts';
import { givenId, plainName } from '../records/given-id.ts';
import type { MemoryRecord } from '../records/memory-record.ts';
import type { RecordStore } from '../store/record-store.ts';
import type { CallOptions, RecordRef } from './long-term-memory.ts';

/** Reads what may be read, and nothing else [NS-1]. */
export class Readable {
  readonly #store: RecordStore;
  readonly #own: Namespaces;

  constructor(store: RecordStore, own: Namespaces) {
    this.#store = store;
    this.#own = own;
  }

  includes(namespace: string): boolean {
    return isReadable(this.#own, namespace);
  }

  /** Those that hold something and are wanted. */
  async namespaces(
    wanted: readonly string[] | undefined,
    { signal }: CallOptions,
  ): Promise<readonly string[]> {
    const all = await this.#store.namespaces({ signal });
    return all.filter(
      (name) => this.includes(name) && (wanted === undefined || wanted.includes(name)),
    );
  }

  /** The record of a reference, ended or not. A given id or a key without a namespace is looked for in the user's own first. */
  async find(ref: RecordRef, { signal }: CallOptions): Promise<MemoryRecord | undefined> {
    const { user, shared } = this.#own;
    if (typeof ref === 'string') {
      const name = plainName(ref);
      const ids = [ref, givenId(user, name), givenId(shared, name)];
      const records = await this.#store.byIds([...new Set(ids)], { signal });
      return records.find(({ namespace }) => this.includes(namespace));
    }
    const places = ref.namespace === undefined ? [user, shared] : [plainName(ref.namespace)];
    for (const namespace of places.filter((name) => this.includes(name))) {
      const [record] = await this.#store.byKeys(namespace, [plainName(ref.key)], { signal });
      if (record) return record;
    }
    return undefined;
  }
}
