import type { AbortSignalLike } from '@agent-memory/core';
import { errorText, orAbort, throwIfAborted } from '@agent-memory/core/internal';

/** A mistake in a call, or a store that failed: its message is for a model. */
export class ToolProblem extends Error {
  override readonly name = 'ToolProblem';
}

/**
 * Does the work of a tool. What fails says so in words for a model; the error behind it is the cause.
 *
 * @param outcome what a failure comes to: `Nothing was saved`.
 * @throws the reason of `signal` if it aborts; else ToolProblem.
 */
export async function doing(
  outcome: string,
  work: () => Promise<string>,
  signal: AbortSignalLike | undefined,
): Promise<string> {
  try {
    return await orAbort(work(), signal);
  } catch (error) {
    throwIfAborted(signal);
    if (error instanceof ToolProblem) throw error;
    throw new ToolProblem(
      `${outcome}: the memory failed. ${errorText(error)} ` +
        'Try once more; if that fails too, go on without it and tell the user.',
      { cause: error },
    );
  }
}
