import type { Message } from './message.ts';

/**
 * Makes something of a message, or of another object, once: messages do not change, and most are sent many
 * times.
 */
export function perMessage<Made, Key extends object = Message>(
  make: (key: Key) => Made,
): (key: Key) => Made {
  const known = new WeakMap<Key, Made>();
  const remembered = (key: Key, made: Made): Made => {
    known.set(key, made);
    return made;
  };
  return (key) => known.get(key) ?? remembered(key, make(key));
}

export { perMessage as madeOnce };
