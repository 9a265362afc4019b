import type { AbortSignalLike } from '../ground/platform/abort.ts';

/** An abort signal and the hand that gives it, for code that knows no platform. */
export interface SimulatedAbort {
  readonly signal: AbortSignalLike;
  abort(reason: unknown): void;
}

/**
 * A signal that has not aborted yet.
 *
 * @example
 * const { signal, abort } = aSimulatedAbort();
 * const loading = store.load('support', { signal });
 * abort(new Error('changed my mind'));
 * await expect(loading).rejects.toThrow('changed my mind');
 */
export function aSimulatedAbort(): SimulatedAbort {
  const listeners = new Set<() => void>();
  const signal = {
    aborted: false,
    reason: undefined as unknown,
    addEventListener: (_type: 'abort', listener: () => void) => void listeners.add(listener),
    removeEventListener: (_type: 'abort', listener: () => void) => void listeners.delete(listener),
  };
  return {
    signal,
    abort(reason) {
      if (signal.aborted) return;
      signal.aborted = true;
      signal.reason = reason;
      for (const listener of listeners) listener();
    },
  };
}
