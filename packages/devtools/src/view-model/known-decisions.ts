import type { KeptCalls } from '../source/call-facts.ts';
import type { DecisionPage, LoggedDecision } from '../source/logged-decision.ts';

/** The part of the log that is here: every decision from one call on. */
export interface KnownDecisions {
  /** Oldest first. */
  readonly decisions: readonly LoggedDecision[];
  /** The first call that is here whole; `undefined` before the first answer. */
  readonly fromCall: number | undefined;
  /** The last call whose decisions can be no others any more; 0 before the first answer. */
  readonly readTo: number;
}

export const NO_DECISIONS: KnownDecisions = { decisions: [], fromCall: undefined, readTo: 0 };

/** The first call of a session that can be asked for. */
export function firstCall({ first }: KeptCalls): number {
  return Math.max(1, first);
}

/** The first call to ask for when something is new. */
export function firstUnread({ fromCall, readTo }: KnownDecisions, kept: KeptCalls): number {
  return fromCall === undefined ? firstCall(kept) : Math.max(readTo + 1, firstCall(kept));
}

/** Whether there are decisions of calls that are kept and not here. */
export function hasOlder({ fromCall }: KnownDecisions, kept: KeptCalls): boolean {
  return fromCall !== undefined && fromCall > firstCall(kept);
}

/** With a page of everything that is new, and without the calls that are no longer kept. */
export function withNewer(
  known: KnownDecisions,
  { decisions, fromCall }: DecisionPage,
  kept: KeptCalls,
): KnownDecisions {
  const before = known.decisions.filter(({ call }) => call < fromCall && call >= kept.first);
  return {
    decisions: [...before, ...decisions],
    fromCall: Math.max(known.fromCall ?? fromCall, firstCall(kept)),
    readTo: kept.last,
  };
}

/** With a page that was asked for ahead of `beforeCall`; the same where another one was quicker. */
export function withOlder(
  known: KnownDecisions,
  { decisions, fromCall }: DecisionPage,
  beforeCall: number,
): KnownDecisions {
  if (known.fromCall !== beforeCall) return known;
  return { ...known, decisions: [...decisions, ...known.decisions], fromCall };
}
