import type { Message } from './message.ts';

/** Makes something of a message once: messages do not change, and most are sent many times. */
export function perMessage<Made>(make: (message: Message) => Made): (message: Message) => Made {
  const made = new WeakMap<Message, Made>();
  const remembered = (message: Message, result: Made): Made => {
    made.set(message, result);
    return result;
  };
  return (message) => made.get(message) ?? remembered(message, make(message));
}
