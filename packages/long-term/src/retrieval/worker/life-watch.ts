import { type Clock, systemClock } from '@agent-memory/core';

const TICK_MS = 1000;
/** Ticks without a sign of life after which a worker counts as dead. */
const PATIENCE = 10;
/** The same for one that had nothing to do: it answers the ping ahead of the first call in milliseconds. */
const PATIENCE_IDLE = 2;
/** The same while its script is still loading. */
const PATIENCE_AT_FIRST = 60;

/** The means of a watch. */
export interface Watched {
  /** Settles, well or badly, while the worker lives. */
  ping(): Promise<unknown>;
  onDeath(problem: string): void;
}

/**
 * Notices a worker that answers no more.
 *
 * - Watches only while a call waits. One that had nothing to do is pinged ahead of the call, and given
 *   up soon: nothing keeps it from answering.
 * - A call may take as long as it likes while the worker answers a ping in between.
 * - Counts rings of its timer, not time: a page that slept was not there to hear an answer.
 */
export class LifeWatch {
  readonly #watched: Watched;
  readonly #clock: Clock;
  #waiting = 0;
  #silentTicks = 0;
  #patience = PATIENCE_AT_FIRST;
  #isPinged = false;
  #hasLived = false;
  #stop: (() => void) | undefined;

  constructor(watched: Watched, clock: Clock) {
    this.#watched = watched;
    this.#clock = clock.startTimer === undefined ? systemClock : clock;
  }

  /** Makes a call and watches until it has settled. */
  during<Answer>(makeCall: () => Promise<Answer>): Promise<Answer> {
    this.#waiting += 1;
    if (this.#waiting === 1) this.#begin();
    const call = makeCall();
    const settle = () => {
      this.#waiting -= 1;
      this.#noteLife();
      if (this.#waiting === 0) this.end();
    };
    call.then(settle, settle);
    return call;
  }

  #begin(): void {
    if (this.#hasLived) {
      this.#patience = PATIENCE_IDLE;
      this.#ping();
    }
    this.#nextTick();
  }

  end(): void {
    this.#stop?.();
    this.#stop = undefined;
  }

  #noteLife(): void {
    this.#silentTicks = 0;
    this.#patience = PATIENCE;
    this.#hasLived = true;
  }

  #nextTick(): void {
    this.#stop = this.#clock.startTimer?.(() => this.#tick(), TICK_MS);
  }

  #tick(): void {
    this.#silentTicks += 1;
    if (this.#silentTicks > this.#patience) {
      this.#watched.onDeath(`It has answered nothing for ${this.#patience} s.`);
      return;
    }
    this.#ping();
    this.#nextTick();
  }

  #ping(): void {
    if (this.#isPinged) return;
    this.#isPinged = true;
    const answer = () => {
      this.#isPinged = false;
      this.#noteLife();
    };
    this.#watched.ping().then(answer, answer);
  }
}
