// @ts-check
import { isBaseMessage, RemoveMessage } from '@langchain/core/messages';
import { summarizationMiddleware } from 'langchain';
import { messageTokens } from '../token-units.mjs';
import { ExtractingModel } from './extracting-model.mjs';
import { LangChainHistory } from './langchain-history.mjs';

/** @typedef {import('@langchain/core/messages').BaseMessage} BaseMessage */
/** @typedef {{ readonly tokens: number } | { readonly fraction: number }} ContextSize */
/** @typedef {{ readonly trigger: ContextSize, readonly keep?: ContextSize }} Settings */

/**
 * LangChain's summarisation as its documentation introduces it: above a number of tokens, which is
 * here the budget, all but the last 20 messages become a summary.
 */
export const langChainSummarization = summarizing(
  'LangChain summarizationMiddleware',
  (roomTokens) => ({ trigger: { tokens: roomTokens } }),
);

/** The same in shares of the model's window, with those of the package's own examples: at 80 % keep 30 %. */
export const langChainSummarizationByShare = summarizing(
  'LangChain summarizationMiddleware (0.8, keep 0.3)',
  () => ({ trigger: { fraction: 0.8 }, keep: { fraction: 0.3 } }),
);

/**
 * The middleware's own hook runs, as an agent calls it ahead of each model call, and what it returns
 * becomes the history. The system message is the agent's prompt, outside the history, so the budget
 * that is given is what it leaves. Summaries are written by a stand-in, see `ExtractingModel`; its
 * calls cost nothing here.
 *
 * @param {string} name
 * @param {(roomTokens: number) => Settings} settingsFor
 * @returns {import('./system.mjs').System}
 */
function summarizing(name, settingsFor) {
  return {
    name,
    open({ budget, system }) {
      const history = new LangChainHistory(budget);
      const roomTokens = Math.max(1, budget - systemTokens(system));
      const { beforeModel } = middlewareWith({
        model: new ExtractingModel(roomTokens),
        tokenCounter: (messages) => history.countTokens(messages),
        // The stand-in needs no instructions, only the conversation.
        summaryPrompt: '{messages}',
        ...settingsFor(roomTokens),
      });
      return {
        append: (message) => history.append(message),
        async assemble() {
          history.messages = await messagesAfter(beforeModel, history.messages);
          return history.contextOf(history.messages);
        },
      };
    },
  };
}

/**
 * The package derives the type of its options from a schema, and strict settings make `never` of it.
 *
 * @param {Settings & {
 *   readonly model: ExtractingModel,
 *   readonly tokenCounter: (messages: readonly BaseMessage[]) => number,
 *   readonly summaryPrompt: string,
 * }} options
 */
function middlewareWith(options) {
  return summarizationMiddleware(/** @type {never} */ (options));
}

/** @param {string | undefined} text */
function systemTokens(text) {
  return text === undefined ? 0 : messageTokens({ role: 'system', content: text });
}

/**
 * The agent's history after the hook: the same one, or what stands behind the order to remove it all.
 *
 * @param {ReturnType<typeof summarizationMiddleware>['beforeModel']} hook
 * @param {BaseMessage[]} messages
 * @returns {Promise<BaseMessage[]>}
 */
async function messagesAfter(hook, messages) {
  if (typeof hook !== 'function') {
    throw new Error('summarizationMiddleware has no hook ahead of the model.');
  }
  const runtime = /** @type {Parameters<typeof hook>[1]} */ ({ context: {} });
  const update = await hook({ messages }, runtime);
  if (update?.messages === undefined) return messages;
  const [order, ...after] = update.messages;
  if (!RemoveMessage.isInstance(order) || !after.every(isBaseMessage)) {
    throw new Error('summarizationMiddleware changed the history in a way that is not known here.');
  }
  return after;
}
