import { errorText } from '../errors/error-text.ts';
import type { Message } from '../message/message.ts';
import type { Clock } from '../platform/clock.ts';
import { withDeadline } from '../platform/deadline.ts';
import { inSlices } from '../platform/in-slices.ts';
import { eachInSteps } from '../platform/steps.ts';
import { type EntryDraft, entryOf, type Transcript } from '../transcript/transcript.ts';

/** Says how much a message matters, from 0 to 1; `undefined` where it cannot tell. */
export type Score = (message: Message) => number | undefined | Promise<number | undefined>;

/** Appending waits so long for all scores of a call. */
const LIMIT_MS = 5_000;

/** The session that drafts are scored for. */
interface Scoring {
  readonly score: Score;
  readonly clock: Clock;
  readonly transcript: Transcript;
}

/**
 * Drafts with the importance of each that is new; a message that cannot be scored has none. `problem`
 * says what went wrong first. Never rejects.
 */
export async function scoredDrafts(
  drafts: readonly EntryDraft[],
  { score, clock, transcript }: Scoring,
): Promise<{
  readonly drafts: readonly EntryDraft[];
  readonly problem: string | undefined;
}> {
  let problem: string | undefined;
  const scored = async (draft: EntryDraft): Promise<EntryDraft> => {
    try {
      const work = async () => score(draft.message);
      const importance = await withDeadline(work, { limitMs: LIMIT_MS, clock });
      return importance === undefined ? draft : { ...draft, importance: checked(importance) };
    } catch (error) {
      problem ??= errorText(error);
      return draft;
    }
  };
  const each = eachInSteps(drafts, (draft) =>
    entryOf(transcript, draft.id) ? draft : scored(draft),
  );
  const all = await Promise.all(await inSlices(each, { clock }));
  return { drafts: all, problem };
}

function checked(importance: unknown): number {
  const isShare = typeof importance === 'number' && importance >= 0 && importance <= 1;
  if (isShare) return importance;
  throw new RangeError(`\`score\` must give a number from 0 to 1; it gave ${String(importance)}`);
}
