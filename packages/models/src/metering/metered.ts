import { type Clock, type ModelCall, systemClock } from '@agent-memory/core';
import { checkOption, type KnownNames, refuseUnknown } from '@agent-memory/core/internal';
import type { ChatModel } from '../chat/chat-model.ts';
import { measuredChat } from './measured.ts';

/** Settings of a model whose calls are measured. */
export interface MeteringOptions {
  /** Called with each call when it is over, however it ended. */
  readonly onCall: (call: ModelCall) => void;
  /** Default: the platform's. */
  readonly clock?: Clock;
}

const OPTIONS = {
  onCall: true,
  clock: true,
} as const satisfies KnownNames<MeteringOptions>;

/**
 * A model whose calls are measured: tokens as the model reports them, time, and how each ended. Neither
 * words nor keys are in the figures, and answers pass untouched.
 *
 * A `modelSummarizer` on it hands its calls on to the memory, whose `state.models` sums them up. A cost is
 * in them where the model itself reports one to `onCall` of the request.
 *
 * @throws InvalidOptionError naming the option.
 *
 * @example
 * const chatModel = metered(openAiCompatible({ baseUrl: url, model: 'small' }), {
 *   onCall: ({ model, inputTokens, ms }) => console.info(model, inputTokens, ms),
 * });
 * await chatModel.chat({ messages });
 */
export function metered(chatModel: ChatModel, options: MeteringOptions): ChatModel {
  refuseUnknown(options ?? null, OPTIONS, 'metered');
  const { onCall, clock = systemClock } = options;
  checkOption(
    typeof chatModel?.chat === 'function',
    'chatModel',
    'must be a model with a function `chat`.',
  );
  checkOption(typeof onCall === 'function', 'onCall', 'must be a function.');
  checkOption(
    typeof clock?.nowMs === 'function',
    'clock',
    'must be an object with a function `nowMs`.',
  );

  return {
    name: chatModel.name,
    get contextWindow() {
      return chatModel.contextWindow;
    },
    get timeoutMs() {
      return chatModel.timeoutMs;
    },
    get speed() {
      return chatModel.speed;
    },
    chat: (request) => measuredChat(chatModel, request, { clock, onWhole: onCall }),
  };
}
