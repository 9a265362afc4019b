import { harmless } from '../../envelope/harmless-text.ts';
import { type AbortSignalLike, throwIfAborted } from '../../platform/abort.ts';
import { inSlices } from '../../platform/in-slices.ts';
import type { Summary, SummaryRequest } from '../summarizer.ts';
import { piecesWithin, wholeSentencesWithin } from './split-text.ts';
import { partingConversation, textGroups } from './summary-parts.ts';
import type { SummaryNote, SummaryTask } from './summary-task.ts';

/** Parts of the room that an answer may take: of one that ends the work, of one about a part. */
const ANSWER_SHARE = 0.3;
const PART_ANSWER_SHARE = 0.25;

/** The one who does the tasks, and the room that each has. */
export interface MapReduceOptions {
  /** Tokens of quoted text and answer of one task. */
  readonly roomTokens: number;
  /** Does one task, in at most its `maxTokens`. '' says that nothing was worth a word. */
  readonly write: (task: SummaryTask) => Promise<string>;
  /** The error for work that cannot be ended. */
  readonly refuse: (problem: string) => Error;
  readonly signal?: AbortSignalLike | undefined;
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
  const { roomTokens, signal } = options;
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

  const noteTokens = Math.min(maxTokens, Math.floor(roomTokens * PART_ANSWER_SHARE));
  const parts = await parting(roomTokens - noteTokens);
  const notes: SummaryNote[] = [];
  for (const text of piecesWithin(soFar, noteTokens, count)) {
    notes.push({ ...rangeOf({ previous, sources: [] }), text });
  }
  for (const [index, { text, sources }] of parts.entries()) {
    const place = { part: index + 1, parts: parts.length };
    const matter = { conversation: text, sources };
    const note = await write({ kind: 'part', ...matter, maxTokens: noteTokens, ...place });
    if (note !== '') notes.push({ ...rangeOf({ sources }), text: note });
  }
  return merged(notes, { ...options, quotedTokens, answerTokens, count, write });
}

/** One summary of many, each round of at most about half as many. */
async function merged(
  notes: readonly SummaryNote[],
  room: Pick<MapReduceOptions, 'write' | 'refuse'> & {
    readonly quotedTokens: number;
    readonly answerTokens: number;
    readonly count: SummaryRequest['count'];
  },
): Promise<string> {
  const { quotedTokens, answerTokens, count, write, refuse } = room;
  let current = notes;
  while (current.length > 1) {
    const next: SummaryNote[] = [];
    for (const group of textGroups(current, quotedTokens, count)) {
      const [first, second] = group;
      const last = group.at(-1);
      if (first === undefined || last === undefined) continue;
      if (second === undefined) {
        next.push(first);
        continue;
      }
      const summaries = group.map(({ text }) => text);
      const text = await write({ kind: 'merge', summaries, notes: group, maxTokens: answerTokens });
      next.push({ fromSeq: first.fromSeq, toSeq: last.toSeq, text });
    }
    // Two texts of their bounds fit by their sizes; a counter that says otherwise must not turn this round.
    if (next.length === current.length) throw refuse('its parts do not fit into one request');
    current = next;
  }
  return current[0]?.text ?? '';
}

/** First and last message that the new summary speaks of. */
export function rangeOf({
  previous,
  sources,
}: Pick<SummaryRequest, 'sources'> & { readonly previous?: Summary | undefined }): Pick<
  Summary,
  'fromSeq' | 'toSeq'
> {
  const first = sources[0]?.seq ?? previous?.fromSeq ?? 0;
  const last = sources.at(-1)?.seq ?? previous?.toSeq ?? 0;
  return {
    fromSeq: Math.min(previous?.fromSeq ?? first, first),
    toSeq: Math.max(previous?.toSeq ?? last, last),
  };
}
