import { type Clock, type Summarizer, systemClock } from '@agent-memory/core';
import { LocalModelError } from '@agent-memory/models';

/** A summariser that knows when somebody waits for its summary. */
export interface PatientSummarizer extends Summarizer {
  /** Runs `work`, which may need a summary: one that takes longer than `patienceMs` is given up. */
  whileWaitedFor<Value>(work: () => Promise<Value>): Promise<Value>;
}

/** A summary that a person waited too long for. */
class WaitedTooLong extends Error {
  constructor(patienceMs: number) {
    super(`The summary took more than ${patienceMs / 1_000} s while a message waited for it.`);
    this.name = 'WaitedTooLong';
  }
}

/**
 * Lets a slow model take its time as long as nobody waits, and gives it up for a person who does. A
 * model that is not running is not asked: a summary in the background starts no engine.
 */
export function patientSummarizer(
  summarizer: Summarizer,
  {
    isRunning,
    patienceMs,
    clock = systemClock,
  }: {
    readonly isRunning: () => boolean;
    readonly patienceMs: number;
    readonly clock?: Clock;
  },
): PatientSummarizer {
  let impatience = new AbortController();
  return {
    name: summarizer.name,
    async summarize(request, { signal }) {
      if (!isRunning()) {
        throw new LocalModelError({ kind: 'unloaded' }, { model: summarizer.name });
      }
      const either = new AbortController();
      const giveUp = (): void => either.abort(impatience.signal.reason);
      const end = (): void => either.abort(signal?.reason);
      const { signal: waited } = impatience;
      if (signal?.aborted) end();
      signal?.addEventListener('abort', end);
      waited.addEventListener('abort', giveUp);
      try {
        return await summarizer.summarize(request, { signal: either.signal });
      } finally {
        signal?.removeEventListener('abort', end);
        waited.removeEventListener('abort', giveUp);
      }
    },
    async whileWaitedFor(work) {
      const stopTimer = clock.startTimer?.(() => {
        impatience.abort(new WaitedTooLong(patienceMs));
        impatience = new AbortController();
      }, patienceMs);
      try {
        return await work();
      } finally {
        stopTimer?.();
      }
    },
  };
}
