// @ts-check
import {
  AIMessage,
  HumanMessage,
  isAIMessage,
  isSystemMessage,
  isToolMessage,
  SystemMessage,
  ToolMessage,
} from '@langchain/core/messages';
import { textOf } from '../chat-message.mjs';

/** @typedef {import('@langchain/core/messages').BaseMessage} BaseMessage */
/** @typedef {import('../chat-message.mjs').ChatMessage} ChatMessage */

/**
 * A message in LangChain's shape.
 *
 * @param {string} id
 * @param {ChatMessage} message
 * @returns {BaseMessage}
 */
export function toLangChain(id, message) {
  const content = textOf(message);
  switch (message.role) {
    case 'system':
      return new SystemMessage({ id, content });
    case 'user':
      return new HumanMessage({ id, content });
    case 'tool':
      return new ToolMessage({ id, content, tool_call_id: message.tool_call_id ?? '' });
    case 'assistant':
      return new AIMessage({ id, content, tool_calls: (message.tool_calls ?? []).map(toToolCall) });
  }
}

/**
 * The way back, for a message that LangChain made or changed.
 *
 * @param {BaseMessage} message
 * @returns {ChatMessage}
 */
export function toChatMessage(message) {
  const content = message.text;
  if (isToolMessage(message)) {
    return { role: 'tool', content, tool_call_id: message.tool_call_id };
  }
  if (isSystemMessage(message)) return { role: 'system', content };
  if (!isAIMessage(message)) return { role: 'user', content };
  const calls = (message.tool_calls ?? []).map(fromToolCall);
  return { role: 'assistant', content, ...(calls.length === 0 ? {} : { tool_calls: calls }) };
}

/** @param {import('../chat-message.mjs').ToolCall} call */
function toToolCall({ id, function: called }) {
  return { type: /** @type {const} */ ('tool_call'), id, name: called.name, args: argsOf(called) };
}

/**
 * @param {import('@langchain/core/messages').ToolCall} call
 * @returns {import('../chat-message.mjs').ToolCall}
 */
function fromToolCall({ id = '', name, args }) {
  return { id, type: 'function', function: { name, arguments: JSON.stringify(args) } };
}

/**
 * Arguments that are not JSON travel as text: none of the systems reads them.
 *
 * @param {{ readonly arguments: string }} called
 * @returns {Record<string, unknown>}
 */
function argsOf(called) {
  try {
    return Object(JSON.parse(called.arguments));
  } catch {
    return { text: called.arguments };
  }
}
