import type { Clock } from '@agent-memory/core';
import { EngineFailure } from '../errors/engine-failure.ts';
import type { LocalFailure } from '../errors/local-failure.ts';
import type { LoadProgress } from './engine.ts';
import type { LocalSettings } from './local-options.ts';

/** How long a load may be silent. */
export interface LoadLimits extends Pick<LocalSettings, 'downloadTimeoutMs' | 'timeoutMs'> {
  /** The model, as an error names it. */
  readonly name: string;
  readonly clock: Clock;
}

/** A time left that no byte confirmed for so long is no longer told. */
const STALL_MS = 5_000;

/**
 * Ends a load that gives no sign: a download after `downloadTimeoutMs`, a start after `timeoutMs`
 * [MOD-3].
 *
 * @returns `heard` for each sign, and `stop` for the end of the load.
 */
export function watchLoad(
  { name, clock, downloadTimeoutMs, timeoutMs }: LoadLimits,
  hooks: {
    /** Hears that a download stalls: its progress without the time left. */
    readonly onStall: (progress: LoadProgress) => void;
    readonly onSilent: (error: EngineFailure) => void;
  },
) {
  let timers: readonly ((() => void) | undefined)[] = [];
  const stop = (): void => {
    for (const stopTimer of timers) stopTimer?.();
  };
  const heard = (progress?: LoadProgress): void => {
    stop();
    const isComing = progress?.phase === 'download' && !isWhole(progress);
    const failure: LocalFailure = isComing
      ? stalledDownload(name, downloadTimeoutMs)
      : { kind: 'silent', timeoutMs };
    const end = (): void => hooks.onSilent(new EngineFailure(failure));
    timers = [startLimit(clock, isComing ? downloadTimeoutMs : timeoutMs, end)];
    if (!isComing || progress.leftMs === undefined) return;
    const { leftMs, ...known } = progress;
    timers = [...timers, startLimit(clock, STALL_MS, () => hooks.onStall(known))];
  };
  heard();
  return { heard, stop };
}

/** Calls back once the time is over, unless that is never. @returns the function that ends the wait. */
export function startLimit(
  clock: Clock,
  limitMs: number,
  onLate: () => void,
): (() => void) | undefined {
  return Number.isFinite(limitMs) ? clock.startTimer?.(onLate, limitMs) : undefined;
}

/** The failure of a download whose server gives no sign. */
export function stalledDownload(name: string, downloadTimeoutMs: number): LocalFailure {
  const problem = `The server sent nothing for ${downloadTimeoutMs / 1_000} s.`;
  return { kind: 'download-failed', file: name, problem };
}

/** Whether all bytes have come, and what follows is this device's work. */
export function isWhole({ loadedBytes, totalBytes }: LoadProgress): boolean {
  return totalBytes !== undefined && loadedBytes === totalBytes;
}
