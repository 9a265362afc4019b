// @ts-check
import { textOf } from '../chat-message.mjs';
import { clipOnEntry } from '../clip-on-entry.mjs';
import { messageTokens } from '../token-units.mjs';
import { toChatMessage, toLangChain } from './langchain-messages.mjs';

/** @typedef {import('@langchain/core/messages').BaseMessage} BaseMessage */
/** @typedef {import('../chat-message.mjs').ChatMessage} ChatMessage */
/** @typedef {import('../clip-on-entry.mjs').Entry} Entry */

/**
 * The state of a LangChain agent: its system prompt, and the history that middleware works on. A message
 * that LangChain hands on as it is leads back to the bytes that were appended and to their count; one
 * that it made or changed is read and counted.
 */
export class LangChainHistory {
  #budgetTokens;
  /** @type {ChatMessage[]} */
  #system = [];
  /** @type {WeakMap<BaseMessage, Entry>} */
  #entries = new WeakMap();
  #appended = 0;
  /**
   * Without the system prompt, as an agent keeps it.
   *
   * @type {BaseMessage[]}
   */
  messages = [];

  /** @param {number} budgetTokens */
  constructor(budgetTokens) {
    this.#budgetTokens = budgetTokens;
  }

  get systemPrompt() {
    return this.#system.map(textOf).join('');
  }

  /** @param {ChatMessage} message */
  append(message) {
    this.#appended += 1;
    if (message.role === 'system' && this.#appended === 1) {
      this.#system.push(message);
      return;
    }
    const entry = clipOnEntry(message, this.#budgetTokens);
    const converted = toLangChain(`message-${this.#appended}`, entry.message);
    this.#entries.set(converted, entry);
    this.messages.push(converted);
  }

  /**
   * In the same units as for everybody else.
   *
   * @param {readonly BaseMessage[]} messages
   */
  countTokens(messages) {
    let total = 0;
    for (const message of messages) total += this.#entryOf(message).tokens;
    return total;
  }

  /**
   * The context that a model gets: the system prompt and these messages.
   *
   * @param {readonly BaseMessage[]} messages
   * @returns {ChatMessage[]}
   */
  contextOf(messages) {
    return [...this.#system, ...messages.map((message) => this.#entryOf(message).message)];
  }

  /** @param {BaseMessage} message */
  #entryOf(message) {
    const known = this.#entries.get(message);
    if (known !== undefined) return known;
    const read = toChatMessage(message);
    const entry = { message: read, tokens: messageTokens(read) };
    this.#entries.set(message, entry);
    return entry;
  }
}
