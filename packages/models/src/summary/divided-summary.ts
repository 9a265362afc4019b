import type { AbortSignalLike, SummaryRequest } from '@agent-memory/core';
import { mapReduce } from '@agent-memory/core/internal';
import { type AskForSummary, checkedSummary } from './checked-summary.ts';
import { SummaryRejectedError } from './summary-rejected-error.ts';

/**
 * The summary of a request by a model whose window has this room, each answer cleaned and checked.
 *
 * @throws SummaryRejectedError if an answer is no summary; what `ask` throws; the signal's reason.
 */
export function dividedSummary(
  request: SummaryRequest,
  options: {
    readonly roomTokens: number;
    readonly ask: AskForSummary;
    readonly signal?: AbortSignalLike | undefined;
  },
): Promise<string> {
  const { roomTokens, ask, signal } = options;
  return mapReduce(request, {
    roomTokens,
    signal,
    write: (task) =>
      checkedSummary({ ...task, invented: [] }, { ask, count: request.count, signal }),
    refuse: (problem) => new SummaryRejectedError(problem),
  });
}
