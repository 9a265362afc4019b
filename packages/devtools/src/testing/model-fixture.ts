import type { ModelTotals } from '@agent-memory/core';
import type { InspectableModel, ModelStatus } from '../source/model-facts.ts';

export function aModelRow(change: Partial<ModelTotals> = {}): ModelTotals {
  return {
    model: 'small',
    calls: 3,
    failed: 1,
    aborted: 1,
    background: 3,
    backgroundTokens: 900,
    unreported: 0,
    inputTokens: 2_700,
    cachedInputTokens: 1_800,
    outputTokens: 180,
    ms: 3_600,
    cost: 0.0123,
    ...change,
  };
}

/** A model that is in the state that it is told, and counts its listeners. */
export interface FixtureModel extends InspectableModel {
  readonly listenerCount: number;
  set(status: ModelStatus): void;
}

export function aFixtureModel(name: string, first: ModelStatus): FixtureModel {
  const listeners = new Set<() => void>();
  let status = first;
  return {
    name,
    get status() {
      return status;
    },
    get listenerCount() {
      return listeners.size;
    },
    set(next) {
      status = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
