import { callListener } from '@agent-memory/core/internal';
import type { ModelCall } from './model-call.ts';

/** The calls of one model, summed up. */
export interface ModelTotals {
  readonly model: string;
  /** All calls, however they ended. */
  readonly calls: number;
  readonly failed: number;
  readonly aborted: number;
  /** Calls of the background among them. */
  readonly background: number;
  /** Calls whose tokens the model did not report: the sums below lack them. */
  readonly unreported: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Milliseconds of all calls together. */
  readonly ms: number;
  /** The sum of the costs that are known, in the currency of the prices. */
  readonly cost: number;
}

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
 * A ledger of the calls of any models: hand its `add` to `metered`.
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
  const rows = new Map<string, ModelTotals>();
  const listeners = new Set<() => void>();
  let totals: readonly ModelTotals[] = [];
  return {
    get totals() {
      return totals;
    },
    add(call) {
      rows.set(call.model, withCall(rows.get(call.model) ?? emptyRow(call.model), call));
      totals = [...rows.values()];
      for (const listener of listeners) callListener(listener);
    },
    subscribe(listener) {
      const own = (): void => listener();
      listeners.add(own);
      return () => listeners.delete(own);
    },
  };
}

function emptyRow(model: string): ModelTotals {
  const counts = { calls: 0, failed: 0, aborted: 0, background: 0, unreported: 0 };
  return { model, ...counts, inputTokens: 0, outputTokens: 0, ms: 0, cost: 0 };
}

function withCall(row: ModelTotals, call: ModelCall): ModelTotals {
  const { outcome, purpose, inputTokens, outputTokens, ms, cost = 0 } = call;
  const isReported = inputTokens !== undefined && outputTokens !== undefined;
  return {
    model: row.model,
    calls: row.calls + 1,
    failed: row.failed + Number(outcome.kind === 'failed'),
    aborted: row.aborted + Number(outcome.kind === 'aborted'),
    background: row.background + Number(purpose === 'background'),
    unreported: row.unreported + Number(!isReported),
    inputTokens: row.inputTokens + (inputTokens ?? 0),
    outputTokens: row.outputTokens + (outputTokens ?? 0),
    ms: row.ms + ms,
    cost: row.cost + cost,
  };
}
