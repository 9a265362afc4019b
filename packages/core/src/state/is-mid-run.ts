import type { SessionSnapshot } from './snapshot.ts';

/** Tells whether an agent is at work: the user has spoken and something has come after it. */
export function isMidRun({ transcript }: Pick<SessionSnapshot<unknown>, 'transcript'>): boolean {
  const { length, lastUserSeq } = transcript;
  return lastUserSeq !== undefined && lastUserSeq < length - 1;
}
