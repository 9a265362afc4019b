import { errorText } from '@agent-memory/core/internal';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { LongTermSource } from '../../source/long-term-source.ts';
import type { RecordFacts } from '../../source/record-facts.ts';
import type { RecordQuery } from '../../source/record-scan.ts';

/** Records that are asked for at once. */
const PAGE_RECORDS = 100;

/** The records that have been fetched so far. */
export interface RecordPages {
  readonly status: 'waiting' | 'here' | 'failed';
  readonly records: readonly RecordFacts[];
  /** Whether there are more behind them. */
  readonly hasMore: boolean;
  /** Why the newest question failed. */
  readonly message?: string;
  /** Fetches the next page. */
  readonly more: () => void;
}

interface Fetched {
  /** The question that they answer; another object is another question. */
  readonly to: object | undefined;
  readonly records: readonly RecordFacts[];
  readonly next: string | undefined;
  readonly isAll: boolean;
  readonly message?: string;
}

const NOTHING: Fetched = { to: undefined, records: [], next: undefined, isAll: false };

/**
 * Records page by page, as they are read. After a change, which `version` tells, as many are fetched
 * anew as were there; until then those before stand, so that nothing that is being read goes away.
 */
export function useRecordPages(
  longTerm: LongTermSource,
  query: RecordQuery,
  version: number,
): RecordPages {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version is another question
  const question = useMemo(() => ({ longTerm, query }), [longTerm, query, version]);
  const [wanted, setWanted] = useState<{ query: RecordQuery; count: number }>();
  const count = wanted?.query === query ? wanted.count : PAGE_RECORDS;
  const [fetched, setFetched] = useState(NOTHING);
  const latest = useRef(fetched);
  latest.current = fetched;

  useEffect(() => {
    let isWanted = true;
    const begun = latest.current.to === question ? latest.current : { ...NOTHING, to: question };
    fetchUntil(begun, question, count, () => isWanted).then(
      (next) => {
        if (isWanted) setFetched(next);
      },
      (error: unknown) => {
        if (isWanted) setFetched({ ...begun, isAll: true, message: errorText(error) });
      },
    );
    return () => {
      isWanted = false;
    };
  }, [question, count]);

  const isHere = fetched.to === question;
  const more = useCallback(() => {
    const { to, isAll, records } = latest.current;
    if (to === question && !isAll) setWanted({ query, count: records.length + PAGE_RECORDS });
  }, [question, query]);
  const { records, isAll, message } = fetched;
  const status = !isHere ? 'waiting' : message === undefined ? 'here' : 'failed';
  return { status, records, hasMore: !isAll, more, ...(message === undefined ? {} : { message }) };
}

async function fetchUntil(
  begun: Fetched,
  { longTerm, query }: { readonly longTerm: LongTermSource; readonly query: RecordQuery },
  count: number,
  isWanted: () => boolean,
): Promise<Fetched> {
  let { records, next, isAll } = begun;
  while (!isAll && records.length < count && isWanted()) {
    const after = next === undefined ? {} : { after: next };
    const page = await longTerm.page(query, { limit: PAGE_RECORDS, ...after });
    records = [...records, ...page.records];
    next = page.next;
    isAll = next === undefined;
  }
  return { to: begun.to, records, next, isAll };
}
