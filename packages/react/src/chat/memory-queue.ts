import { SerialQueue } from '@agent-memory/core/internal';

const queues = new WeakMap<object, SerialQueue>();

/**
 * The one queue of a memory. Every adapter around a memory uses it, so that nothing comes between
 * placing a list and assembling the context for it, and messages are stored in the order of the chat.
 */
export function queueOf(memory: object): SerialQueue {
  const queue = queues.get(memory) ?? new SerialQueue();
  queues.set(memory, queue);
  return queue;
}
