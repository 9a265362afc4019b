// @ts-check
import { MemorySession } from '@openai/agents-core';
import { textOf } from '../chat-message.mjs';
import { clipOnEntry } from '../clip-on-entry.mjs';
import { messageTokens } from '../token-units.mjs';

/** @typedef {import('@openai/agents-core').AgentInputItem} AgentInputItem */
/** @typedef {import('../chat-message.mjs').ChatMessage} ChatMessage */

/**
 * The session of OpenAI's Agents SDK that needs no server, read with its limit: a number of items, the
 * most recent. It knows no tokens, so at each turn it gets the largest number whose items fit the budget
 * beside the system message, which is the agent's instructions and no item.
 *
 * @type {import('./system.mjs').System}
 */
export const openAiAgentsSessionLimit = {
  name: 'OpenAI Agents session limit',
  open({ budget }) {
    const session = new MemorySession();
    const conversion = new Conversion();
    /** @type {ChatMessage[]} */
    const system = [];
    /** @type {number[]} */
    const itemTokens = [];
    let appended = 0;
    return {
      async append(message) {
        appended += 1;
        if (message.role === 'system' && appended === 1) {
          system.push(message);
          return;
        }
        const items = conversion.toItems(clipOnEntry(message, budget).message, appended);
        itemTokens.push(...items.map(tokensOfItem));
        await session.addItems(items);
      },
      async assemble() {
        const roomTokens = system.reduce((room, message) => room - messageTokens(message), budget);
        const items = await session.getItems(countNewestWithin(itemTokens, roomTokens));
        return [...system, ...toChatMessages(items)];
      },
    };
  },
};

/**
 * @param {readonly number[]} itemTokens
 * @param {number} roomTokens
 */
function countNewestWithin(itemTokens, roomTokens) {
  let left = roomTokens;
  let count = 0;
  for (let index = itemTokens.length - 1; index >= 0; index -= 1) {
    left -= itemTokens[index] ?? 0;
    if (left < 0) break;
    count += 1;
  }
  return count;
}

/** @param {AgentInputItem} item */
function tokensOfItem(item) {
  return messageTokens(toChatMessage(item));
}

/** Carries messages to the SDK's items: the text of an answer and each of its calls is one of its own. */
class Conversion {
  /** @type {Map<string, string>} call id → tool name, which a result has to state */
  #toolNames = new Map();

  /**
   * @param {ChatMessage} message
   * @param {number} number by which the items of one message are known again
   * @returns {AgentInputItem[]}
   */
  toItems(message, number) {
    const id = String(number);
    const text = textOf(message);
    switch (message.role) {
      case 'system':
      case 'user':
        return [{ id, role: message.role, content: text }];
      case 'assistant': {
        const calls = (message.tool_calls ?? []).map((call) => this.#toCallItem(call, id));
        return text === '' && calls.length > 0 ? calls : [toAnswerItem(text, id), ...calls];
      }
      case 'tool':
        return [this.#toResultItem(message.tool_call_id ?? '', text, id)];
    }
  }

  /**
   * @param {import('../chat-message.mjs').ToolCall} call
   * @param {string} id
   * @returns {AgentInputItem}
   */
  #toCallItem({ id: callId, function: { name, arguments: json } }, id) {
    this.#toolNames.set(callId, name);
    return { id, type: 'function_call', callId, name, arguments: json, status: 'completed' };
  }

  /**
   * @param {string} callId
   * @param {string} text
   * @param {string} id
   * @returns {AgentInputItem}
   */
  #toResultItem(callId, text, id) {
    const name = this.#toolNames.get(callId) ?? 'unknown';
    const output = { type: /** @type {const} */ ('text'), text };
    return { id, type: 'function_call_result', callId, name, output, status: 'completed' };
  }
}

/**
 * @param {string} text
 * @param {string} id
 * @returns {AgentInputItem}
 */
function toAnswerItem(text, id) {
  return { id, role: 'assistant', status: 'completed', content: [{ type: 'output_text', text }] };
}

/**
 * @param {readonly AgentInputItem[]} items
 * @returns {ChatMessage[]} with the items of one message in one message again
 */
function toChatMessages(items) {
  /** @type {ChatMessage[]} */
  const messages = [];
  /** @type {string | undefined} */
  let lastId;
  for (const item of items) {
    const message = toChatMessage(item);
    const last = messages.at(-1);
    if (last !== undefined && item.id === lastId)
      messages[messages.length - 1] = joined(last, message);
    else messages.push(message);
    lastId = item.id;
  }
  return messages;
}

/**
 * @param {ChatMessage} message
 * @param {ChatMessage} more
 * @returns {ChatMessage}
 */
function joined(message, more) {
  return { ...message, tool_calls: [...(message.tool_calls ?? []), ...(more.tool_calls ?? [])] };
}

/**
 * @param {AgentInputItem} item
 * @returns {ChatMessage}
 */
function toChatMessage(item) {
  if (item.type === 'function_call') {
    const { callId: id, name, arguments: json } = item;
    const call = {
      id,
      type: /** @type {const} */ ('function'),
      function: { name, arguments: json },
    };
    return { role: 'assistant', content: '', tool_calls: [call] };
  }
  if (item.type === 'function_call_result') {
    return { role: 'tool', content: textOfOutput(item.output), tool_call_id: item.callId };
  }
  if (item.type !== undefined && item.type !== 'message') {
    throw new Error(`The session gave an item of type ${item.type}, which was never added.`);
  }
  const { role, content } = item;
  if (typeof content === 'string') return { role, content };
  return { role, content: content.map((part) => ('text' in part ? part.text : '')).join('') };
}

/** @param {import('@openai/agents-core').protocol.FunctionCallResultItem['output']} output */
function textOfOutput(output) {
  if (typeof output !== 'object' || !('text' in output)) {
    throw new Error('The session gave an output that is not the text that was added.');
  }
  return output.text;
}
