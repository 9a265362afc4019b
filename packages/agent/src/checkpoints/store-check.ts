import { type AgentMemory, type Degradation, StoreUnavailableError } from '@agent-memory/core';

/** Degradations under which what is written is in this page alone. */
const PAGE_ALONE: ReadonlySet<Degradation['code']> = new Set([
  'STORE_UNAVAILABLE',
  'STORE_WRITE_FAILED',
  'SESSION_CLEARED',
]);

/**
 * Tells whether what a memory has written outlives its page. Where its store fails a session continues in
 * memory and its writes resolve; a store that ends with the page by choice is no failure.
 */
export class StoreCheck {
  readonly #memory: Pick<AgentMemory<unknown>, 'getState'>;
  #wasPersistent = false;

  constructor(memory: Pick<AgentMemory<unknown>, 'getState'>) {
    this.#memory = memory;
    this.#look();
  }

  /**
   * To be called behind a write.
   * @throws StoreUnavailableError if it is in this page alone.
   */
  refusePageAlone(what: string, outcome: string): void {
    const trouble = this.#look();
    if (trouble !== undefined) {
      throw new StoreUnavailableError(`${what} could not be stored. ${outcome} ${trouble}`);
    }
  }

  #look(): string | undefined {
    const { store, degraded } = this.#memory.getState();
    this.#wasPersistent ||= store.persistent;
    const told = degraded.find(({ code }) => PAGE_ALONE.has(code));
    if (told) return told.message;
    const isLost = this.#wasPersistent && !store.persistent;
    return isLost
      ? `The store continues in "${store.name}", which ends with this page.`
      : undefined;
  }
}
