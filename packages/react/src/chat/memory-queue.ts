/** Runs jobs one after another, in the order in which they were given; a failed job stops no other. */
type Queue = <Result>(job: () => Promise<Result>) => Promise<Result>;

const queues = new WeakMap<object, Queue>();

/**
 * The one queue of a memory. Every adapter around a memory uses it, so that nothing comes between
 * placing a list and assembling the context for it, and messages are stored in the order of the chat.
 */
export function queueOf(memory: object): Queue {
  const queue = queues.get(memory) ?? serialQueue();
  queues.set(memory, queue);
  return queue;
}

function serialQueue(): Queue {
  let last: Promise<unknown> = Promise.resolve();
  return (job) => {
    const result = last.then(job);
    last = result.catch(() => undefined);
    return result;
  };
}
