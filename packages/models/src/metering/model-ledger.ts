import type { ModelCall, ModelTotals } from '@agent-memory/core';
import { callListener, withCall } from '@agent-memory/core/internal';

/** Calls of models, summed up by model. */
export interface ModelLedger {
  /** Adds a call; bound, so that it can be handed over as `onCall`. */
  readonly add: (call: ModelCall) => void;
  /** A row for each model, in the order of their first calls; the same list until a call is added. */
  readonly totals: readonly ModelTotals[];
  /** Calls back after each call; gives the function that ends it. */
  readonly subscribe: (listener: () => void) => () => void;
}

/**
 * A ledger of the calls of any models: hand its `add` to `metered`. A memory keeps its own, `state.models`,
 * of the calls that it knows of; this one is for an app with calls beside those.
 *
 * @example
 * const ledger = modelLedger();
 * const stop = ledger.subscribe(() => {
 *   for (const { model, inputTokens, cost } of ledger.totals) console.info(model, inputTokens, cost);
 * });
 * const chatModel = metered(openAiCompatible({ baseUrl: url, model: 'small' }), { onCall: ledger.add });
 * await chatModel.chat({ messages });
 * stop();
 */
export function modelLedger(): ModelLedger {
  const listeners = new Set<() => void>();
  let totals: readonly ModelTotals[] = [];
  return {
    get totals() {
      return totals;
    },
    add(call) {
      totals = withCall(totals, call);
      for (const listener of listeners) callListener(listener);
    },
    subscribe(listener) {
      const own = (): void => listener();
      listeners.add(own);
      return () => listeners.delete(own);
    },
  };
}
