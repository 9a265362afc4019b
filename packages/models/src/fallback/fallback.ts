import { type Clock, InvalidOptionError, type Summarizer, systemClock } from '@agent-memory/core';
import { checkOption, type KnownNames, refuseUnknown } from '@agent-memory/core/internal';
import type { ChatModel, ChatRequest } from '../chat/chat-model.ts';
import { CHAT_REQUEST } from '../chat/known-request.ts';
import { measuredChat } from '../metering/measured.ts';
import { Chain, type FallbackStatus } from './chain.ts';

/** Settings of a chain of models. */
interface FallbackOptions {
  /** Default: the platform's. */
  readonly clock?: Clock;
}

const OPTIONS = { clock: true } as const satisfies KnownNames<FallbackOptions>;

/**
 * Several models as one: they are asked in order, until one answers.
 *
 * - `status` and `subscribe` report which one was taken, and why those before it were not.
 * - One that failed in a way that lasts (no such model, no key, no GPU) is left out for a minute, unless
 *   all of them have.
 * - An abort is passed on, and asks nobody else. Where nobody answers, the last one's error is thrown.
 * - An answer that broke off after pieces of it were shown ends there, with the error of its model and
 *   its `partial`.
 * - The `contextWindow` of a chain of models is the smallest that its members know of.
 *
 * @throws InvalidOptionError if there is no model, or if models and summarisers are mixed.
 *
 * @example
 * const chatModel = fallback([builtInChat(), openAiCompatible({ baseUrl: url, model: 'small' })]);
 * const { taken, passedOver } = chatModel.status;
 * const summarizer = fallback([modelSummarizer(chatModel), extractiveSummarizer]);
 * const memory = createAgentMemory({ id: 'support', contextWindow: 32_000, summarizer });
 */
export function fallback(
  models: readonly ChatModel[],
  options?: FallbackOptions,
): ChatModel & FallbackStatus;
export function fallback(
  summarizers: readonly Summarizer[],
  options?: FallbackOptions,
): Summarizer & FallbackStatus;
export function fallback(
  members: readonly (ChatModel | Summarizer)[],
  options: FallbackOptions = {},
): (ChatModel | Summarizer) & FallbackStatus {
  if (!Array.isArray(members) || members.length === 0) {
    throw new InvalidOptionError('models', 'must be a list of one model or more.');
  }
  refuseUnknown(options, OPTIONS, 'fallback');
  const { clock = systemClock } = options;
  checkOption(typeof clock?.nowMs === 'function', 'clock', 'must have a function `nowMs`.');
  if (members.every(isChatModel)) return chatFallback(members, clock);
  if (members.every(isSummarizer)) return summaryFallback(members, clock);
  throw new InvalidOptionError('models', 'must all be chat models, or all summarisers.');
}

function chatFallback(models: readonly ChatModel[], clock: Clock): ChatModel & FallbackStatus {
  const chain = new Chain(models, clock);
  return Object.assign(shownOf(chain, models), {
    async chat(request: ChatRequest) {
      // Refused here: a fault of the caller's is no reason to ask the next model.
      refuseUnknown(request, CHAT_REQUEST, 'chat');
      const pieces = watchPieces(request);
      return chain.ask({
        ask: (model, onBegun) => measuredChat(model, pieces.of(onBegun), { clock }),
        onFailed: (error) => {
          if (pieces.wasTold()) throw error;
        },
        signal: request.signal,
      });
    },
  });
}

function summaryFallback(
  summarizers: readonly Summarizer[],
  clock: Clock,
): Summarizer & FallbackStatus {
  const chain = new Chain(summarizers, clock);
  const summarize: Summarizer['summarize'] = (request, options) =>
    chain.ask({
      ask: (summarizer) => summarizer.summarize(request, options),
      onFailed: () => undefined,
      signal: options.signal,
    });
  return Object.assign(shownOf(chain, summarizers), { summarize });
}

/** A chain as callers see it: the names of all, the time of the one that takes longest, the smallest window. */
function shownOf<Member extends ChatModel | Summarizer>(
  chain: Chain<Member>,
  members: readonly Member[],
) {
  return {
    name: members.map(({ name }) => name).join(' → '),
    subscribe: chain.subscribe,
    get timeoutMs() {
      return Math.max(0, ...members.map(({ timeoutMs = 0 }) => timeoutMs)) || undefined;
    },
    get status() {
      return chain.status;
    },
    get contextWindow() {
      return smallestWindow(members);
    },
  };
}

function smallestWindow(
  members: readonly Pick<ChatModel, 'name' | 'contextWindow'>[],
): number | undefined {
  const known = members.map(({ contextWindow }) => contextWindow).filter((it) => it !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}

/** The pieces of an answer on their way to the caller, whichever model they come from. */
function watchPieces(request: ChatRequest) {
  const { onDelta } = request;
  let isTold = false;
  return {
    of(onBegun: () => void): ChatRequest {
      if (!onDelta) return request;
      return {
        ...request,
        onDelta: (delta) => {
          isTold = true;
          onBegun();
          onDelta(delta);
        },
      };
    },
    /** Whether a piece was passed on; an error of the listener itself comes after that too. */
    wasTold: (): boolean => isTold,
  };
}

function isChatModel(member: ChatModel | Summarizer): member is ChatModel {
  return typeof (member as Partial<ChatModel> | undefined)?.chat === 'function';
}

function isSummarizer(member: ChatModel | Summarizer): member is Summarizer {
  return typeof (member as Partial<Summarizer> | undefined)?.summarize === 'function';
}
