import type { KnownRecord, MemoryRecord } from '@agent-memory/long-term';
import { useCallback, useMemo } from 'react';
import type { LongTermSource } from '../../source/long-term-source.ts';
import { type Asked, useLatestAnswer } from '../parts/use-answer.ts';

/** A record with every version of it; `undefined` where it is gone. */
export interface WholeRecord {
  readonly known: KnownRecord;
  readonly versions: readonly MemoryRecord[];
}

/** A record, asked for anew after each change. */
export function useRecord(
  longTerm: LongTermSource,
  id: string,
  version: number,
): Asked<WholeRecord | undefined> {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another record is another thing to ask about
  const about = useMemo(() => ({}), [longTerm, id]);
  return useLatestAnswer(
    about,
    // biome-ignore lint/correctness/useExhaustiveDependencies: asked anew after each change
    useCallback(async () => {
      const [known, versions] = await Promise.all([longTerm.record(id), longTerm.history(id)]);
      return known && { known, versions };
    }, [longTerm, id, version]),
  );
}
