import { InvalidOptionError } from '@agent-memory/core';
import type { BaseMessage } from '@langchain/core/messages';
import type { MiddlewareMemory } from './thread-memory.ts';
import { hasCheckpointer, type StepRuntime } from './thread-reconciler.ts';

/**
 * The calls of the model that wait for an answer, by memory. Two runs at once on one memory would mix
 * two conversations: the answer to the first would stand on a branch of its own, where nobody finds it.
 * With a checkpointer the thread says which of the two continues.
 */
export class CallsUnderWay {
  readonly #newest = new WeakMap<MiddlewareMemory, Set<BaseMessage | undefined>>();

  /** @throws InvalidOptionError if the model is answering another run of this memory. */
  async during<Answer>(
    memory: MiddlewareMemory,
    messages: readonly BaseMessage[],
    runtime: StepRuntime,
    ask: () => Promise<Answer>,
  ): Promise<Answer> {
    if (hasCheckpointer(runtime)) return ask();
    const asked = this.#newest.get(memory) ?? new Set();
    const newest = messages.at(-1);
    // A middleware may ask twice at once for the same messages.
    const isOther = asked.size > 0 && !asked.has(newest);
    if (isOther) {
      const rule =
        'serves one run at a time, and the model is answering another one. Nothing of this run was sent or stored; wait for the other run first, or give each a memory of its own.';
      throw new InvalidOptionError('memory', rule);
    }
    this.#newest.set(memory, asked.add(newest));
    try {
      return await ask();
    } finally {
      asked.delete(newest);
    }
  }
}
