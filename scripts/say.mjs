/**
 * Tells the person what is going on. Goes to stderr, so that stdout holds results only
 * (`npm run -s bench -- adapter` is read by its last line).
 *
 * @param {unknown} message
 */
export function say(message) {
  console.error(message);
}

/** The command cannot go on, and its message is the one sentence that says why and what to do. */
export class Refusal extends Error {}
