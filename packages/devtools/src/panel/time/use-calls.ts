import { errorText } from '@agent-memory/core/internal';
import { useEffect, useRef, useState } from 'react';
import type { CallFacts } from '../../source/call-facts.ts';
import type { DevtoolsSource, DevtoolsState } from '../../source/devtools-source.ts';
import { firstWanted, joinedCalls } from '../../view-model/known-calls.ts';

/** The calls of a source as far as they are here. */
export interface KnownCalls {
  readonly calls: readonly CallFacts[];
  /** Why newer ones could not be read, in words. */
  readonly problem: string | undefined;
}

const NO_CALLS: KnownCalls = { calls: [], problem: undefined };

/**
 * The calls that a source keeps, followed while `isShown`. Only what may be new is asked for: calls after
 * the last known one, and that one itself, since a provider may have reported on it.
 */
export function useCalls(
  source: DevtoolsSource,
  { calls: kept, ledger }: DevtoolsState,
  isShown: boolean,
): KnownCalls {
  const [known, setKnown] = useState({ source, ...NO_CALLS });
  const latest = useRef(known);
  latest.current = known;
  const { first, last } = kept;
  const { reports } = ledger;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new report changes what is known of the last call
  useEffect(() => {
    if (!isShown) return;
    let isWanted = true;
    const { current } = latest;
    const before = current.source === source ? current.calls : [];
    const take = (fetched: readonly CallFacts[]): void => {
      const calls = joinedCalls(before, fetched, { first, last });
      if (isWanted) setKnown({ source, calls, problem: undefined });
    };
    try {
      const answer = source.calls(firstWanted(before, { first, last }));
      if (answer instanceof Promise) answer.then(take, refuse);
      else take(answer);
    } catch (error) {
      refuse(error);
    }
    function refuse(error: unknown): void {
      if (isWanted) setKnown({ source, calls: before, problem: errorText(error) });
    }
    return () => {
      isWanted = false;
    };
  }, [source, first, last, reports, isShown]);

  return known.source === source ? known : NO_CALLS;
}
