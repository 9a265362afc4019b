import type { AbortSignalLike, Summary, SummaryRequest } from '@agent-memory/core';
import { harmless, inSlices, throwIfAborted } from '@agent-memory/core/internal';
import { type AskForSummary, checkedSummary } from './checked-summary.ts';
import { piecesWithin, wholeSentencesWithin } from './split-text.ts';
import { partingConversation, textGroups } from './summary-parts.ts';
import { SummaryRejectedError } from './summary-rejected-error.ts';
import type { SummaryTask } from './summary-task.ts';

/** Parts of the room that an answer may take: of one that ends the work, of one about a part. */
const ANSWER_SHARE = 0.3;
const PART_ANSWER_SHARE = 0.25;

/** A task without what comes of its attempts. */
type FirstTask = SummaryTask extends infer Task
  ? Task extends SummaryTask
    ? Omit<Task, 'invented'>
    : never
  : never;

/**
 * The summary of a request by a model of any window [CMP-10]. Where all of it fits, in one task; where
 * not, part by part, and then the summaries of the parts are merged with the summary so far, in as many
 * rounds as it takes. No task has more than `roomTokens` of quoted text and answer together.
 *
 *     previous ─────────────────┐
 *     messages ─┬─ part ─ note ─┤
 *               ├─ part ─ note ─┼─ merge ─┐
 *               └─ part ─ note ─┴─ merge ─┴─ merge ─ summary
 *
 * @throws SummaryRejectedError if an answer is no summary; what `ask` throws; the signal's reason.
 */
export async function mapReduce(
  { previous, sources, maxTokens, count }: SummaryRequest,
  options: {
    readonly roomTokens: number;
    readonly ask: AskForSummary;
    readonly signal?: AbortSignalLike | undefined;
  },
): Promise<string> {
  const { roomTokens, ask, signal } = options;
  const answerTokens = Math.min(maxTokens, Math.floor(roomTokens * ANSWER_SHARE));
  const quotedTokens = roomTokens - answerTokens;
  const soFar = harmless(previous?.text.trim() ?? '');
  const write = (task: FirstTask): Promise<string> => {
    throwIfAborted(signal);
    return checkedSummary({ ...task, invented: [] }, { ask, count, signal });
  };
  const parting = (tokens: number) =>
    inSlices(partingConversation(sources, tokens, count), { signal });

  const besideSoFar = quotedTokens - (soFar === '' ? 0 : count(soFar));
  const whole = await parting(Math.max(besideSoFar, Math.floor(quotedTokens / 2)));
  const [conversation] = whole;
  if (conversation === undefined) return wholeSentencesWithin(soFar, maxTokens, count);
  if (whole.length === 1 && count(conversation) <= besideSoFar) {
    return write({ kind: 'whole', previous: soFar, conversation, maxTokens: answerTokens });
  }

  const noteTokens = Math.min(maxTokens, Math.floor(roomTokens * PART_ANSWER_SHARE));
  const parts = await parting(roomTokens - noteTokens);
  const notes = soFar === '' ? [] : [...piecesWithin(soFar, noteTokens, count)];
  for (const [index, part] of parts.entries()) {
    const place = { part: index + 1, parts: parts.length };
    notes.push(await write({ kind: 'part', conversation: part, maxTokens: noteTokens, ...place }));
  }
  return merged(notes, { quotedTokens, answerTokens, count, write });
}

/** One summary of many, each round of at most about half as many. */
async function merged(
  summaries: readonly string[],
  room: {
    readonly quotedTokens: number;
    readonly answerTokens: number;
    readonly count: SummaryRequest['count'];
    readonly write: (task: FirstTask) => Promise<string>;
  },
): Promise<string> {
  const { quotedTokens, answerTokens, count, write } = room;
  let current = summaries;
  while (current.length > 1) {
    const next: string[] = [];
    for (const group of textGroups(current, quotedTokens, count)) {
      const [alone = '', second] = group;
      const isAlone = second === undefined;
      next.push(
        isAlone ? alone : await write({ kind: 'merge', summaries: group, maxTokens: answerTokens }),
      );
    }
    // Two texts of their bounds fit by their sizes; a counter that says otherwise must not turn this round.
    if (next.length === current.length) {
      throw new SummaryRejectedError('its parts do not fit into one request');
    }
    current = next;
  }
  return current[0] ?? '';
}

/** First and last message that the new summary speaks of. */
export function rangeOf({ previous, sources }: SummaryRequest): Pick<Summary, 'fromSeq' | 'toSeq'> {
  const first = sources[0]?.seq ?? previous?.fromSeq ?? 0;
  const last = sources.at(-1)?.seq ?? previous?.toSeq ?? 0;
  return {
    fromSeq: Math.min(previous?.fromSeq ?? first, first),
    toSeq: Math.max(previous?.toSeq ?? last, last),
  };
}
