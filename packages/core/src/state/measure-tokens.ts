import type { TokenCount } from '../tokens/token-count.ts';
import type { SessionSnapshot } from './snapshot.ts';
import { committing, emit, type Step } from './step.ts';

/** The session with better token counts of some entries, each replaced once [TOK-3]. */
export function measured<Pad>(
  snapshot: SessionSnapshot<Pad>,
  tokens: ReadonlyMap<number, TokenCount>,
  atMs: number,
): Step<Pad> {
  const { log } = snapshot.transcript;
  for (const [place, count] of tokens) {
    const seq = log.seqAt(place);
    // Entries that left the conversation meanwhile are measured when they are taken up again.
    if (seq !== undefined) log.measure(seq, count);
  }
  // A new object, so that whoever caches by transcript sees the better figures.
  const next = { ...snapshot, transcript: { ...snapshot.transcript } };
  const update = { type: 'tokens-update', entries: tokens.size } as const;
  return tokens.size > 0 ? committing(next, { atMs, tokens }, [update]) : [next, [emit(update)]];
}
