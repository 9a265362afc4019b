import type { AbortSignalLike } from '@agent-memory/core';
import { whileLeading } from '../../platform/leading-tab.ts';

/**
 * Waits until this tab leads for an address; gives the function that lets go. Where there are no locks
 * every tab leads.
 * @throws the signal's reason if it aborts first.
 */
export function leading(address: string, signal: AbortSignalLike | undefined): Promise<() => void> {
  return new Promise((resolve, reject) => {
    let letGo: () => void = () => undefined;
    const onAbort = () => {
      letGo();
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', onAbort);
    letGo = whileLeading(address, () => {
      signal?.removeEventListener('abort', onAbort);
      // Without locks this is called before there is anything to let go of.
      queueMicrotask(() => resolve(letGo));
    });
    if (signal?.aborted) onAbort();
  });
}
