// @ts-check
import session from '../session.json' with { type: 'json' };
import { measureChat } from './chat.mjs';
import { measureEmbedding } from './embed.mjs';
import { measureFault } from './measure-fault.mjs';
import { loaded, smolLm, tinyModel } from './models.mjs';
import { measureSummary } from './summary.mjs';

/** Tokens of the answer that is timed. */
const CHAT_TOKENS = { wllama: 24, webllm: 20 };

/**
 * One task of the benchmark.
 *
 * @typedef {{ readonly task: 'chat', readonly engine: 'wllama' | 'webllm' }
 *   | { readonly task: 'summary' }
 *   | { readonly task: 'embed' }
 *   | { readonly task: 'fault', readonly fault: string }} Effort
 */

/**
 * How fast a model did its task.
 *
 * @typedef {object} Timed
 * @property {string} model
 * @property {number} threads
 * @property {number} loadMs
 * @property {number} firstMs to the first word or vector
 * @property {number} perSecond
 */

/**
 * The figures of a task.
 *
 * @typedef {Timed & { readonly task: 'chat', readonly engine: 'wllama' | 'webllm' }
 *   | Timed & { readonly task: 'embed', readonly cosine: number }
 *   | Timed & { readonly task: 'summary' } & import('./summary.mjs').SummaryFigures
 *   | { readonly task: 'fault', readonly fault: string } & import('./measure-fault.mjs').FaultCost} Measured
 */

/**
 * @param {Effort} effort
 * @returns {Promise<Measured>}
 */
export async function measure(effort) {
  switch (effort.task) {
    case 'chat': {
      const model = effort.engine === 'wllama' ? smolLm() : tinyModel();
      const facts = await loaded(model);
      const speed = await measureChat(model, CHAT_TOKENS[effort.engine]);
      return { ...effort, ...facts, ...speed };
    }
    case 'summary':
      return { ...effort, ...(await measureSummary(recorded)) };
    case 'embed':
      return { ...effort, ...(await measureEmbedding()) };
    case 'fault':
      return { ...effort, ...(await measureFault(effort.fault, recorded)) };
    default:
      return effort;
  }
}

/** Roles of a file of JSON are texts to the compiler. */
const recorded = /** @type {import('./conversation.mjs').RecordedSession} */ (session);
