import type { AgentMemoryOptions, MemoryState, TokenBudget } from '@agent-memory/core';

/** Warnings to a developer: on the console in development builds, nowhere in production builds. */
export interface Warnings {
  /**
   * Warns where a mounted component gives options that an open session does not read. `budgetNow` gives
   * the budget in force; it is asked later, when the app has had time to call `configure`. Not to be
   * called while rendering: a render may never be shown.
   */
  ignoredOptions(made: MadeOptions, asked: MadeOptions, budgetNow: () => TokenBudget): void;
  /** Warns where a selector gives something new when it is asked about the same state again. */
  selection<State extends MemoryState<unknown>, Selection>(
    selector: (state: State) => Selection,
    state: State,
    selection: Selection,
    isEqual: (left: Selection, right: Selection) => boolean,
  ): void;
}

/** Options that count when a memory is made, without those that depend on the scratchpad's type. */
export type MadeOptions = Omit<AgentMemoryOptions, 'scratchpad' | 'initialMessages'>;
