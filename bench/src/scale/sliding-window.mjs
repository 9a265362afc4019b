// @ts-check

/** @typedef {import('../replay/chat-message.mjs').ChatMessage} ChatMessage */

const WINDOW_MESSAGES = 20;

/**
 * The least that assembling can cost: the system message and the last 20 messages, copied. It keeps
 * nothing else and checks nothing.
 *
 * @type {import('../replay/systems/system.mjs').System}
 */
export const bareSlidingWindow = {
  name: `sliding window, ${WINDOW_MESSAGES} messages`,
  open() {
    /** @type {ChatMessage | undefined} */
    let system;
    /** @type {ChatMessage[]} */
    const messages = [];
    return {
      append(message) {
        if (message.role === 'system') system = message;
        else messages.push(message);
      },
      assemble() {
        const newest = messages.slice(-WINDOW_MESSAGES);
        return system === undefined ? newest : [system, ...newest];
      },
    };
  },
};
