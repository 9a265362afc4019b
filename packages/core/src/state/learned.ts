import type { BreakerState } from '../pacing/breaker.ts';
import type { TokenLedger } from '../tokens/token-ledger.ts';
import type { SessionSettings } from './settings.ts';
import type { SessionSnapshot } from './snapshot.ts';

/** PERSISTED: the stored part that holds what a session has learned of its provider and summariser. */
export const LEARNED_PART = 'agent-memory/learned';

/** Figures that a session learned while it ran, and keeps over a reload. */
export interface Learned {
  /** For whose figures ledger and limit hold; under others they say nothing. */
  readonly figuresOf: string;
  readonly ledger: TokenLedger;
  /** The limit that refusals taught; absent where there is none. */
  readonly limitTokens?: number;
  readonly breaker: BreakerState;
}

/** Learned figures as they are stored. */
export function learnedOf({
  ledger,
  overflow,
  breaker,
  ...settings
}: Pick<
  SessionSnapshot<unknown>,
  'ledger' | 'overflow' | 'breaker' | 'budget' | 'encoding'
>): Learned {
  return {
    figuresOf: figuresOf(settings),
    ledger,
    ...(overflow && { limitTokens: overflow.limitTokens }),
    breaker,
  };
}

/** Gives the settings that a ledger and a limit depend on, as one text. */
export function figuresOf({
  budget,
  encoding,
}: Pick<SessionSettings, 'budget' | 'encoding'>): string {
  const { contextWindow, inputTokens, reservedTokens } = budget;
  return [encoding, contextWindow, inputTokens, reservedTokens].join('|');
}
