import { errorText } from '@agent-memory/core/internal';
import type { Page } from '@agent-memory/long-term';
import { type DependencyList, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { PageOptions } from '../source/namespace-facts.ts';
import { formatCount } from '../words/format.ts';

/** Items that are asked for at once. */
const PAGE_ITEMS = 100;

/** Gives a page of a list. A different function starts a new list. */
export type AskPage<Item> = (options: PageOptions) => Promise<Page<Item>>;

/** The part of a list that has been fetched so far. */
export interface Pages<Item> {
  readonly status: 'waiting' | 'here' | 'failed';
  readonly items: readonly Item[];
  /** Whether there are more behind them. */
  readonly hasMore: boolean;
  /** Why the newest question failed. */
  readonly message?: string;
  /** Fetches the next page. */
  readonly more: () => void;
}

interface Fetched<Item> {
  /** The question that they answer; another object is another question. */
  readonly to: object | undefined;
  readonly items: readonly Item[];
  readonly next: string | undefined;
  readonly isAll: boolean;
  readonly message?: string;
}

const NOTHING: Fetched<never> = { to: undefined, items: [], next: undefined, isAll: false };

/**
 * A list page by page, as it is read. After a change, which `version` tells, as many are fetched again
 * as were there; until then those before stand, so that nothing that is being read goes away. Other
 * dependencies are another list.
 */
export function usePages<Item>(
  newAsk: AskPage<Item>,
  dependencies: DependencyList,
  version: number,
): Pages<Item> {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller names them, and is checked there
  const ask = useCallback(newAsk, dependencies);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version is another question
  const question = useMemo(() => ({ ask }), [ask, version]);
  const [wanted, setWanted] = useState<{ ask: AskPage<Item>; count: number }>();
  const count = wanted?.ask === ask ? wanted.count : PAGE_ITEMS;
  const [fetched, setFetched] = useState<Fetched<Item>>(NOTHING);
  const latest = useRef(fetched);
  latest.current = fetched;

  useEffect(() => {
    let isWanted = true;
    const begun = latest.current.to === question ? latest.current : { ...NOTHING, to: question };
    fetchUntil(begun, question.ask, count, () => isWanted).then(
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
    const { to, isAll, items } = latest.current;
    if (to === question && !isAll) setWanted({ ask, count: items.length + PAGE_ITEMS });
  }, [question, ask]);
  const { items, isAll, message } = fetched;
  const status = !isHere ? 'waiting' : message === undefined ? 'here' : 'failed';
  return { status, items, hasMore: !isAll, more, ...(message === undefined ? {} : { message }) };
}

async function fetchUntil<Item>(
  begun: Fetched<Item>,
  ask: AskPage<Item>,
  count: number,
  isWanted: () => boolean,
): Promise<Fetched<Item>> {
  let { items, next, isAll } = begun;
  while (!isAll && items.length < count && isWanted()) {
    const after = next === undefined ? {} : { after: next };
    const page = await ask({ limit: PAGE_ITEMS, ...after });
    items = [...items, ...page.items];
    next = page.next;
    isAll = next === undefined;
  }
  return { to: begun.to, items, next, isAll };
}

/** `4 records`, `100 records so far, more as you scroll`; '' while nothing is known. */
export function countWords({ status, items, hasMore }: Pages<unknown>, one: string, many: string) {
  if (status === 'failed' || (status === 'waiting' && items.length === 0)) return '';
  const count = formatCount(items.length, one, many);
  return hasMore && status === 'here' ? `${count} so far, more as you scroll` : count;
}

/** Stands where the rows would; `nothing` where there are none. */
export function emptyWords(
  { status, message = '' }: Pages<unknown>,
  many: string,
  nothing: string,
): string {
  if (status === 'waiting') return `Asking for the ${many} …`;
  return status === 'failed'
    ? `The ${many} did not arrive; nothing was changed. ${message}`
    : nothing;
}
