import {
  type AbortSignalLike,
  extractiveSummarizer,
  type Summary,
  type SummaryRequest,
} from '@agent-memory/core';
import type { Steps } from '@agent-memory/core/internal';
import { SummaryRejectedError } from './summary-rejected-error.ts';
import type { SummaryTask } from './summary-task.ts';

/* Requests for a slow model: less to read, in plain sentences. */

/** Tokens of the messages, in steps. */
export function* tokensOf({ sources, count }: SummaryRequest): Steps<number> {
  let tokens = 0;
  for (const { text, toolArguments = [] } of sources) {
    tokens += count([text, ...toolArguments].join('\n'));
    yield;
  }
  return tokens;
}

/** A small model takes the JSON of calls for what the conversation is about; their results say it in words. */
export function withoutCalls(request: SummaryRequest): SummaryRequest {
  const sources = request.sources.map((source) => ({ ...source, toolArguments: [] }));
  return { ...request, sources };
}

/** The request with the most telling sentences of its messages, in at most so many tokens. */
export async function shortened(
  { previous, ...request }: SummaryRequest,
  maxTokens: number,
  signal: AbortSignalLike | undefined,
): Promise<SummaryRequest> {
  const { points = [] } = await bySentences({ ...request, maxTokens }, signal);
  const sources = points.map(({ speaker, ...point }) => ({ ...point, role: speaker }));
  return { ...request, ...(previous && { previous }), sources };
}

type Write = (task: SummaryTask) => Promise<string>;

/**
 * Does tasks as `write` does. The sentences of a part stand in for an answer about it that was thrown away,
 * so that one does not cost the work of minutes; where all of them were, the model has failed.
 */
export function orSentences(
  write: Write,
  { count, signal }: Pick<SummaryRequest, 'count'> & { signal: AbortSignalLike | undefined },
): Write {
  let refused = 0;
  return async (task) => {
    try {
      return await write(task);
    } catch (error) {
      if (task.kind !== 'part' || !(error instanceof SummaryRejectedError)) throw error;
      refused += 1;
      if (refused === task.parts) throw error;
      return (await bySentences({ ...task, count }, signal)).text;
    }
  };
}

function bySentences(
  request: SummaryRequest,
  signal: AbortSignalLike | undefined,
): Promise<Summary> {
  return extractiveSummarizer.summarize(request, { ...(signal && { signal }) });
}
