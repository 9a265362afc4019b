import { type Clock, type ModelCall, systemClock } from '@agent-memory/core';
import { checkOption, type KnownNames, refuseUnknown } from '@agent-memory/core/internal';
import type { ChatModel } from '../chat/chat-model.ts';
import { measuredChat } from './measured.ts';
import type { ModelPrice } from './model-price.ts';

/** Settings of a model whose calls are measured. */
export interface MeteringOptions {
  /** Told of each call when it is over, however it ended. `modelLedger().add` sums them up. */
  readonly onCall: (call: ModelCall) => void;
  /** Default: none, and then a call has no cost. */
  readonly price?: ModelPrice;
  /** Default: the platform's. */
  readonly clock?: Clock;
}

const OPTIONS = {
  onCall: true,
  price: true,
  clock: true,
} as const satisfies KnownNames<MeteringOptions>;

const PRICE = {
  inputPerMillion: true,
  outputPerMillion: true,
  cachedInputPerMillion: true,
} as const satisfies KnownNames<ModelPrice>;

/**
 * A model whose calls are measured: tokens as the model reports them, time, cost by the price given here,
 * and how each ended. Neither words nor keys are in the figures, and answers pass untouched.
 *
 * A `modelSummarizer` on it hands calls and cost on to the memory, whose `state.models` sums them up.
 * Inside of `withRetry` each attempt is a call; outside of it the whole of them, waits included.
 *
 * @throws InvalidOptionError naming the option.
 *
 * @example
 * const ledger = modelLedger();
 * const chatModel = metered(openAiCompatible({ baseUrl: url, model: 'small' }), {
 *   onCall: ledger.add,
 *   price: { inputPerMillion: 0.15, outputPerMillion: 0.6 },
 * });
 * await chatModel.chat({ messages });
 * console.table(ledger.totals);
 */
export function metered(chatModel: ChatModel, options: MeteringOptions): ChatModel {
  refuseUnknown(options ?? null, OPTIONS, 'metered');
  const { onCall, price, clock = systemClock } = options;
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
  if (price !== undefined) checkPrice(price);

  return {
    name: chatModel.name,
    get contextWindow() {
      return chatModel.contextWindow;
    },
    get timeoutMs() {
      return chatModel.timeoutMs;
    },
    chat: (request) => measuredChat(chatModel, request, { clock, price, onWhole: onCall }),
  };
}

function checkPrice(price: ModelPrice): void {
  refuseUnknown(price, PRICE, 'metered.price');
  const { inputPerMillion, outputPerMillion, cachedInputPerMillion = 0 } = price;
  for (const amount of [inputPerMillion, outputPerMillion, cachedInputPerMillion]) {
    checkOption(
      Number.isFinite(amount) && amount >= 0,
      'price',
      'must be made of amounts from 0 up.',
    );
  }
}
