import type { AbortSignalLike, Summarizer, SummaryRequest } from '@agent-memory/core';
import { inSlices, summaries, throwIfAborted, words } from '@agent-memory/core/internal';
import { piecesWithin } from './pieces-of-text.ts';
import { JOINT_TOKENS, partingConversation, textGroups } from './summary-parts.ts';
import { SummaryRejectedError } from './summary-rejected-error.ts';
import type { SummaryTask } from './summary-task.ts';

/** Parts of the room that an answer may take: of one that ends the work, of one about a part. */
const ANSWER_SHARE = 0.3;
const PART_ANSWER_SHARE = 0.25;
/** A sentence or two: of a part that is joined with others. */
const LEAST_NOTE_TOKENS = 32;

/** The one who does the tasks, and the room that each has. */
interface MapReduceOptions {
  /** Tokens of quoted text and answer of one task. */
  readonly roomTokens: number;
  /** Does one task, in at most its `maxTokens`. '' says that nothing was worth a word. */
  readonly write: (task: SummaryTask) => Promise<string>;
  readonly signal?: AbortSignalLike | undefined;
  /** Hears of each part that is done. */
  readonly onProgress?: Parameters<Summarizer['summarize']>[1]['onProgress'] | undefined;
  /** Whether summaries of parts that fit the bound together are joined, and not merged by another task. */
  readonly joins?: boolean;
}

/**
 * The summary of a request by a model of any window [CMP-10]. Where all of it fits, in one task;
 * where not, part by part, and then the summaries of the parts are merged with the summary so far, in as
 * many rounds as it takes. No task has more than `roomTokens` of quoted text and answer together.
 *
 *     previous ─────────────────┐
 *     messages ─┬─ part ─ note ─┤
 *               ├─ part ─ note ─┼─ merge ─┐
 *               └─ part ─ note ─┴─ merge ─┴─ merge ─ summary
 *
 * @throws what `write` throws; the signal's reason; SummaryRejectedError if not even two summaries fit.
 */
export async function mapReduce(
  request: SummaryRequest,
  options: MapReduceOptions,
): Promise<string> {
  const { previous, sources, maxTokens, count } = request;
  const { roomTokens, signal, onProgress, joins = false } = options;
  const answerTokens = Math.min(maxTokens, Math.floor(roomTokens * ANSWER_SHARE));
  const quotedTokens = roomTokens - answerTokens;
  const soFar = words.harmless(previous?.text.trim() ?? '');
  const write = (task: SummaryTask): Promise<string> => {
    throwIfAborted(signal);
    return options.write(task);
  };
  const parting = (tokens: number) =>
    inSlices(partingConversation(sources, tokens, count), { signal });

  const besideSoFar = quotedTokens - (soFar === '' ? 0 : count(soFar));
  const whole = await parting(Math.max(besideSoFar, Math.floor(quotedTokens / 2)));
  const [all] = whole;
  if (all === undefined) return summaries.wholeSentencesWithin(soFar, maxTokens, count);
  if (whole.length === 1 && count(all.text) <= besideSoFar) {
    const matter = { previous: soFar, conversation: all.text };
    return write({ kind: 'whole', ...matter, maxTokens: answerTokens });
  }

  const mostNoteTokens = Math.min(maxTokens, Math.floor(roomTokens * PART_ANSWER_SHARE));
  const parts = await parting(roomTokens - mostNoteTokens);
  const shareTokens = Math.floor((maxTokens - count(soFar)) / parts.length) - JOINT_TOKENS;
  const noteTokens = joins
    ? Math.min(mostNoteTokens, Math.max(shareTokens, LEAST_NOTE_TOKENS))
    : mostNoteTokens;
  const notes = [...piecesWithin(soFar, noteTokens, count)];
  for (const [index, { text, sources }] of parts.entries()) {
    const place = { part: index + 1, parts: parts.length };
    const matter = { conversation: text, sources };
    const note = await write({ kind: 'part', ...matter, maxTokens: noteTokens, ...place });
    if (note !== '') notes.push(note);
    onProgress?.({ done: place.part, parts: parts.length });
  }
  const joined = notes.join('\n');
  if (joins && count(joined) <= maxTokens) return joined;
  // One summary of many, each round of at most about half as many.
  let current: readonly string[] = notes;
  while (current.length > 1) {
    const next: string[] = [];
    for (const group of textGroups(current, quotedTokens, count)) {
      const [first = '', second] = group;
      const task = { kind: 'merge', summaries: group, maxTokens: answerTokens } as const;
      next.push(second === undefined ? first : await write(task));
    }
    // Two texts of their bounds fit by their sizes; a counter that says otherwise must not turn this round.
    if (next.length === current.length) {
      throw new SummaryRejectedError('its parts do not fit into one request');
    }
    current = next;
  }
  return current[0] ?? '';
}
