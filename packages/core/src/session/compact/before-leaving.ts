import { errorText } from '../../ground/errors/error-text.ts';
import { type AbortSignalLike, throwIfAborted } from '../../ground/platform/abort.ts';
import type { Clock } from '../../ground/platform/clock.ts';
import { withDeadline } from '../../ground/platform/deadline.ts';

/** A compaction waits so long for those who read before it. */
const READING_LIMIT_MS = 15_000;

/** A feature that reads what may leave. */
export interface LeavingReader {
  readonly name: string;
  beforeLeaving(leaving: { readonly signal: AbortSignalLike }): void | Promise<void>;
}

/**
 * Lets features read what is about to leave [CMP-9], all at the same time. Gives a sentence for each that
 * could not: no compaction waits for good.
 *
 * @throws the signal's reason if it aborts.
 */
export async function beforeLeaving(
  readers: readonly LeavingReader[],
  clock: Clock,
  signal: AbortSignalLike | undefined,
): Promise<readonly string[]> {
  const outcomes = readers.map(async (reader) => {
    const work = async (until: AbortSignalLike) => reader.beforeLeaving({ signal: until });
    try {
      await withDeadline(work, { limitMs: READING_LIMIT_MS, clock, signal });
      return [];
    } catch (error) {
      throwIfAborted(signal);
      return [
        `The feature "${reader.name}" did not read what leaves the context (${errorText(error)}); the originals stay in the transcript.`,
      ];
    }
  });
  return (await Promise.all(outcomes)).flat();
}
