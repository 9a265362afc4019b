/**
 * Listeners for changes. The subscription behind them lasts from the first listener to the last; a listener
 * that is added twice is called twice, and none after it has unsubscribed. Both functions work without the object.
 *
 * @param listen subscribes to changes; returns the function that unsubscribes.
 */
export function changeListeners<Told extends readonly unknown[] = []>(
  listen: () => () => void = () => () => undefined,
) {
  const listeners = new Set<(...told: Told) => void>();
  let letGo: (() => void) | undefined;
  return {
    tell: (...told: Told): void => {
      for (const listener of [...listeners]) if (listeners.has(listener)) listener(...told);
    },
    /** Gives the function that ends it. */
    subscribe: (listener: (...told: Told) => void) => {
      const own = (...told: Told) => listener(...told);
      listeners.add(own);
      if (listeners.size === 1) letGo = listen();
      return (): void => {
        if (!listeners.delete(own) || listeners.size > 0) return;
        letGo?.();
        letGo = undefined;
      };
    },
  };
}
