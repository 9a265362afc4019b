import type { Clock } from '@agent-memory/core';

/** Watches a line for silence. */
export interface SilenceWatch {
  /** Something came: the silence is over, and the wait starts over. */
  heard(): void;
  /** Nothing more is waited for. */
  stop(): void;
}

/** Calls back with `true` after so much silence, and with `false` when it is broken; `Infinity`: never. */
export function watchForSilence(
  clock: Clock,
  silenceMs: number,
  onSilence: (isSilent: boolean) => void,
): SilenceWatch {
  let isSilent = false;
  let stopTimer: (() => void) | undefined;
  const turn = (next: boolean): void => {
    if (next === isSilent) return;
    isSilent = next;
    onSilence(next);
  };
  const begin = (): void => {
    // A timer cannot wait for ever, and one that waits long keeps a process alive.
    if (!Number.isFinite(silenceMs)) return;
    stopTimer = clock.startTimer?.(() => turn(true), silenceMs);
  };
  begin();
  return {
    heard: () => {
      stopTimer?.();
      turn(false);
      begin();
    },
    stop: () => {
      stopTimer?.();
      turn(false);
    },
  };
}
