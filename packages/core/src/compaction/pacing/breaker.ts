import { checkGiven, type KnownNames, refuseUnknown } from '../../ground/errors/errors.ts';

/** When a summariser that keeps failing is left alone, and for how long. */
export interface BreakerOptions {
  /** Failures in a row that open the breaker. Default 3. */
  readonly failures?: number;
  /** How long it stays open before one trial. Default 300,000 (5 minutes); `Infinity` is for good. */
  readonly coolDownMs?: number;
}

/**
 * Guards the calls of the summariser [CMP-6].
 *
 *     closed ──failures in a row──▶ open ──cool-down over, next call──▶ half-open
 *       ▲                            ▲                                    │   │
 *       │                            └───────────── failure ──────────────┘   │
 *       └────────────────────────────────────────── success ──────────────────┘
 *
 * Only calls of a model stop while it is open; stages without a model continue.
 */
export type BreakerState =
  | { readonly status: 'closed'; readonly failures: number }
  | {
      readonly status: 'open';
      readonly failures: number;
      readonly openedAtMs: number;
      /** From here on the next call is a trial; `Infinity` for never. */
      readonly retryAtMs: number;
    }
  /** One trial is under way. */
  | { readonly status: 'half-open'; readonly failures: number };

/** Nothing has failed. */
export const closedBreaker: BreakerState = { status: 'closed', failures: 0 };

const OPTIONS = { failures: true, coolDownMs: true } as const satisfies KnownNames<BreakerOptions>;

/** Options with their defaults. @throws InvalidOptionError if figures make no sense. */
export function checkedBreakerOptions(options: BreakerOptions = {}): Required<BreakerOptions> {
  refuseUnknown(options, OPTIONS, 'breaker');
  const { failures = 3, coolDownMs = 300_000 } = options;
  const isCount = Number.isSafeInteger(failures) && failures >= 1;
  checkGiven(isCount, 'breaker.failures', 'a whole number ≥ 1', failures);
  const isTime = typeof coolDownMs === 'number' && coolDownMs >= 0;
  checkGiven(isTime, 'breaker.coolDownMs', 'milliseconds ≥ 0 or Infinity', coolDownMs);
  return { failures, coolDownMs };
}
