// @ts-check
import { TripWire } from '@mastra/core/agent';
import { TokenLimiter } from '@mastra/core/processors';
import { textOf } from '../chat-message.mjs';
import { clipOnEntry } from '../clip-on-entry.mjs';

/** @typedef {import('../chat-message.mjs').ChatMessage} ChatMessage */
/** @typedef {import('../chat-message.mjs').ToolCall} ToolCall */
/** @typedef {Parameters<TokenLimiter['processLLMRequest']>[0]} RequestArguments */
/** @typedef {RequestArguments['prompt'][number]} PromptMessage */

/**
 * Mastra's token limiter with the budget as its limit and defaults otherwise, at the stage where it
 * trims the prompt ahead of a model call. It takes no token counter: it estimates, so what it thinks to
 * fit may be over. Where it raises its trip wire, the agent sends nothing: a refusal.
 *
 * @type {import('./system.mjs').System}
 */
export const mastraTokenLimiter = {
  name: 'Mastra TokenLimiter',
  open({ budget }) {
    const limiter = new TokenLimiter(budget);
    /** @type {WeakMap<PromptMessage, ChatMessage>} */
    const originals = new WeakMap();
    /** @type {Map<string, string>} call id → tool name, which a result has to state */
    const toolNames = new Map();
    /** @type {PromptMessage[]} */
    const prompt = [];
    return {
      append(message) {
        const received = clipOnEntry(message, budget).message;
        for (const { id, function: called } of received.tool_calls ?? []) {
          toolNames.set(id, called.name);
        }
        const converted = toPromptMessage(received, toolNames);
        originals.set(converted, received);
        prompt.push(converted);
      },
      async assemble() {
        const limited = await limit(limiter, prompt);
        return limited.map((message) => originalOf(message, originals));
      },
    };
  },
};

/**
 * @param {TokenLimiter} limiter
 * @param {PromptMessage[]} prompt
 */
async function limit(limiter, prompt) {
  try {
    // A processor may look at more; this one reads only the prompt.
    const limited = await limiter.processLLMRequest(/** @type {RequestArguments} */ ({ prompt }));
    return limited?.prompt ?? prompt;
  } catch (error) {
    if (!(error instanceof TripWire)) throw error;
    throw Object.assign(new Error('The token limiter stopped the request.', { cause: error }), {
      code: 'CONTEXT_OVERFLOW',
    });
  }
}

/**
 * Limiting only drops messages.
 *
 * @param {PromptMessage} message
 * @param {WeakMap<PromptMessage, ChatMessage>} originals
 */
function originalOf(message, originals) {
  const original = originals.get(message);
  if (original === undefined)
    throw new Error('TokenLimiter gave a message that was never appended.');
  return original;
}

/**
 * @param {ChatMessage} message
 * @param {ReadonlyMap<string, string>} toolNames
 * @returns {PromptMessage}
 */
function toPromptMessage(message, toolNames) {
  const text = textOf(message);
  switch (message.role) {
    case 'system':
      return { role: 'system', content: text };
    case 'user':
      return { role: 'user', content: [{ type: 'text', text }] };
    case 'assistant': {
      const spoken = text === '' ? [] : [{ type: /** @type {const} */ ('text'), text }];
      return { role: 'assistant', content: [...spoken, ...(message.tool_calls ?? []).map(toPart)] };
    }
    case 'tool': {
      const toolCallId = message.tool_call_id ?? '';
      const toolName = toolNames.get(toolCallId) ?? 'unknown';
      const output = { type: /** @type {const} */ ('text'), value: text };
      return { role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName, output }] };
    }
  }
}

/** @param {ToolCall} call */
function toPart({ id, function: { name, arguments: json } }) {
  return {
    type: /** @type {const} */ ('tool-call'),
    toolCallId: id,
    toolName: name,
    input: parsedOrText(json),
  };
}

/**
 * @param {string} json
 * @returns {unknown} arguments that are not JSON as the text they are
 */
function parsedOrText(json) {
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
}
