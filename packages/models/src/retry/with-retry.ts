import { type AbortSignalLike, type Clock, systemClock } from '@agent-memory/core';
import {
  checkOption,
  type KnownNames,
  orAbort,
  refuseUnknown,
  throwIfAborted,
} from '@agent-memory/core/internal';
import type { ChatModel, ChatRequest } from '../chat/chat-model.ts';
import { ModelError } from '../errors/model-error.ts';
import { type RetryBounds, retryDelayMs } from './retry-delay.ts';

/** Bounds on asking a model again. */
export interface RetryOptions {
  /** Attempts in all, the first one included. Default: 3. */
  readonly attempts?: number;
  /** Most that is waited after the first attempt; doubled with each further one. Default: 500. */
  readonly baseDelayMs?: number;
  /** Most that is waited at all. A server that asks for more is not asked again. Default: 30,000. */
  readonly maxDelayMs?: number;
  /** Default: the platform's. */
  readonly clock?: Clock;
  /** A number from 0 to below 1. Default: `Math.random`. */
  readonly random?: () => number;
}

const OPTIONS = {
  attempts: true,
  baseDelayMs: true,
  maxDelayMs: true,
  clock: true,
  random: true,
} as const satisfies KnownNames<RetryOptions>;

/**
 * A model that is asked again where that may help: its error is `recoverable`, and no piece of an answer
 * was told yet. Between attempts it waits, longer each time and a random part of that (exponential
 * backoff with full jitter), and at least as long as the server asks with `Retry-After`.
 *
 * A server that asks to wait longer than `maxDelayMs` is not waited for: the error comes at once, and says
 * how long. An abort ends the wait.
 *
 * @throws InvalidOptionError naming the option.
 *
 * @example
 * const server = openAiCompatible({ baseUrl: url, model: 'small' });
 * const chatModel = withRetry(server, { attempts: 5 });
 * const reply = await chatModel.chat({ messages });
 */
export function withRetry(chatModel: ChatModel, options: RetryOptions = {}): ChatModel {
  refuseUnknown(options, OPTIONS, 'withRetry');
  const { attempts = 3, baseDelayMs = 500, maxDelayMs = 30_000 } = options;
  const { clock = systemClock, random = Math.random } = options;
  checkOption(
    typeof chatModel?.chat === 'function',
    'chatModel',
    'must be a model with a function `chat`.',
  );
  checkOption(
    Number.isInteger(attempts) && attempts >= 1,
    'attempts',
    'must be a whole number from 1 up.',
  );
  checkOption(baseDelayMs >= 0, 'baseDelayMs', 'must be milliseconds from 0 up.');
  checkOption(
    maxDelayMs >= baseDelayMs,
    'maxDelayMs',
    'must be milliseconds, no less than `baseDelayMs`.',
  );
  checkOption(
    typeof clock?.nowMs === 'function',
    'clock',
    'must be an object with a function `nowMs`.',
  );
  checkOption(typeof random === 'function', 'random', 'must be a function.');

  return {
    name: chatModel.name,
    get contextWindow() {
      return chatModel.contextWindow;
    },
    get timeoutMs() {
      return chatModel.timeoutMs;
    },
    async chat(request) {
      for (let failed = 1; ; failed += 1) {
        const { watched, hasTold } = watchPieces(request);
        try {
          return await chatModel.chat(watched);
        } catch (error) {
          const mayRetry = failed < attempts && !hasTold() && !request.signal?.aborted;
          const delayMs = mayRetry
            ? delayAfter(error, failed, { baseDelayMs, maxDelayMs }, random)
            : undefined;
          if (delayMs === undefined) throw error;
          await waitFor(delayMs, clock, request.signal);
        }
      }
    },
  };
}

/** Milliseconds to wait ahead of asking again; `undefined` where that is of no use. */
function delayAfter(
  error: unknown,
  failed: number,
  bounds: RetryBounds,
  random: () => number,
): number | undefined {
  if (!ModelError.isInstance(error) || !error.recoverable) return undefined;
  const { failure } = error;
  const retryAfterMs = 'retryAfterMs' in failure ? failure.retryAfterMs : undefined;
  return retryDelayMs(failed, retryAfterMs, bounds, random());
}

/** The request, with a look at whether a piece of an answer was told. */
function watchPieces(request: ChatRequest): {
  readonly watched: ChatRequest;
  readonly hasTold: () => boolean;
} {
  const { onDelta } = request;
  let told = false;
  if (!onDelta) return { watched: request, hasTold: () => told };
  const watched: ChatRequest = {
    ...request,
    onDelta: (delta) => {
      told = true;
      onDelta(delta);
    },
  };
  return { watched, hasTold: () => told };
}

/** @throws the signal's reason when it aborts. */
async function waitFor(
  delayMs: number,
  clock: Clock,
  signal: AbortSignalLike | undefined,
): Promise<void> {
  throwIfAborted(signal);
  const start = clock.startTimer ? clock : systemClock;
  let stop: (() => void) | undefined;
  const rung = new Promise<void>((resolve) => {
    stop = start.startTimer?.(resolve, delayMs);
  });
  try {
    await orAbort(rung, signal);
  } finally {
    stop?.();
  }
}
