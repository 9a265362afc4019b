import { checkOption } from '../errors/errors.ts';

/** The part of the platform's `AbortSignal` that core needs; a real `AbortSignal` fits. */
export interface AbortSignalLike {
  readonly aborted: boolean;
  readonly reason?: unknown;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/**
 * Throws the signal's reason when it has aborted.
 *
 * @example
 * async function summarize(texts: readonly string[], signal?: AbortSignalLike) {
 *   throwIfAborted(signal);
 *   return texts.join(' ');
 * }
 */
export function throwIfAborted(signal: AbortSignalLike | undefined): void {
  checkSignal(signal);
  if (signal?.aborted) throw reasonOf(signal);
}

/**
 * The promise's outcome, or the signal's reason as soon as it aborts; the promise itself continues.
 *
 * @example
 * const answer = await orAbort(fetch('/summary'), AbortSignal.timeout(5_000));
 */
export function orAbort<Value>(
  promise: Promise<Value>,
  signal: AbortSignalLike | undefined,
): Promise<Value> {
  checkSignal(signal);
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(reasonOf(signal));
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort);
    // Also after an abort: a promise that fails while nobody waits for it must not go unhandled.
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

/**
 * Refuses what is no signal, an `AbortController` for instance, before anything begins.
 * @throws InvalidOptionError
 */
export function checkSignal(signal: AbortSignalLike | undefined): void {
  const holds = !signal || typeof signal.addEventListener === 'function';
  checkOption(holds, 'signal', 'must be an AbortSignal: the `signal` of an AbortController.');
}

function reasonOf(signal: AbortSignalLike): unknown {
  return signal.reason ?? new Error('The operation was aborted.');
}
