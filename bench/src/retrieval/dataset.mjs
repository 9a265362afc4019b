// @ts-check
import { readFile } from 'node:fs/promises';
import { UsageError } from '../cli/usage-error.mjs';

/**
 * A text that can be found.
 *
 * @typedef {object} Turn
 * @property {string} id
 * @property {string} sessionId
 * @property {string} speaker
 * @property {'user' | 'assistant' | undefined} role where the speaker is a role and not a name
 * @property {string} text
 * @property {string} spoken the text with its speaker ahead, for systems that know texts alone
 * @property {number} createdAtMs
 */

/**
 * A question, and what answers it: ids of turns, or of sessions.
 *
 * @typedef {object} Question
 * @property {string} text
 * @property {ReadonlySet<string>} gold
 */

/**
 * The texts of one index, and the questions for it.
 *
 * @typedef {object} Conversation
 * @property {string} id
 * @property {readonly Turn[]} turns
 * @property {readonly Question[]} questions
 */

/**
 * @typedef {object} Dataset
 * @property {'turns' | 'sessions'} gold what is to be found
 * @property {readonly Conversation[]} conversations
 */

/** The category whose questions have no answer in the conversation. */
const ADVERSARIAL = 5;

/**
 * Reads conversations with questions: `[{ id, turns, questions }]`, or LongMemEval's own file.
 *
 * @param {string} file absolute path
 * @returns {Promise<Dataset>}
 */
export async function readDataset(file) {
  const parsed = await readJson(file);
  if (!Array.isArray(parsed) || parsed.length === 0) throw unknownFormat(file);
  try {
    return 'haystack_sessions' in parsed[0]
      ? { gold: 'sessions', conversations: parsed.filter(hasAnswer).map(conversationOfInstance) }
      : { gold: 'turns', conversations: parsed.map(conversationOf) };
  } catch (error) {
    if (error instanceof TypeError) throw unknownFormat(file, error);
    throw error;
  }
}

/** @param {string} file */
async function readJson(file) {
  try {
    return /** @type {unknown} */ (JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    throw new UsageError(`The data set ${file} cannot be read as JSON.`, { cause: error });
  }
}

/**
 * @param {string} file
 * @param {unknown} [cause]
 */
function unknownFormat(file, cause) {
  const sentence = `${file} is no list of conversations with turns and questions, and not LongMemEval's file.`;
  return new UsageError(sentence, { cause });
}

/** @param {any} conversation */
function conversationOf({ id, turns, questions }) {
  return {
    id,
    turns: turns.map((/** @type {any} */ turn) => ({
      id: turn.id,
      sessionId: turn.id.split(':')[0],
      speaker: turn.speaker,
      role: roleOf(turn.speaker),
      text: turn.text,
      spoken: `${turn.speaker}: ${turn.text}`,
      createdAtMs: Date.parse(`${turn.date}Z`),
    })),
    questions: questions
      .filter((/** @type {any} */ { category }) => category !== ADVERSARIAL)
      .map((/** @type {any} */ { q, evidence }) => ({ text: q, gold: new Set(evidence) })),
  };
}

/**
 * The role in a chat with an assistant that stands in place of a speaker's name.
 *
 * @param {string} speaker
 * @returns {'user' | 'assistant' | undefined}
 */
function roleOf(speaker) {
  const name = speaker.toLowerCase();
  return name === 'user' || name === 'assistant' ? name : undefined;
}

/**
 * LongMemEval leaves questions without an answer out of its retrieval figures.
 *
 * @param {any} instance
 */
function hasAnswer({ question_id }) {
  return !question_id.endsWith('_abs');
}

/** @param {any} instance */
function conversationOfInstance(instance) {
  return {
    id: instance.question_id,
    turns: instance.haystack_sessions.flatMap(
      (/** @type {any} */ session, /** @type {number} */ at) =>
        session.map((/** @type {any} */ turn, /** @type {number} */ place) => ({
          id: `${at}/${place}`,
          sessionId: instance.haystack_session_ids[at],
          speaker: turn.role,
          role: roleOf(turn.role),
          text: turn.content,
          spoken: `${turn.role}: ${turn.content}`,
          createdAtMs: Date.parse(`${instance.haystack_dates[at].replace(/\s*\(\w+\)/, '')} UTC`),
        })),
    ),
    questions: [{ text: instance.question, gold: new Set(instance.answer_session_ids) }],
  };
}
