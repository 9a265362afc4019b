import { errorText } from '@agent-memory/core/internal';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { DevtoolsSource, DevtoolsState } from '../source/devtools-source.ts';
import type { DecisionPage, LoggedDecision } from '../source/logged-decision.ts';
import {
  firstCall,
  firstUnread,
  hasOlder,
  type KnownDecisions,
  NO_DECISIONS,
  withNewer,
  withOlder,
} from './decision-log.ts';

/** The log as far as it has been read. */
export interface DecisionsRead {
  readonly decisions: readonly LoggedDecision[];
  /** Everything from this call on is here; `undefined` before the first answer. */
  readonly fromCall: number | undefined;
  readonly hasOlder: boolean;
  /** Why the newest question failed, in words. */
  readonly problem: string | undefined;
  /** Reads another page of older calls. Another function once it is here. */
  readonly readOlder: () => void;
}

/**
 * The decisions of the live source, read from the newest call back as they are asked for, and followed
 * while `isShown`. Only what may be new is asked for again.
 */
export function useDecisions(
  live: DevtoolsSource,
  state: DevtoolsState,
  isShown: boolean,
): DecisionsRead {
  const [known, setKnown] = useState<Read>({ live, ...NO_DECISIONS });
  const latest = useRef({ known, kept: state.calls });
  latest.current = { known, kept: state.calls };
  const [wanted, setWanted] = useState<{ live: DevtoolsSource; beforeCall: number }>();
  const [problem, setProblem] = useState<string>();

  const { calls, compactions, entries, degraded, status } = state;
  // biome-ignore lint/correctness/useExhaustiveDependencies: any of them may have come with a new decision
  useEffect(() => {
    if (!isShown) return;
    const { kept, known: before } = latest.current;
    const fromCall = firstUnread(of(before, live), kept);
    const isFirst = of(before, live).fromCall === undefined;
    const read = (signal: AbortSignal) =>
      isFirst ? live.decisions({ fromCall }, { signal }) : readWhole(live, fromCall, signal);
    return reading(read, setProblem, (page) =>
      setKnown((now) => ({ live, ...withNewer(of(now, live), page, kept) })),
    );
  }, [live, isShown, calls.last, compactions, entries, degraded, status]);

  useEffect(() => {
    if (!isShown || wanted?.live !== live) return;
    const { beforeCall } = wanted;
    const fromCall = firstCall(latest.current.kept);
    return reading(
      (signal) => live.decisions({ fromCall, beforeCall }, { signal }),
      setProblem,
      (page) => setKnown((now) => ({ live, ...withOlder(of(now, live), page, beforeCall) })),
    );
  }, [live, isShown, wanted]);

  const read = of(known, live);
  const { fromCall } = read;
  const readOlder = useCallback(() => {
    if (fromCall !== undefined) setWanted({ live, beforeCall: fromCall });
  }, [live, fromCall]);
  return { ...read, hasOlder: hasOlder(read, calls), problem, readOlder };
}

interface Read extends KnownDecisions {
  readonly live: DevtoolsSource;
}

function of(known: Read, live: DevtoolsSource): KnownDecisions {
  return known.live === live ? known : NO_DECISIONS;
}

/** Reads until it is taken back, which the function it gives does. */
function reading(
  read: (signal: AbortSignal) => Promise<DecisionPage>,
  setProblem: (problem: string | undefined) => void,
  take: (page: DecisionPage) => void,
): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  read(signal).then(
    (page) => {
      if (signal.aborted) return;
      setProblem(undefined);
      take(page);
    },
    (error: unknown) => {
      if (!signal.aborted) setProblem(errorText(error));
    },
  );
  return () => controller.abort();
}

/** Everything from a call on, however many pages that takes: the log has no gaps. */
async function readWhole(
  live: DevtoolsSource,
  fromCall: number,
  signal: AbortSignal,
): Promise<DecisionPage> {
  let page = await live.decisions({ fromCall }, { signal });
  while (page.fromCall > fromCall) {
    const older = await live.decisions({ fromCall, beforeCall: page.fromCall }, { signal });
    page = { decisions: [...older.decisions, ...page.decisions], fromCall: older.fromCall };
  }
  return page;
}
