import { errorText } from '@agent-memory/core/internal';
import type { LocalFailure } from '@agent-memory/models';

/** Words of wllama's error when WebAssembly has ended; every later call fails. */
const ENDED = /^\(ABORT\)|wllama has crashed/;

export const WORKER_FORBIDDEN =
  'The page may not start the worker of llama.cpp: a Content-Security-Policy needs `worker-src blob:`, and Trusted Types a default policy that lets addresses of scripts pass.';

/**
 * The failure behind an error of wllama.
 *
 * @param error - Often what came of the fault, and not the fault.
 * @param problems - Lines that llama.cpp printed on the way, where the fault itself stands.
 * @param otherwise - The kind where the words say nothing more.
 */
export function failureOf(
  error: unknown,
  problems: readonly string[],
  otherwise: 'files-unreadable' | 'device-unsupported' | 'run-failed',
): LocalFailure {
  const words = errorText(error);
  // A policy rejects the script of the worker, and Trusted Types its address.
  const isSecurity = error instanceof DOMException && error.name === 'SecurityError';
  if (isSecurity || /TrustedScript/.test(words)) {
    return { kind: 'device-unsupported', problem: `${WORKER_FORBIDDEN} ${words}` };
  }
  const problem = problems[0] ?? words;
  if ([words, ...problems].some(isOutOfMemory)) return { kind: 'out-of-memory', problem };
  if (ENDED.test(words)) return { kind: 'engine-lost', problem };
  const window = /exceeds the available context size \((\d+) tokens\)/.exec(words)?.[1];
  if (window !== undefined) {
    return { kind: 'window-exceeded', windowTokens: Number(window), problem: words };
  }
  return { kind: otherwise, problem };
}

/** Whether an engine fails on every request after a failure of this kind. */
export function isEndOf(failure: LocalFailure): boolean {
  return failure.kind === 'engine-lost' || failure.kind === 'out-of-memory';
}

export function isOutOfMemory(words: string): boolean {
  return /bad_alloc|out of memory|\bOOM\b|failed to allocate|cannot allocate|allocation failed/i.test(
    words,
  );
}
