import type { PastFacts } from './call-facts.ts';

/** Rejects with a sentence that says that the past cannot be changed, for the thing that was to be done. */
export type Refuse = (wish: string) => Promise<never>;

/** Refuses whatever would change the session, where a source stands for one of its past calls. */
export function refusalIn({ call, lastCall }: PastFacts): Refuse {
  return async (wish) => {
    throw new Error(
      `This is call ${call} of ${lastCall}: the past cannot be changed, and nothing was. Go back to live to ${wish}.`,
    );
  };
}
