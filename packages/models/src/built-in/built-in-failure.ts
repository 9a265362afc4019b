import { errorText } from '@agent-memory/core/internal';
import type { LocalFailure } from '../errors/local-failure.ts';

/** When a call of the browser's API failed. */
export interface FailedCall {
  /** Whether the model had to be downloaded first. */
  readonly needsDownload: boolean;
  /** The window, where it is known by then. */
  readonly windowTokens: number | undefined;
}

/**
 * The failure behind an exception of the browser's API, by its name: that is all the specifications
 * fix. `AbortError` means a destroyed session here; an abort by the caller is told apart ahead of this.
 */
export function builtInFailure(error: unknown, call: FailedCall): LocalFailure {
  const problem = errorText(error);
  switch (nameOf(error)) {
    case 'QuotaExceededError':
      return {
        kind: 'window-exceeded',
        windowTokens: numberIn(error, 'quota') ?? call.windowTokens ?? 0,
        problem,
      };
    case 'NotAllowedError':
      // A download has to be begun by a click; with no download it is the permissions policy.
      return call.needsDownload
        ? { kind: 'download-not-allowed' }
        : { kind: 'device-unsupported', problem };
    case 'NotSupportedError':
      return { kind: 'device-unsupported', problem };
    case 'NetworkError':
      return { kind: 'download-failed', file: 'The browser’s model', problem };
    case 'AbortError':
    case 'InvalidStateError':
      return { kind: 'engine-lost', problem };
    default:
      return { kind: 'run-failed', problem };
  }
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : '';
}

function numberIn(error: unknown, field: string): number | undefined {
  const value: unknown = Object(error)[field];
  return typeof value === 'number' ? value : undefined;
}
