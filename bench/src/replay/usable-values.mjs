// @ts-check
import { cleanValuesOf } from './clean-values.mjs';
import { bodyOf, shareOutText } from './own-text.mjs';
import { standsIn, unescaped } from './text-places.mjs';
import { describesItself, labelsIn, standsLabelled } from './value-labels.mjs';

/** @typedef {import('./chat-message.mjs').ChatMessage} ChatMessage */

/** After so many places a value has shown by which words it stands. */
const MOST_PLACES = 200;

/**
 * Follows one session and keeps the balance of clean values: how many a call needed of what was said before,
 * how many the context assembled for it holds, and how many of these a model could use, since they stand in
 * the session's own text, say themselves what they are, or stand by a word that they stood by before.
 */
export class UsableValues {
  #session;
  /** @type {ChatMessage[]} */
  #earlier = [];
  /** @type {string[]} */
  #texts = [];
  #needed = 0;
  #clean = 0;
  #usable = 0;
  #reached = 0;

  /** @param {import('./sessions.mjs').Session} session */
  constructor(session) {
    this.#session = session;
  }

  /**
   * Clean values that were needed so far, those that the contexts held, those of use to a model, and those
   * that the contexts held or a search brought back.
   */
  get balance() {
    return {
      needed: this.#needed,
      clean: this.#clean,
      usable: this.#usable,
      reachable: this.#clean + this.#reached,
    };
  }

  /**
   * Takes a message that the memory was given; the session's system message is left out.
   *
   * @param {ChatMessage} message
   */
  remember(message) {
    this.#earlier.push(message);
    this.#texts.push(unescaped(bodyOf(message)));
  }

  /**
   * Checks the calls of a recorded assistant message against the context assembled for it.
   *
   * @param {ChatMessage} recorded
   * @param {readonly ChatMessage[] | undefined} context undefined when the memory refused
   * @returns {readonly string[]} the clean values that the context lacks, as often as they were needed
   */
  check(recorded, context) {
    const calls = recorded.tool_calls ?? [];
    if (calls.length === 0) return [];
    const missing = [];
    const { own, derived } = shareOutText(this.#session, this.#earlier, context ?? []);
    const ownTexts = own.map(unescaped);
    const derivedTexts = derived.map(unescaped);
    for (const call of calls) {
      for (const value of cleanValuesOf(call.function.arguments)) {
        if (!this.#texts.some((text) => standsIn(text, value))) continue;
        this.#needed += 1;
        const isOwn = ownTexts.some((text) => standsIn(text, value));
        const holders = derivedTexts.filter((text) => standsIn(text, value));
        if (!isOwn && holders.length === 0) {
          missing.push(value);
          continue;
        }
        this.#clean += 1;
        if (isOwn || this.#isUsableIn(holders, value)) this.#usable += 1;
      }
    }
    return missing;
  }

  /**
   * Takes how many of the values that a context lacked were found by a search.
   *
   * @param {number} values
   */
  reach(values) {
    this.#reached += values;
  }

  /**
   * @param {readonly string[]} holders derived texts in which the value stands
   * @param {string} value
   */
  #isUsableIn(holders, value) {
    if (describesItself(value)) return true;
    const labels = this.#labelsOf(value);
    return labels.size === 0 || holders.some((text) => standsLabelled(text, value, labels));
  }

  /** @param {string} value */
  #labelsOf(value) {
    const labels = new Set();
    let places = 0;
    for (const text of this.#texts) {
      for (const words of labelsIn(text, value)) {
        for (const word of words) labels.add(word);
        places += 1;
        if (places === MOST_PLACES) return labels;
      }
    }
    return labels;
  }
}
