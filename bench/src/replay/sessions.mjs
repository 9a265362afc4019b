// @ts-check
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { UsageError } from '../cli/usage-error.mjs';
import { textOf } from './chat-message.mjs';
import { fingerprintsOf } from './fingerprints.mjs';
import { messageTokens } from './token-units.mjs';

/** @typedef {import('./chat-message.mjs').ChatMessage} ChatMessage */

/**
 * A message that a context has to hold at all times.
 *
 * @typedef {object} FixedMessage
 * @property {number} index its place in the session
 * @property {string} text
 * @property {number} tokens
 */

/**
 * A recorded session with everything that every score reads of it, counted once.
 *
 * @typedef {object} Session
 * @property {string} id
 * @property {readonly ChatMessage[]} messages
 * @property {readonly number[]} tokensBefore at index i: tokens of all messages ahead of message i; one longer than `messages`
 * @property {number} totalTokens
 * @property {FixedMessage | undefined} system the system message, when the session opens with one
 * @property {FixedMessage | undefined} anchor the first message of the user
 * @property {ReadonlySet<string>} fingerprints see `fingerprintsOf`
 */

/**
 * Reads every `*.json` of a folder as a session, in the order of their names.
 *
 * @param {string} folder absolute path
 * @returns {Promise<Session[]>}
 */
export async function readSessions(folder) {
  const names = await listFolder(folder);
  const files = names.filter((name) => name.endsWith('.json')).sort();
  if (files.length === 0) {
    throw new UsageError(`There are no recorded sessions (*.json) in ${folder}.`);
  }
  const sessions = [];
  for (const file of files) sessions.push(await readSession(path.join(folder, file)));
  return sessions;
}

/**
 * @param {string} id
 * @param {readonly ChatMessage[]} messages
 * @returns {Session}
 */
export function measureSession(id, messages) {
  const tokens = messages.map(messageTokens);
  const tokensBefore = [0];
  let totalTokens = 0;
  for (const count of tokens) {
    totalTokens += count;
    tokensBefore.push(totalTokens);
  }
  const fixed = (/** @type {number} */ index) => {
    const message = messages[index];
    if (message === undefined) return undefined;
    return { index, text: textOf(message), tokens: tokens[index] ?? 0 };
  };
  return {
    id,
    messages,
    tokensBefore,
    totalTokens,
    system: messages[0]?.role === 'system' ? fixed(0) : undefined,
    anchor: fixed(messages.findIndex((message) => message.role === 'user')),
    fingerprints: fingerprintsOf(messages),
  };
}

/** @param {string} folder */
async function listFolder(folder) {
  try {
    return await readdir(folder);
  } catch (error) {
    throw new UsageError(`The folder of recorded sessions ${folder} cannot be read.`, {
      cause: error,
    });
  }
}

/** @param {string} file */
async function readSession(file) {
  /** @type {unknown} */
  let parsed;
  try {
    parsed = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw new UsageError(`The recorded session ${file} cannot be read as JSON.`, { cause: error });
  }
  const messages = Array.isArray(parsed) ? parsed : isRecord(parsed) ? parsed.messages : null;
  if (!Array.isArray(messages)) {
    throw new UsageError(`The recorded session ${file} has no list of messages.`);
  }
  messages.forEach((message, index) => {
    const fault = faultOf(message);
    if (fault) throw new UsageError(`In the session ${file}, message ${index + 1} ${fault}.`);
  });
  return measureSession(path.basename(file, '.json'), messages);
}

/**
 * Names what keeps a value from being a chat message.
 *
 * @param {unknown} message
 * @returns {string | undefined}
 */
function faultOf(message) {
  if (!isRecord(message)) return 'is not an object';
  const { role, content, tool_calls: calls, tool_call_id: callId } = message;
  if (!['system', 'user', 'assistant', 'tool'].includes(String(role))) {
    return 'has a role other than system, user, assistant or tool';
  }
  if (typeof content !== 'string' && content != null && !Array.isArray(content)) {
    return 'has a content that is neither text, nor a list of parts, nor null';
  }
  if (calls != null && !(Array.isArray(calls) && calls.every(isToolCall))) {
    return 'has a tool call without an id, a name or the text of its arguments';
  }
  if (role === 'tool' && typeof callId !== 'string') return 'is a tool result without tool_call_id';
  return undefined;
}

/** @param {unknown} call */
function isToolCall(call) {
  if (!isRecord(call) || typeof call.id !== 'string') return false;
  const called = call.function;
  return (
    isRecord(called) && typeof called.name === 'string' && typeof called.arguments === 'string'
  );
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
function isRecord(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
