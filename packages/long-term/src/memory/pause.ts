import type { Refusal } from '../policy/refusal.ts';
import { givenId } from '../records/given-id.ts';
import type { MemoryRecord } from '../records/memory-record.ts';
import { pauseNamespace } from '../records/set-apart.ts';
import type { CallOptions, MemoryPause, Retrieved } from './long-term-memory.ts';
import type { MemoryParts } from './memory-parts.ts';

const IS_PAUSED = 'Memory is paused';

/** Nothing is given out meanwhile. */
export const NOTHING_WHILE_PAUSED: Retrieved = Object.freeze({
  hits: [],
  cut: [],
  degraded: [`${IS_PAUSED}: nothing of it is used until the user resumes it.`],
});

export const REFUSAL_WHILE_PAUSED: Refusal = Object.freeze({
  rule: 'PAUSED',
  sentence: `${IS_PAUSED}: nothing new is recorded until the user resumes it.`,
});

/**
 * Whether the user's memory is paused [LTM-12]. It is a record in a namespace apart, which nothing reads that
 * gives out records, so that tabs, reloads and encryption have it like any other; its versions tell when it was.
 */
export class Pause {
  readonly #parts: MemoryParts;
  readonly #namespace: string;
  readonly #id: string;

  constructor(parts: MemoryParts) {
    this.#parts = parts;
    this.#namespace = pauseNamespace(parts.settings.namespaces.user);
    this.#id = givenId(this.#namespace, KEY);
  }

  async isPaused({ signal }: CallOptions): Promise<boolean> {
    const { store } = this.#parts.settings;
    return (await store.byKeys(this.#namespace, [KEY], { signal })).length > 0;
  }

  async all({ signal }: CallOptions): Promise<readonly MemoryPause[]> {
    const { store } = this.#parts.settings;
    const versions = (await store.versions([this.#id], { signal })).get(this.#id) ?? [];
    return versions.flatMap(({ ended, updatedAtMs: fromMs }, place) => {
      const toMs = versions[place + 1]?.updatedAtMs;
      return ended ? [] : [{ fromMs, ...(toMs !== undefined && { toMs }) }];
    });
  }

  set(isPaused: boolean, { signal }: CallOptions): Promise<void> {
    const { store } = this.#parts.settings;
    return this.#parts.records.write(async () => {
      const [known] = await store.byIds([this.#id], { signal });
      const wasPaused = known !== undefined && known.ended === undefined;
      if (wasPaused === isPaused) return { result: undefined };
      return { change: { puts: [this.#next(known, isPaused)] }, result: undefined };
    }, signal);
  }

  /** Erases that there once was a pause, unless there is one: that outlives all that it was for. */
  async erasePast({ signal }: CallOptions): Promise<void> {
    await this.#parts.records.write(async () => {
      const [known] = await this.#parts.settings.store.byIds([this.#id], { signal });
      return { ...(known?.ended && { change: { erase: [this.#id] } }), result: undefined };
    }, signal);
  }

  #next(known: MemoryRecord | undefined, isPaused: boolean): MemoryRecord {
    const { ended: _, ...before } = known ?? this.#first();
    const atMs = Math.max(this.#parts.nowMs(), before.updatedAtMs);
    return {
      ...{ ...before, revision: before.revision + 1, updatedAtMs: atMs },
      ...(!isPaused && { ended: { atMs, why: 'forgotten' as const } }),
    };
  }

  #first(): MemoryRecord {
    const atMs = this.#parts.nowMs();
    return {
      ...{ id: this.#id, namespace: this.#namespace, key: KEY, text: `${IS_PAUSED}.` },
      ...{ revision: 0, type: 'user', kind: 'instruction', source: 'user_stated' },
      ...{ createdAtMs: atMs, updatedAtMs: atMs, validFromMs: atMs, confidenceAtMs: atMs },
      ...{ confidence: 1, evidence: [], uses: 0, pinned: false, metadata: {} },
    };
  }
}

/** PERSISTED. */
const KEY = 'paused';
