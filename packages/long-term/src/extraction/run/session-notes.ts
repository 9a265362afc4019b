import type { AbortSignalLike } from '@agent-memory/core';
import { words } from '@agent-memory/core/internal';
import { knownRecords } from '../../manifest/known-records.ts';
import type { LongTermMemory } from '../../memory/long-term-memory.ts';
import type { MemoryRecord } from '../../records/memory-record.ts';
import { MOST_KNOWN } from './find-in-work.ts';

/** The records of a session, as notes that may stand for its messages [CMP-1]. */
export class SessionNotes {
  readonly #sessionId: string;
  #taken: readonly MemoryRecord[] = [];

  constructor(sessionId: string) {
    this.#sessionId = sessionId;
  }

  /** `undefined` where there are none. */
  get text(): string | undefined {
    if (this.#taken.length === 0) return undefined;
    const lines = this.#taken.map(({ text }) => `- ${words.onOneLine(text)}`);
    return `Noted for later sessions:\n${lines.join('\n')}`;
  }

  add(records: readonly MemoryRecord[]): void {
    const byId = new Map([...this.#taken, ...records].map((record) => [record.id, record]));
    this.#taken = [...byId.values()].slice(-MOST_KNOWN);
  }

  drop(recordIds: readonly string[]): void {
    this.#taken = this.#taken.filter(({ id }) => !recordIds.includes(id));
  }

  /** Has the records that this session gave in an earlier life of the page. */
  async recall(longTerm: LongTermMemory, signal: AbortSignalLike): Promise<void> {
    const known = await knownRecords(longTerm, { most: MOST_KNOWN, signal });
    this.#taken = known
      .filter(({ saidBy }) => saidBy === undefined)
      .map(({ record }) => record)
      .filter(({ evidence }) => evidence.some((one) => one.sessionId === this.#sessionId));
  }
}
