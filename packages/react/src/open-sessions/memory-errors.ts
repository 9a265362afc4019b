import { AgentMemoryError } from '@agent-memory/core';

/**
 * The code of the memory could not be fetched: a memory of `useAgentMemory` fetches it when it is first
 * needed. Nothing was added or changed, and the next call fetches it again; Firefox, which remembers that a
 * file failed, has to be reloaded.
 */
export class MemoryUnavailableError extends AgentMemoryError {
  constructor(options?: { readonly cause?: unknown }) {
    super(
      'MEMORY_UNAVAILABLE',
      'The code of the memory could not be fetched. Nothing was added or changed, and what is stored stays; ' +
        'try again when the page can reach its files, or reload it: some browsers ask for a file only once.',
      options,
    );
  }
}

/**
 * `plan()` answers at once, and the code that it needs has not been fetched yet. Nothing was changed.
 */
export class MemoryNotReadyError extends AgentMemoryError {
  constructor() {
    super(
      'MEMORY_NOT_READY',
      'There is no plan yet: the code of the memory is still to be fetched. Await `memory.ready` first; ' +
        '`assemble()` waits by itself.',
    );
  }
}
