import { type Clock, InvalidOptionError, type Summarizer, systemClock } from '@agent-memory/core';
import {
  callListener,
  type KnownNames,
  refuseUnknown,
  summarizeWithinWindow,
} from '@agent-memory/core/internal';
import type { ChatModel, ChatRequest } from '../chat/chat-model.ts';
import { type ChatReply, EMPTY_REPLY } from '../chat/chat-reply.ts';
import { CHAT_REQUEST } from '../chat/known-request.ts';
import { ModelError } from '../errors/model-error.ts';
import { measuredChat } from '../metering/measured.ts';
import { Chain } from './chain.ts';
import type { FallbackReport, FallbackStatus } from './fallback-report.ts';

/** Settings of a chain of models. */
export interface FallbackOptions {
  /** Told of each answer when it begins: which model is taken, and why those ahead of it were not. */
  readonly onTaken?: (report: FallbackReport) => void;
  /**
   * Milliseconds for which a model is left out that failed in a way that lasts (no such model, no key, no
   * GPU). Default: 60,000; 0 asks it each time.
   */
  readonly retryAfterMs?: number;
  /** Default: the platform's. */
  readonly clock?: Clock;
}

/** Settings of a chain of chat models. */
export interface ChatFallbackOptions extends FallbackOptions {
  /**
   * Called when a model broke off after pieces of its answer were told, ahead of the next one, which
   * begins anew: take back what was shown. Default: the answer ends there, with the error of the model
   * that broke off and its `partial`.
   */
  readonly onRestart?: (broken: { readonly name: string; readonly partial: ChatReply }) => void;
}

/** A chain of chat models. */
export type FallbackChatModel = ChatModel & FallbackStatus;

/** A chain of summarisers. */
export type FallbackSummarizer = Summarizer & FallbackStatus;

const OPTIONS = {
  onTaken: true,
  retryAfterMs: true,
  clock: true,
} as const satisfies KnownNames<FallbackOptions>;

const CHAT_OPTIONS = {
  ...OPTIONS,
  onRestart: true,
} as const satisfies KnownNames<ChatFallbackOptions>;

/**
 * Several models as one: they are asked in order, until one answers.
 *
 * - `status`, `subscribe` and `onTaken` tell which one was taken, and why those ahead of it were not.
 * - One that failed in a way that lasts is left out for `retryAfterMs`, unless nobody else is left.
 * - An abort is passed on, and asks nobody else. Where nobody answers, the last one's error is thrown.
 * - An answer that broke off after pieces of it were told is not continued by another model, unless
 *   `onRestart` is given.
 * - The chain's `contextWindow` is the smallest that its members know of. Of summarisers, each is asked
 *   within its own.
 *
 * @throws InvalidOptionError if there is no model, or if models and summarisers are mixed.
 *
 * @example
 * const chatModel = fallback(
 *   [builtInChat(), openAiCompatible({ baseUrl: url, model: 'small' })],
 *   { onTaken: ({ taken, passedOver }) => console.info(taken, passedOver) },
 * );
 * const summarizer = fallback([builtInSummarizer(), modelSummarizer(chatModel), extractiveSummarizer]);
 * const memory = createAgentMemory({ id: 'support', contextWindow: 32_000, summarizer });
 */
export function fallback(
  models: readonly ChatModel[],
  options?: ChatFallbackOptions,
): FallbackChatModel;
export function fallback(
  summarizers: readonly Summarizer[],
  options?: FallbackOptions,
): FallbackSummarizer;
export function fallback(
  members: readonly (ChatModel | Summarizer)[],
  options: ChatFallbackOptions = {},
): FallbackChatModel | FallbackSummarizer {
  if (!Array.isArray(members) || members.length === 0) {
    throw new InvalidOptionError('models', 'must be a list of one model or more.');
  }
  if (members.every(isChatModel)) {
    refuseUnknown(options, CHAT_OPTIONS, 'fallback');
    return chatFallback(members, options);
  }
  if (!members.every(isSummarizer)) {
    throw new InvalidOptionError('models', 'must all be chat models, or all summarisers.');
  }
  refuseUnknown(options, OPTIONS, 'fallback');
  return summaryFallback(members, options);
}

function chatFallback(
  models: readonly ChatModel[],
  { onRestart, ...options }: ChatFallbackOptions,
): FallbackChatModel {
  const chain = chainOf(models, options);
  const { clock = systemClock } = options;
  return {
    ...named(models),
    subscribe: chain.subscribe,
    get status() {
      return chain.status;
    },
    get contextWindow() {
      return smallestWindow(models);
    },
    async chat(request) {
      // Refused here: a fault of the caller's is no reason to ask the next model.
      refuseUnknown(request, CHAT_REQUEST, 'chat');
      const pieces = watchPieces(request);
      return chain.ask({
        ask: (model, onBegun) => measuredChat(model, pieces.of(onBegun), { clock }),
        onFailed: (error, { name }) => {
          if (pieces.isListenersFault(error)) throw error;
          if (!pieces.takeTold()) return;
          if (!onRestart) throw error;
          const partial = ModelError.isInstance(error) ? error.partial : EMPTY_REPLY;
          callListener(() => onRestart({ name, partial }));
        },
        signal: request.signal,
      });
    },
  };
}

function summaryFallback(
  summarizers: readonly Summarizer[],
  options: FallbackOptions,
): FallbackSummarizer {
  const chain = chainOf(summarizers, options);
  return {
    ...named(summarizers),
    subscribe: chain.subscribe,
    get status() {
      return chain.status;
    },
    get contextWindow() {
      return smallestWindow(summarizers);
    },
    dividesRequests: true,
    summarize: (request, options) =>
      chain.ask({
        ask: (summarizer) => summarizeWithinWindow(summarizer, request, options),
        onFailed: () => undefined,
        signal: options.signal,
      }),
  };
}

function chainOf<Member extends { readonly name: string }>(
  members: readonly Member[],
  { onTaken, retryAfterMs = 60_000, clock = systemClock }: FallbackOptions,
): Chain<Member> {
  if (!(retryAfterMs >= 0)) {
    throw new InvalidOptionError('retryAfterMs', `must be 0 or more; got ${retryAfterMs}.`);
  }
  if (typeof clock?.nowMs !== 'function') {
    throw new InvalidOptionError('clock', 'must have a function `nowMs`.');
  }
  return new Chain([...members], { clock, retryAfterMs, onTaken });
}

/** The names of all members, and the time of the one that takes longest. */
function named(members: readonly Pick<ChatModel, 'name' | 'timeoutMs'>[]) {
  return {
    name: members.map(({ name }) => name).join(' → '),
    get timeoutMs() {
      return Math.max(0, ...members.map(({ timeoutMs = 0 }) => timeoutMs)) || undefined;
    },
  };
}

function smallestWindow(members: readonly Pick<ChatModel, 'contextWindow'>[]): number | undefined {
  const known = members.map(({ contextWindow }) => contextWindow).filter((it) => it !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}

/** The pieces of an answer on their way to who asked, whichever model they come from. */
function watchPieces(request: ChatRequest) {
  const { onDelta } = request;
  let isTold = false;
  let fault: { readonly error: unknown } | undefined;
  return {
    of(onBegun: () => void): ChatRequest {
      if (!onDelta) return request;
      return {
        ...request,
        onDelta: (delta) => {
          isTold = true;
          onBegun();
          try {
            onDelta(delta);
          } catch (error) {
            fault = { error };
            throw error;
          }
        },
      };
    },
    /** Whether an error is that of the listener, and no model's. */
    isListenersFault: (error: unknown): boolean => fault !== undefined && fault.error === error,
    /** Whether a piece was told since the last time it was asked. */
    takeTold(): boolean {
      const wasTold = isTold;
      isTold = false;
      return wasTold;
    },
  };
}

function isChatModel(member: ChatModel | Summarizer): member is ChatModel {
  return typeof (member as Partial<ChatModel> | undefined)?.chat === 'function';
}

function isSummarizer(member: ChatModel | Summarizer): member is Summarizer {
  return typeof (member as Partial<Summarizer> | undefined)?.summarize === 'function';
}
