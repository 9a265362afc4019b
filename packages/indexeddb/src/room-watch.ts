import { systemClock } from '@agent-memory/core';
import { callListener } from '@agent-memory/core/internal';
import { deviceStorage, type StorageEstimate } from './device-storage.ts';

/** The browser is asked at most so often, and not before so many commits have gone by. */
const MIN_INTERVAL_MS = 10_000;
const MIN_COMMITS = 32;

/**
 * Tells once when the site has used up a share of its quota, and again after there was more room in
 * between [STO-3]. Looks behind some commits, at the first above all, and none of them waits for it.
 */
export class RoomWatch {
  readonly #share: number;
  readonly #onNearlyFull: ((estimate: StorageEstimate) => void) | undefined;
  #commits = MIN_COMMITS;
  #askedAtMs = Number.NEGATIVE_INFINITY;
  #isTold = false;

  constructor(share: number, onNearlyFull: ((estimate: StorageEstimate) => void) | undefined) {
    this.#share = share;
    this.#onNearlyFull = onNearlyFull;
  }

  /** A commit was acknowledged. */
  wasStored(): void {
    if (!this.#onNearlyFull) return;
    this.#commits += 1;
    const nowMs = systemClock.nowMs();
    const isDue = this.#commits > MIN_COMMITS && nowMs - this.#askedAtMs >= MIN_INTERVAL_MS;
    if (!isDue) return;
    this.#commits = 0;
    this.#askedAtMs = nowMs;
    void this.#look();
  }

  async #look(): Promise<void> {
    const estimate = await deviceStorage().estimate();
    if (!estimate) return;
    const isNearlyFull = estimate.share >= this.#share;
    if (isNearlyFull && !this.#isTold) callListener(() => this.#onNearlyFull?.(estimate));
    this.#isTold = isNearlyFull;
  }
}
