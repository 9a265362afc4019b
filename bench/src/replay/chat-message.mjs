// @ts-check

/**
 * One part of a message whose content is a list. Only text parts carry text.
 *
 * @typedef {{ readonly type?: string, readonly text?: string }} ContentPart
 */

/**
 * @typedef {object} ToolCall
 * @property {string} id
 * @property {'function'} [type]
 * @property {{ readonly name: string, readonly arguments: string }} function `arguments` is JSON as the model wrote it
 */

/**
 * A message in the shape of OpenAI Chat Completions.
 *
 * @typedef {object} ChatMessage
 * @property {'system' | 'user' | 'assistant' | 'tool'} role
 * @property {string | readonly ContentPart[] | null} [content]
 * @property {readonly ToolCall[] | null} [tool_calls]
 * @property {string} [tool_call_id]
 */

/**
 * All text of a message's content, parts joined without a separator.
 *
 * @param {ChatMessage} message
 * @returns {string}
 */
export function textOf({ content }) {
  if (typeof content === 'string') return content;
  if (content === null || content === undefined) return '';
  return content.map((part) => part.text ?? '').join('');
}

/**
 * Names and arguments of a message's tool calls, one behind the other.
 *
 * @param {ChatMessage} message
 * @returns {string}
 */
export function callTextOf({ tool_calls }) {
  return (tool_calls ?? []).map((call) => call.function.name + call.function.arguments).join('');
}
