import type { AgentMemoryError } from '../errors/errors.ts';
import type { DegradePhase, OnDegrade } from './on-degrade.ts';
import { isSurvivable } from './store-trouble.ts';

/** The trouble of a store, told once. */
export class ToldTrouble {
  readonly #onDegrade: OnDegrade;
  #code: string | undefined;

  constructor(onDegrade: OnDegrade) {
    this.#onDegrade = onDegrade;
  }

  get isThere(): boolean {
    return this.#code !== undefined;
  }

  /** Tells of it, whether or not it is known. */
  tell(error: AgentMemoryError, phase: DegradePhase): void {
    this.#code = error.code;
    this.#onDegrade(error, phase);
  }

  /** Throws what nobody can go on from; tells of the rest, once. */
  degrade(error: unknown, phase: DegradePhase): void {
    if (!isSurvivable(error)) throw error;
    if (this.#code !== error.code) this.tell(error, phase);
  }

  /** Somebody else tells of it. */
  isKnownAs(code: string): void {
    this.#code = code;
  }

  end(): void {
    this.#code = undefined;
  }
}
