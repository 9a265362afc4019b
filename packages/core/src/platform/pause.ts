interface Timers {
  readonly setTimeout?: (callback: () => void, delayMs: number) => unknown;
}

/**
 * Lets the platform do other things before long work goes on. Every browser and Node has timers;
 * where there are none, there is nothing to let through and it resolves at once.
 */
export function pause(): Promise<void> {
  const { setTimeout } = globalThis as Timers;
  return new Promise((resolve) => (setTimeout ? setTimeout(resolve, 0) : resolve()));
}
