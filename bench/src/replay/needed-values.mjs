// @ts-check
import { callTextOf, textOf } from './chat-message.mjs';

/** @typedef {import('./chat-message.mjs').ChatMessage} ChatMessage */

export const SHORTEST_VALUE = 4;
export const LONGEST_WHOLE_VALUE = 60;

/**
 * The values in the arguments of a tool call that a memory could be asked to hold: numbers and
 * strings of 4 to 60 characters as they are, of longer strings the words that look like identifiers
 * or paths. Arguments that are not JSON count as one string.
 *
 * @param {string} argumentsJson
 * @returns {ReadonlySet<string>} each value once
 */
export function valuesOf(argumentsJson) {
  return new Set(
    leafTexts(argumentsJson)
      .flatMap((text) => (text.length > LONGEST_WHOLE_VALUE ? wordsLikeIdentifiers(text) : [text]))
      .filter((value) => value.length >= SHORTEST_VALUE),
  );
}

/**
 * Strings and numbers anywhere in arguments, as texts; arguments that are not JSON are one.
 *
 * @param {string} argumentsJson
 * @returns {readonly string[]}
 */
export function leafTexts(argumentsJson) {
  return leavesOf(parseOrKeep(argumentsJson)).map(String);
}

/**
 * Follows one session and keeps the balance of needed values: of the values in the arguments of each
 * recorded call that had occurred before the call, how many the context assembled for it contains.
 */
export class NeededValues {
  #systemText;
  #past = '';
  #needed = 0;
  #kept = 0;

  /** @param {import('./sessions.mjs').Session} session */
  constructor(session) {
    this.#systemText = session.system?.text ?? '';
  }

  /** How many values were needed so far. */
  get needed() {
    return this.#needed;
  }

  /** How many of them the contexts held. */
  get kept() {
    return this.#kept;
  }

  /**
   * Takes a message that the memory was given. The session's system message is left out: what stands
   * there is never at risk.
   *
   * @param {ChatMessage} message
   */
  remember(message) {
    this.#past += `\n${searchable(message)}`;
  }

  /**
   * Checks the calls of a recorded assistant message against the context assembled for it.
   *
   * @param {ChatMessage} recorded
   * @param {readonly ChatMessage[] | undefined} context undefined when the memory refused
   */
  check(recorded, context) {
    const calls = recorded.tool_calls ?? [];
    if (calls.length === 0) return;
    const held = this.#textOfContext(context ?? []);
    for (const call of calls) {
      for (const value of valuesOf(call.function.arguments)) {
        if (!this.#past.includes(value)) continue;
        this.#needed += 1;
        if (held.includes(value)) this.#kept += 1;
      }
    }
  }

  /**
   * The text of a context without the session's own system text, which would hand out values that no
   * memory had to keep.
   *
   * @param {readonly ChatMessage[]} context
   */
  #textOfContext(context) {
    const system = this.#systemText;
    return context
      .map((message) =>
        message.role === 'system' && system !== ''
          ? `${textOf(message).replaceAll(system, () => ' ')} ${callTextOf(message)}`
          : searchable(message),
      )
      .join('\n');
  }
}

/** @param {ChatMessage} message */
function searchable(message) {
  return `${textOf(message)} ${callTextOf(message)}`;
}

/**
 * @param {string} json
 * @returns {unknown}
 */
function parseOrKeep(json) {
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
}

/**
 * Strings and numbers anywhere inside a parsed value.
 *
 * @param {unknown} value
 * @returns {readonly (string | number)[]}
 */
function leavesOf(value) {
  if (typeof value === 'string' || typeof value === 'number') return [value];
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(leavesOf);
  return [];
}

/**
 * Words made of letters, digits and the punctuation of identifiers, with a digit, `_`, `.` or `/` in
 * them: prose has few of those.
 *
 * @param {string} text
 */
export function wordsLikeIdentifiers(text) {
  const words = text.match(/[A-Za-z0-9_./#@:-]+/g) ?? [];
  return words.filter((word) => /[0-9_./]/.test(word));
}
