import type { ArchivedContext } from '../compaction/archived-context.ts';
import { readingArchive } from '../compaction/read-archive.ts';
import { sessionAt, type WithHistory } from '../history/context-at.ts';
import type { Steps } from '../platform/steps.ts';
import type { Measurer } from '../tokens/measurer.ts';
import { withValues } from './past-overlays.ts';

/**
 * The text and values that stood for everything that had left when a call was sent; `undefined` where
 * nothing had, or the call is not kept. Values are found in the originals anew, all at once: of more
 * than are kept, others of the same rank may stay than stayed then.
 */
export function* archiveAt(
  session: WithHistory,
  call: number,
  measurer: Measurer,
): Steps<ArchivedContext | undefined> {
  const past = sessionAt(session, call);
  if (!past) return undefined;
  const { transcript, overlays } = past;
  const isNow = overlays === session.overlays;
  const whole = isNow ? overlays : yield* withValues(transcript, overlays);
  return yield* readingArchive(transcript, whole, measurer);
}
