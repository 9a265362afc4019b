import type { BreakerOptions, BreakerState } from './breaker.ts';

/** Tells whether a summariser may be called at this moment. */
export function mayCall(breaker: BreakerState, atMs: number): boolean {
  switch (breaker.status) {
    case 'closed':
      return true;
    case 'open':
      return atMs >= breaker.retryAtMs;
    case 'half-open':
      return false;
    default:
      return breaker satisfies never;
  }
}

/** The breaker while a call that it allowed is under way. */
export function onCall(breaker: BreakerState): BreakerState {
  return breaker.status === 'open' ? { status: 'half-open', failures: breaker.failures } : breaker;
}

/** A call failed, or what it led to freed too little. */
export function onFailure(
  breaker: BreakerState,
  atMs: number,
  options: Required<BreakerOptions>,
): BreakerState {
  const failures = breaker.failures + 1;
  if (breaker.status === 'closed' && failures < options.failures) {
    return { status: 'closed', failures };
  }
  return { status: 'open', failures, openedAtMs: atMs, retryAtMs: atMs + options.coolDownMs };
}

/** A call that ended without an answer and without a fault of the summariser: aborted, or overtaken. */
export function onNoAnswer(breaker: BreakerState, atMs: number): BreakerState {
  if (breaker.status !== 'half-open') return breaker;
  return { status: 'open', failures: breaker.failures, openedAtMs: atMs, retryAtMs: atMs };
}
