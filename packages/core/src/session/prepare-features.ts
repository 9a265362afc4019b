import { errorText } from '../ground/errors/error-text.ts';
import { type AbortSignalLike, throwIfAborted } from '../ground/platform/abort.ts';
import type { Clock } from '../ground/platform/clock.ts';
import { withDeadline } from '../ground/platform/deadline.ts';
import type { Transcript } from '../transcript/transcript.ts';
import type { FeatureSlots } from './feature.ts';

export { archiveSectionsOf } from '../plan/archive-sections.ts';

/** A context waits so long for a feature, and is made without it then. */
const PREPARE_LIMIT_MS = 5_000;

/** A feature that wants to get ready before a context is made. */
export interface PreparingFeature extends Required<Pick<FeatureSlots, 'prepare'>> {
  readonly name: string;
}

/** The session as features are told about it, and who waits. */
export interface Waiting {
  readonly transcript: Transcript;
  readonly clock: Clock;
  readonly signal: AbortSignalLike | undefined;
}

/**
 * Has features get ready for the next context, all at the same time. Gives a sentence for each that
 * could not.
 * @throws the signal's reason if it aborts.
 */
export async function prepareFeatures(
  features: readonly PreparingFeature[],
  { transcript, clock, signal }: Waiting,
): Promise<readonly string[]> {
  const { log, lastUserSeq: seq } = transcript;
  const [before, lastUser] =
    seq === undefined ? [] : [log.slice(Math.max(0, seq - 1), seq)[0], log.at(seq)];
  const ahead = { ...(lastUser && { lastUser }), ...(before && { before }) };
  const outcomes = features.map(async (feature) => {
    const work = async (until: AbortSignalLike) => feature.prepare({ ...ahead, signal: until });
    try {
      await withDeadline(work, { limitMs: PREPARE_LIMIT_MS, clock, signal });
      return [];
    } catch (error) {
      throwIfAborted(signal);
      return [failureOf(feature.name, error)];
    }
  });
  return (await Promise.all(outcomes)).flat();
}

function failureOf(name: string, error: unknown): string {
  return `The feature "${name}" was not ready (${errorText(error)}); the context is made without what it would have added.`;
}
