import { harmless } from '../../ground/envelope/harmless-text.ts';
import { type AbortSignalLike, throwIfAborted } from '../../ground/platform/abort.ts';
import { inSlices } from '../../ground/platform/in-slices.ts';
import type { SummarizeOptions, Summary, SummaryRequest } from '../summarizer.ts';
import { piecesWithin, wholeSentencesWithin } from './split-text.ts';
import { JOINT_TOKENS, partingConversation, textGroups } from './summary-parts.ts';
import type { SummaryNote, SummaryTask } from './summary-task.ts';

/** Parts of the room that an answer may take: of one that ends the work, of one about a part. */
const ANSWER_SHARE = 0.3;
const PART_ANSWER_SHARE = 0.25;
/** A sentence or two: of a part that is joined with others. */
const LEAST_NOTE_TOKENS = 32;

/** The one who does the tasks, and the room that each has. */
export interface MapReduceOptions {
  /** Tokens of quoted text and answer of one task. */
  readonly roomTokens: number;
  /** Does one task, in at most its `maxTokens`. '' says that nothing was worth a word. */
  readonly write: (task: SummaryTask) => Promise<string>;
  /** The error for work that cannot be ended. */
  readonly refuse: (problem: string) => Error;
  readonly signal?: AbortSignalLike | undefined;
  /** Hears of each part that is done. */
  readonly onProgress?: SummarizeOptions['onProgress'] | undefined;
  /** Whether summaries of parts that fit the bound together are joined, and not merged by another task. */
  readonly joins?: boolean;
}

/**
 * The summary of a request by a summariser of any window [CMP-10]. Where all of it fits, in one task;
 * where not, part by part, and then the summaries of the parts are merged with the summary so far, in as
 * many rounds as it takes. No task has more than `roomTokens` of quoted text and answer together.
 *
 *     previous ─────────────────┐
 *     messages ─┬─ part ─ note ─┤
 *               ├─ part ─ note ─┼─ merge ─┐
 *               └─ part ─ note ─┴─ merge ─┴─ merge ─ summary
 *
 * @throws what `write` throws; the signal's reason.
 */
export async function mapReduce(
  request: SummaryRequest,
  options: MapReduceOptions,
): Promise<string> {
  const { previous, sources, maxTokens, count } = request;
  const { roomTokens, signal, refuse, onProgress, joins = false } = options;
  const answerTokens = Math.min(maxTokens, Math.floor(roomTokens * ANSWER_SHARE));
  const quotedTokens = roomTokens - answerTokens;
  const soFar = harmless(previous?.text.trim() ?? '');
  const write = (task: SummaryTask): Promise<string> => {
    throwIfAborted(signal);
    return options.write(task);
  };
  const parting = (tokens: number) =>
    inSlices(partingConversation(sources, tokens, count), { signal });

  const besideSoFar = quotedTokens - (soFar === '' ? 0 : count(soFar));
  const whole = await parting(Math.max(besideSoFar, Math.floor(quotedTokens / 2)));
  const [all] = whole;
  if (all === undefined) return wholeSentencesWithin(soFar, maxTokens, count);
  if (whole.length === 1 && count(all.text) <= besideSoFar) {
    const matter = { previous: soFar, conversation: all.text, sources: all.sources };
    return write({ kind: 'whole', ...matter, maxTokens: answerTokens });
  }

  const mostNoteTokens = Math.min(maxTokens, Math.floor(roomTokens * PART_ANSWER_SHARE));
  const parts = await parting(roomTokens - mostNoteTokens);
  const shareTokens = Math.floor((maxTokens - count(soFar)) / parts.length) - JOINT_TOKENS;
  const noteTokens = joins
    ? Math.min(mostNoteTokens, Math.max(shareTokens, LEAST_NOTE_TOKENS))
    : mostNoteTokens;
  const notes: SummaryNote[] = [];
  for (const text of piecesWithin(soFar, noteTokens, count)) {
    notes.push({ ...rangeOf({ previous, sources: [] }), text });
  }
  for (const [index, { text, sources }] of parts.entries()) {
    const place = { part: index + 1, parts: parts.length };
    const matter = { conversation: text, sources };
    const note = await write({ kind: 'part', ...matter, maxTokens: noteTokens, ...place });
    if (note !== '') notes.push({ ...rangeOf({ sources }), text: note });
    onProgress?.({ done: place.part, parts: parts.length });
  }
  const joined = notes.map(({ text }) => text).join('\n');
  if (joins && count(joined) <= maxTokens) return joined;
  // One summary of many, each round of at most about half as many.
  let current: readonly SummaryNote[] = notes;
  while (current.length > 1) {
    const next: SummaryNote[] = [];
    for (const group of textGroups(current, quotedTokens, count)) {
      const [first, second] = group;
      if (!first) continue;
      const summaries = group.map(({ text }) => text);
      const task = { kind: 'merge', summaries, notes: group, maxTokens: answerTokens } as const;
      const text = second ? await write(task) : first.text;
      next.push({ fromSeq: first.fromSeq, toSeq: group.at(-1)?.toSeq ?? first.toSeq, text });
    }
    // Two texts of their bounds fit by their sizes; a counter that says otherwise must not turn this round.
    if (next.length === current.length) throw refuse('its parts do not fit into one request');
    current = next;
  }
  return current[0]?.text ?? '';
}

type Sources = Pick<SummaryRequest, 'sources'> & { readonly previous?: Summary | undefined };

/** First and last message that the new summary speaks of. */
export function rangeOf({ previous, sources }: Sources): Pick<Summary, 'fromSeq' | 'toSeq'> {
  const first = sources[0]?.seq ?? previous?.fromSeq ?? 0;
  const last = sources.at(-1)?.seq ?? previous?.toSeq ?? 0;
  return {
    fromSeq: Math.min(previous?.fromSeq ?? first, first),
    toSeq: Math.max(previous?.toSeq ?? last, last),
  };
}
