import {
  InvalidOptionError,
  type ModelCall,
  type OpenAiMessage,
  type Summarizer,
  type SummaryRequest,
  systemClock,
} from '@agent-memory/core';
import { type KnownNames, rangeOf, refuseUnknown } from '@agent-memory/core/internal';
import type { ChatModel, ChatRequest } from '../chat/chat-model.ts';
import { measuredChat } from '../metering/measured.ts';
import { type AskForSummary, CORRECTION_TOKENS } from './checked-summary.ts';
import { dividedSummary } from './divided-summary.ts';
import { LearnedShare } from './learned-share.ts';
import { summaryRequestText, summaryRules } from './summary-prompts.ts';

/** Settings of a model that writes summaries. */
export interface ModelSummarizerOptions {
  /**
   * Tokens of one request and its answer together. Default: the model's own `contextWindow`, and 4,096
   * where that is not known. Where both are known, the smaller one holds.
   */
  readonly contextWindow?: number;
}

const OPTIONS = { contextWindow: true } as const satisfies KnownNames<ModelSummarizerOptions>;

/** Many models in a browser are loaded with this window. */
const DEFAULT_WINDOW = 4_096;
/** Below this no useful text fits beside the rules. */
const LEAST_WINDOW = 1_024;
/** Tokens of quoted text and answer without which a request is not worth its while. */
const LEAST_ROOM = 160;
/** Kept free: the session's counter is seldom the model's own, which may count more. */
const SAFETY_SHARE = 0.2;
/** Tokens that a template puts around one message. */
const MESSAGE_TOKENS = 12;

/**
 * Lets a chat model write the summaries of a memory [MOD-1].
 *
 * - No request is longer than the model's window, the answer included, with a fifth of it kept free. What
 *   does not fit is summarised part by part, and the parts are merged. A model that still finds a request
 *   too long is asked with less, from then on.
 * - Requests are of the background and of temperature 0. The text that all of them share stands first.
 * - Quoted text is told as data, between tags that nothing in it can close.
 * - An answer is cleaned (thoughts, fences, "Here is a summary:") and checked: one that loops, copies,
 *   grows or speaks of other things is thrown away; one with a value that its source lacks is asked for
 *   again, once, and then its sentences without such values are taken.
 * - Ahead of need it has the time that the model gives an answer.
 * - Its calls are told to the memory: `state.models` and the compaction's record have their tokens, time
 *   and, of a `metered` model, cost. The summary is signed by the model that wrote it.
 *
 * `summarize` rejects with `SummaryRejectedError`, with the `ModelError` of the model, or with the
 * signal's reason; a memory then takes the extractive summary.
 *
 * @throws InvalidOptionError naming the option.
 *
 * @example
 * const chatModel = openAiCompatible({ baseUrl: 'http://localhost:11434/v1', model: 'gemma3:4b' });
 * const memory = createAgentMemory({
 *   id: 'support',
 *   contextWindow: 32_000,
 *   summarizer: modelSummarizer(chatModel, { contextWindow: 4_096 }),
 * });
 */
export function modelSummarizer(
  chatModel: ChatModel,
  options: ModelSummarizerOptions = {},
): Summarizer {
  if (typeof chatModel?.chat !== 'function') {
    throw new InvalidOptionError('chatModel', 'must be a model with a function `chat`.');
  }
  refuseUnknown(options, OPTIONS, 'modelSummarizer');
  const { contextWindow: given = Number.POSITIVE_INFINITY } = options;
  if (options.contextWindow !== undefined && !(given >= LEAST_WINDOW)) {
    throw new InvalidOptionError(
      'contextWindow',
      `must be ${LEAST_WINDOW} tokens or more; got ${given}.`,
    );
  }
  const learned = new LearnedShare();

  const windowNow = (): number => {
    const known = Math.min(given, chatModel.contextWindow ?? Number.POSITIVE_INFINITY);
    return Number.isFinite(known) ? known : DEFAULT_WINDOW;
  };
  return {
    name: chatModel.name,
    get timeoutMs() {
      return chatModel.timeoutMs;
    },
    get contextWindow() {
      return windowNow();
    },
    dividesRequests: true,
    async summarize(request, { signal, onCall }) {
      let madeBy = chatModel.name;
      const tell = (call: ModelCall): void => {
        if (call.outcome.kind === 'answered') madeBy = call.model;
        onCall?.(call);
      };
      const ask: AskForSummary = async (task) => {
        const asked: ChatRequest = {
          messages: [RULES, { role: 'user', content: summaryRequestText(task) }],
          maxTokens: task.maxTokens,
          temperature: 0,
          urgency: 'background',
          onCall: tell,
          ...(signal && { signal }),
        };
        const reply = await measuredChat(chatModel, asked, { clock: systemClock });
        return { text: reply.text, isCut: reply.finishReason === 'length' };
      };
      const text = await learned.attempt((share) => {
        const roomTokens = roomIn(windowNow() * share, request);
        return dividedSummary(request, { roomTokens, ask, signal });
      });
      return { madeBy, ...rangeOf(request), text };
    },
  };
}

const RULES: OpenAiMessage = { role: 'system', content: summaryRules() };

/** Tokens of quoted text and answer that one request has room for. @throws InvalidOptionError if none. */
function roomIn(window: number, { count, maxTokens }: SummaryRequest): number {
  const emptyTask = { kind: 'whole', previous: '.', conversation: '.' } as const;
  const frame = summaryRequestText({ ...emptyTask, maxTokens, invented: ['.'] });
  const ownTokens = count(summaryRules()) + count(frame) + 2 * MESSAGE_TOKENS;
  const fixedTokens = ownTokens + CORRECTION_TOKENS;
  const room = Math.floor(window * (1 - SAFETY_SHARE)) - fixedTokens;
  if (room >= LEAST_ROOM) return room;
  throw new InvalidOptionError(
    'contextWindow',
    `leaves no room for a summary: of ${Math.floor(window)} tokens a request takes ${fixedTokens} ahead of any text.`,
  );
}
