import type { AgentMemoryOptions, MemoryState, TokenBudget } from '@agent-memory/core';

/** What this package says to a developer: in development on the console, in production nowhere. */
export interface Warnings {
  /**
   * A mounted component asks for a memory with these options, and it was made with others, perhaps.
   * `budgetNow` tells under which budget it is, or will be once `configure` was called. Not for
   * rendering: what is rendered may never be shown.
   */
  ignoredOptions(made: MadeOptions, asked: MadeOptions, budgetNow: () => TokenBudget): void;
  /** A selector was asked about a state, and gave this. */
  selection<State extends MemoryState<unknown>, Selection>(
    selector: (state: State) => Selection,
    state: State,
    selection: Selection,
    isEqual: (left: Selection, right: Selection) => boolean,
  ): void;
}

/** Options that count when a memory is made; those that depend on the scratchpad's type apart. */
export type MadeOptions = Omit<AgentMemoryOptions, 'scratchpad' | 'initialMessages'>;
