import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useModelStatus } from './use-model-status.ts';

/** A model whose status the test changes. */
function aModel() {
  const listeners = new Set<() => void>();
  return {
    status: { phase: 'unloaded' },
    // Bound, as that of a `LocalModel` is.
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    listeners,
    change(phase: string) {
      this.status = { phase };
      for (const listener of listeners) listener();
    },
  };
}

test('[RCT-2] a component follows the status of a model, and lets go of it', () => {
  const model = aModel();
  const { result, unmount } = renderHook(() => useModelStatus(model));
  expect(result.current.phase).toBe('unloaded');
  act(() => model.change('loading'));
  expect(result.current.phase).toBe('loading');
  unmount();
  expect(model.listeners.size).toBe(0);
});

test('without a model there is no status', () => {
  const { result } = renderHook(() => useModelStatus(undefined));
  expect(result.current).toBeUndefined();
});
