import { factorOfModel } from '../tokens/factor-of-model.ts';
import { newLedger, type TokenLedger } from '../tokens/token-ledger.ts';
import type { SessionSettings } from './settings.ts';

/** Figures that one model's provider taught. */
export interface LearnedFigures {
  /** For whose figures ledger and limit hold; under others they say nothing. */
  readonly figuresOf: string;
  readonly ledger: TokenLedger;
  /** The limit that refusals taught; absent where there is none. */
  readonly limitTokens?: number;
}

/** The ledger before a provider said anything. A counter of the caller's own counts as the model does. */
export function firstLedger({
  budget,
  encoding,
  model,
}: Pick<SessionSettings, 'budget' | 'encoding' | 'model'>): TokenLedger {
  return newLedger(budget.reservedTokens, encoding === model ? factorOfModel(model) : 1);
}
