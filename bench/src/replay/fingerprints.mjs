// @ts-check
import { textOf } from './chat-message.mjs';

/** @typedef {import('./chat-message.mjs').ChatMessage} ChatMessage */

const EDGE_CHARACTERS = 80;

/**
 * Marks by which the session's own messages are known again in a context, also when their middle or
 * one of their ends was cut: role with the first and role with the last characters of the text.
 *
 * @param {readonly ChatMessage[]} messages
 * @returns {ReadonlySet<string>}
 */
export function fingerprintsOf(messages) {
  return new Set(messages.flatMap(edgesOf));
}

/**
 * Tells whether a message of a context stands for one of the session's own. What is not, was
 * derived: a summary, an index, a note.
 *
 * @param {ReadonlySet<string>} fingerprints
 * @param {ChatMessage} message
 * @returns {boolean}
 */
export function isOriginal(fingerprints, message) {
  return edgesOf(message).some((edge) => fingerprints.has(edge));
}

/** @param {ChatMessage} message */
function edgesOf(message) {
  const text = textOf(message);
  return [
    `${message.role} starts ${text.slice(0, EDGE_CHARACTERS)}`,
    `${message.role} ends ${text.slice(-EDGE_CHARACTERS)}`,
  ];
}
