import { InvalidOptionError } from '../../ground/errors/errors.ts';
import { inSlices } from '../../ground/platform/in-slices.ts';
import type { Steps } from '../../ground/platform/steps.ts';
import { extractiveSummarizer } from '../extractive-summarizer.ts';
import type { SummarizeOptions, Summarizer, Summary, SummaryRequest } from '../summarizer.ts';
import { summaryProblem } from '../summary-fault.ts';
import { mapReduce, rangeOf } from './map-reduce.ts';
import { JOINT_TOKENS } from './summary-parts.ts';
import type { SummaryTask } from './summary-task.ts';

/** Kept free: for the summariser's own words, and for a tokenizer that counts more than the session's. */
const SAFETY_SHARE = 0.2;
/** Tokens of a request and its answer below which no useful text fits. */
const LEAST_WINDOW = 256;

/**
 * Asks a summariser for no more at once than its window holds [CMP-10]. A request that is larger becomes
 * several: one for each stretch of the messages, and one or more that merge those summaries with the
 * summary so far. Each answer has to be a summary of what was asked; one that is not one ends the work.
 *
 * A summariser that names no window, or divides by itself, gets the request as it is.
 *
 * @throws what the summariser throws; the signal's reason; InvalidOptionError if nothing fits its window.
 */
export async function summarizeWithinWindow(
  summarizer: Summarizer,
  request: SummaryRequest,
  options: SummarizeOptions,
): Promise<Summary> {
  const { name, contextWindow, dividesRequests = false } = summarizer;
  if (contextWindow === undefined || dividesRequests) return summarizer.summarize(request, options);
  const roomTokens = roomIn(contextWindow);
  const { signal, onProgress } = options;
  if (await inSlices(fitting(request, roomTokens), { signal })) {
    return summarizer.summarize(request, options);
  }

  let madeBy = name;
  const write = async (task: SummaryTask): Promise<string> => {
    const summary = await summarizer.summarize(requestOf(task, request), options);
    const problem = summaryProblem(summary, matterOf(task, request));
    if (problem !== undefined) throw refusal(problem);
    // Without its points it is no extractive one.
    madeBy = summary.madeBy === extractiveSummarizer.name ? name : summary.madeBy;
    return summary.text;
  };
  const text = await mapReduce(request, { roomTokens, write, refuse: refusal, signal, onProgress });
  if (text === '') return extractiveSummarizer.summarize(request, options);
  return { madeBy, ...rangeOf(request), text };
}

/** @throws InvalidOptionError if a window has no room for a summary. */
function roomIn(contextWindow: number): number {
  if (contextWindow >= LEAST_WINDOW) return Math.floor(contextWindow * (1 - SAFETY_SHARE));
  throw new InvalidOptionError(
    'summarizer.contextWindow',
    `must be ${LEAST_WINDOW} tokens or more; got ${contextWindow}.`,
  );
}

/** Whether a request fits as it is, its answer included. */
function* fitting(request: SummaryRequest, roomTokens: number): Steps<boolean> {
  const { previous, sources, maxTokens, count } = request;
  let room = roomTokens - maxTokens - (previous ? count(previous.text) : 0);
  for (const { text, toolName = '', toolArguments = [] } of sources) {
    if (room < 0) return false;
    room -= JOINT_TOKENS + count([text, toolName, ...toolArguments].join('\n'));
    yield;
  }
  return room >= 0;
}

/** The request that does a task. Of summaries to merge, the oldest is the summary so far. */
function requestOf(task: SummaryTask, { previous, count }: SummaryRequest): SummaryRequest {
  const { maxTokens } = task;
  switch (task.kind) {
    case 'whole': {
      const { sources } = task;
      const soFar = previous && { previous: { ...previous, text: task.previous } };
      return { ...soFar, sources, maxTokens, count };
    }
    case 'part':
      return { sources: task.sources, maxTokens, count };
    case 'merge': {
      const [first, ...others] = task.notes;
      const sources = others.map(
        ({ toSeq, text }) => ({ seq: toSeq, role: 'assistant', text }) as const,
      );
      const soFar = first && { previous: { ...first, madeBy: previous?.madeBy ?? '' } };
      return { ...soFar, sources, maxTokens, count };
    }
    default:
      return task satisfies never;
  }
}

/** The request that an answer is checked against: a summary may repeat the summaries that it merges. */
function matterOf(task: SummaryTask, request: SummaryRequest): SummaryRequest {
  if (task.kind !== 'merge') return requestOf(task, request);
  const text = task.summaries.join('\n\n');
  const { maxTokens } = task;
  const previous = { madeBy: '', ...rangeOf(request), text };
  return { previous, sources: [], maxTokens, count: request.count };
}

function refusal(problem: string): Error {
  return new Error(`a part of the conversation was left unsummarised: ${problem}`);
}
