// @ts-check
import { pruneMessages } from 'ai';
import { textOf } from '../chat-message.mjs';
import { clipOnEntry } from '../clip-on-entry.mjs';

/** @typedef {import('ai').ModelMessage} ModelMessage */
/** @typedef {import('ai').ToolCallPart} ToolCallPart */
/** @typedef {import('../chat-message.mjs').ChatMessage} ChatMessage */
/** @typedef {import('../chat-message.mjs').ToolCall} ToolCall */

/**
 * The AI SDK's pruning with the settings of its reference page. It knows no budget: what is too long
 * stays too long.
 *
 * @type {import('./system.mjs').System}
 */
export const aiSdkPruneMessages = {
  name: 'AI SDK pruneMessages',
  open({ budget }) {
    const conversion = new Conversion();
    /** @type {ModelMessage[]} */
    const history = [];
    return {
      append(message) {
        history.push(conversion.toModelMessage(clipOnEntry(message, budget).message));
      },
      assemble() {
        const pruned = pruneMessages({
          messages: history,
          reasoning: 'before-last-message',
          toolCalls: 'before-last-2-messages',
          emptyMessages: 'remove',
        });
        return pruned.map((message) => conversion.toChatMessage(message));
      },
    };
  },
};

/**
 * Carries messages to the AI SDK's shape and back. Pruning only drops messages and parts, so what is
 * left leads back to the bytes that were appended.
 */
class Conversion {
  /** @type {Map<string, string>} call id → tool name, which a result has to state */
  #toolNames = new Map();
  /** @type {WeakMap<object, ToolCall>} */
  #callOfPart = new WeakMap();

  /**
   * @param {ChatMessage} message
   * @returns {ModelMessage}
   */
  toModelMessage(message) {
    const text = textOf(message);
    switch (message.role) {
      case 'system':
      case 'user':
        return { role: message.role, content: text };
      case 'assistant': {
        const calls = (message.tool_calls ?? []).map((call) => this.#toPart(call));
        if (calls.length === 0) return { role: 'assistant', content: text };
        const spoken = text === '' ? [] : [{ type: /** @type {const} */ ('text'), text }];
        return { role: 'assistant', content: [...spoken, ...calls] };
      }
      case 'tool':
        return { role: 'tool', content: [this.#toResult(message.tool_call_id ?? '', text)] };
    }
  }

  /**
   * @param {ModelMessage} message
   * @returns {ChatMessage}
   */
  toChatMessage(message) {
    if (message.role === 'tool') return toToolMessage(message);
    const { role, content } = message;
    if (typeof content === 'string') return { role, content };
    const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('');
    const calls = content.flatMap((part) => this.#callOfPart.get(part) ?? []);
    return { role, content: text, ...(calls.length === 0 ? {} : { tool_calls: calls }) };
  }

  /**
   * @param {ToolCall} call
   * @returns {ToolCallPart}
   */
  #toPart(call) {
    const { name, arguments: input } = call.function;
    this.#toolNames.set(call.id, name);
    /** @type {ToolCallPart} */
    const part = { type: 'tool-call', toolCallId: call.id, toolName: name, input };
    this.#callOfPart.set(part, call);
    return part;
  }

  /**
   * @param {string} toolCallId
   * @param {string} value
   * @returns {import('ai').ToolResultPart}
   */
  #toResult(toolCallId, value) {
    const toolName = this.#toolNames.get(toolCallId) ?? 'unknown';
    return { type: 'tool-result', toolCallId, toolName, output: { type: 'text', value } };
  }
}

/**
 * @param {import('ai').ToolModelMessage} message
 * @returns {ChatMessage}
 */
function toToolMessage({ content: [part] }) {
  if (part?.type !== 'tool-result' || part.output.type !== 'text') {
    throw new Error('pruneMessages gave a tool message that was never appended.');
  }
  return { role: 'tool', content: part.output.value, tool_call_id: part.toolCallId };
}
