import { isDeepStrictEqual } from 'node:util';
import type { AgentMemory, Entry } from '@agent-memory/core';

/** Every entry that a memory ever acknowledged, as it was then. */
export class Kept {
  readonly #entries = new Map<string, Entry>();
  readonly #unanswered: unknown[] = [];

  /** Notes the entries that an append gave for the messages. */
  add(messages: readonly unknown[], entries: readonly Entry[]): void {
    if (entries.length < messages.length) this.#unanswered.push(...messages);
    for (const entry of entries) {
      if (!this.#entries.has(entry.id)) this.#entries.set(entry.id, entry);
    }
  }

  get size(): number {
    return this.#entries.size;
  }

  /** The messages that the memory does not have any more, or has otherwise, in words. */
  lostFrom(memory: AgentMemory): readonly string[] {
    const changed = [...this.#entries.values()].flatMap(({ id, message }) => {
      const now = memory.entry(id);
      if (now === undefined) return [`gone: ${id}`];
      return isDeepStrictEqual(now.message, message) ? [] : [`changed: ${id}`];
    });
    return [
      ...changed,
      ...this.#unanswered.map((message) => `no entry: ${JSON.stringify(message)}`),
    ];
  }
}
