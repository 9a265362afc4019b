import type { Message } from './message.ts';

/**
 * Makes something of a message, or of another object, once: messages do not change, and most are sent many
 * times. Whatever else it is made of is looked at the first time alone.
 */
export function perMessage<
  Made,
  Key extends object = Message,
  More extends readonly unknown[] = readonly [],
>(make: (key: Key, ...more: More) => Made): (key: Key, ...more: More) => Made {
  const known = new WeakMap<Key, Made>();
  const remembered = (key: Key, made: Made): Made => {
    known.set(key, made);
    return made;
  };
  return (key, ...more) => known.get(key) ?? remembered(key, make(key, ...more));
}

export { perMessage as madeOnce };
