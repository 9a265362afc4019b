// @ts-check
import { AIMessage } from '@langchain/core/messages';
import { FakeListChatModel } from '@langchain/core/utils/testing';
import { ClearToolUsesEdit, contextEditingMiddleware } from 'langchain';
import { LangChainHistory } from './langchain-history.mjs';

/** @typedef {import('@langchain/core/messages').BaseMessage} BaseMessage */
/** @typedef {NonNullable<import('langchain').AgentMiddleware['wrapModelCall']>} WrapModelCall */
/** @typedef {Parameters<WrapModelCall>[0]} ModelRequest */

/**
 * LangChain's context editing with its defaults: above the trigger, which is the budget, all tool
 * results but the three newest are cleared. It knows no other way to become shorter: what is too long
 * without them stays too long. The system message is the agent's prompt, outside the history.
 *
 * The middleware's own hook runs, as an agent calls it ahead of each model call. It edits the agent's
 * history in place, so what was cleared stays cleared.
 *
 * @type {import('./system.mjs').System}
 */
export const langChainContextEditing = {
  name: 'LangChain contextEditingMiddleware',
  open({ budget }) {
    const history = new LangChainHistory(budget);
    const model = new CountingModel(history);
    const { wrapModelCall } = contextEditingMiddleware({
      edits: [new ClearToolUsesEdit({ trigger: { tokens: budget } })],
      tokenCountMethod: 'model',
    });
    return {
      append: (message) => history.append(message),
      async assemble() {
        const { systemPrompt, messages } = history;
        return history.contextOf(
          await sentMessages(wrapModelCall, { model, systemPrompt, messages }),
        );
      },
    };
  },
};

/**
 * Gives the messages that reach the model behind the hook.
 *
 * @param {WrapModelCall | undefined} hook
 * @param {Pick<ModelRequest, 'model' | 'systemPrompt' | 'messages'>} request
 */
async function sentMessages(hook, request) {
  if (hook === undefined) throw new Error('contextEditingMiddleware has no hook for model calls.');
  /** @type {readonly BaseMessage[]} */
  let sent = [];
  await hook(/** @type {ModelRequest} */ (request), async ({ messages }) => {
    sent = messages;
    return new AIMessage('');
  });
  return sent;
}

/** Answers nothing; the middleware asks it for counts, as it would ask a model of OpenAI. */
class CountingModel extends FakeListChatModel {
  #history;

  /** @param {LangChainHistory} history */
  constructor(history) {
    super({ responses: [''] });
    this.#history = history;
  }

  /** @param {readonly BaseMessage[]} messages */
  async getNumTokensFromMessages(messages) {
    return { totalCount: this.#history.countTokens(messages), countPerMessage: [] };
  }
}
