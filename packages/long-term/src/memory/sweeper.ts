import type { Clock } from '@agent-memory/core';
import { whileLeading } from '../platform/leading-tab.ts';

/** The means of a sweeper. */
export interface SweeperOptions {
  readonly address: string | undefined;
  /** Milliseconds from the end of a sweep to the next; 0: never. */
  readonly everyMs: number;
  readonly clock: Clock;
  /** Never rejects. */
  sweep(): Promise<void>;
}

/** Sweeps when this tab begins to lead, and from then on every so often. */
export class Sweeper {
  readonly #options: SweeperOptions;
  #letGo: (() => void) | undefined;
  #stopTimer: (() => void) | undefined;
  #running: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(options: SweeperOptions) {
    this.#options = options;
  }

  start(): void {
    const { everyMs, address } = this.#options;
    if (everyMs === 0 || this.#letGo) return;
    this.#letGo = whileLeading(address, () => this.#sweep());
  }

  /** Resolves when a sweep that is under way has ended. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#stopTimer?.();
    this.#letGo?.();
    await this.#running;
  }

  #sweep(): void {
    if (this.#isStopped) return;
    this.#running = this.#options.sweep().then(() => this.#waitForNext());
  }

  #waitForNext(): void {
    const { clock, everyMs } = this.#options;
    if (this.#isStopped || !Number.isFinite(everyMs)) return;
    this.#stopTimer = clock.startTimer?.(() => this.#sweep(), everyMs);
  }
}
