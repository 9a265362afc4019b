// @ts-check
import { AIMessage } from '@langchain/core/messages';

const EXCERPT_CHARACTERS = 200;
const SUMMARY_CHARACTERS = 3000;
/** A line on which LangChain's plain text of a conversation begins a message. */
const MESSAGE_START = /^(?=(?:Human|AI|Tool|System): )/m;
/** The middleware's heading of a summary: said once, there is no need to summarise it. */
const SUMMARY_HEADING = 'Human: Here is a summary of the conversation to date:';

/**
 * Stands in for a model that summarises: gives the first 200 characters of every message it is shown,
 * and leaves the oldest out where that would be more than 3,000 characters: a long summary, of which
 * 4,000 tokens mostly hold four. Excerpts of an earlier summary count as messages, so they are taken over
 * while there is room. It always answers the same and sees nothing but the prompt.
 *
 * It has what the middleware reads of a chat model and no more. The base class would run callbacks, and
 * with tracing switched on in the environment those send every prompt to a server.
 */
export class ExtractingModel {
  /** @param {number} inputTokens its window */
  constructor(inputTokens) {
    this.profile = { maxInputTokens: inputTokens };
  }

  /**
   * @param {string} prompt
   * @returns {Promise<AIMessage>}
   */
  async invoke(prompt) {
    return new AIMessage(excerptsOf(prompt));
  }
}

/**
 * @param {string} conversation messages as plain text, each on a line of its own behind its role
 * @returns {string} the newest excerpts that fit, in their order
 */
export function excerptsOf(conversation) {
  const excerpts = conversation
    .split(MESSAGE_START)
    .map((message) => message.trim().slice(0, EXCERPT_CHARACTERS))
    .filter((excerpt) => excerpt !== '' && excerpt !== SUMMARY_HEADING);
  /** @type {string[]} */
  const kept = [];
  let left = SUMMARY_CHARACTERS;
  for (const excerpt of excerpts.toReversed()) {
    left -= excerpt.length + 1;
    if (left < 0) break;
    kept.unshift(excerpt);
  }
  return kept.join('\n');
}
