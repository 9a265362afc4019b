// @ts-check
import { textOf } from '../replay/chat-message.mjs';
import { cleanValuesOf } from '../replay/clean-values.mjs';
import { standsIn } from '../replay/text-places.mjs';

/** @typedef {import('@agent-memory/core').CondenseSource} CondenseSource */
/** @typedef {import('../replay/chat-message.mjs').ChatMessage} ChatMessage */

/**
 * The first half of a session, which leaves, and what is asked of its summary.
 *
 * @typedef {object} Matter
 * @property {readonly CondenseSource[]} sources
 * @property {readonly string[]} sentences all of it, in order
 * @property {readonly string[]} values exact values in it, each once
 * @property {readonly string[]} needed those values in the arguments of calls of the second half that stand in it
 */

/**
 * @param {import('../replay/sessions.mjs').Session} session
 * @returns {Matter}
 */
export function matterOf({ messages }) {
  const half = Math.floor(messages.length / 2);
  const sources = sourcesOf(messages.slice(0, half));
  const texts = sources.map(({ text, toolArguments = [] }) => [text, ...toolArguments].join('\n'));
  const text = texts.join('\n');
  const later = new Set(
    messages
      .slice(half)
      .flatMap(({ tool_calls: calls }) => calls ?? [])
      .flatMap((call) => [...cleanValuesOf(call.function.arguments)]),
  );
  return {
    sources,
    sentences: texts.flatMap(sentencesOf),
    values: [...cleanValuesOf(JSON.stringify({ text }))],
    needed: [...later].filter((value) => standsIn(text, value)),
  };
}

/**
 * The messages without the system's, which never leaves.
 *
 * @param {readonly ChatMessage[]} messages
 * @returns {readonly CondenseSource[]}
 */
function sourcesOf(messages) {
  /** @type {Map<string, string>} */
  const toolNames = new Map();
  return messages.flatMap((message, seq) => {
    const { role, tool_calls: calls, tool_call_id: callId = '' } = message;
    if (role === 'system') return [];
    for (const call of calls ?? []) toolNames.set(call.id, call.function.name);
    const toolName = role === 'tool' ? toolNames.get(callId) : calls?.[0]?.function.name;
    const toolArguments = (calls ?? []).map((call) => call.function.arguments);
    return [
      {
        ...{ seq, role, text: textOf(message) },
        ...(toolName !== undefined && { toolName }),
        ...(toolArguments.length > 0 && { toolArguments }),
      },
    ];
  });
}

/**
 * Lines and sentences, by rules that are none of core's.
 *
 * @param {string} text
 */
function sentencesOf(text) {
  return text
    .split(/\n+|(?<=[.!?])\s+/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}
