import type { CompactionRecord } from '../compaction/compaction-record.ts';
import { type BreakerState, closedBreaker } from '../compaction/pacing/breaker.ts';
import type { SummaryState } from '../condense/summary-state.ts';
import type { AgentMemoryError } from '../ground/errors/errors.ts';
import { emptyHistory, type History } from '../history/history.ts';
import type { Message } from '../message/message.ts';
import type { ContextPlan, Degradation } from '../plan/context-plan.ts';
import type { SessionChange } from '../store/memory-store.ts';
import type { TokenBudget } from '../tokens/budget/token-budget.ts';
import { factorOfModel } from '../tokens/encoding-of-model.ts';
import { newLedger, type TokenLedger } from '../tokens/token-ledger.ts';
import { emptyTranscript, type Transcript } from '../transcript/transcript.ts';
import { noOverlays, type Overlays } from '../view/overlay.ts';
import type { SessionSettings } from './settings.ts';

/** The limit that the provider's refusals taught: contexts are kept to `limitTokens`. */
export interface OverflowState {
  readonly limitTokens: number;
  /** Refusals since the last context that went through. */
  readonly attempts: number;
  /** Contexts near the limit that went through since it was set; default 0. */
  readonly successes?: number;
  /** The newest call that was counted as gone through. */
  readonly countedCall?: number;
  /** So many such contexts raise it; twice as many after each raise that was refused. */
  readonly patience?: number;
  /** The provider's own count taught it: what cannot leave does not make it yield. */
  readonly isCounted?: boolean;
  /** Whether the limit stands where it was raised to. */
  readonly isRaised?: boolean;
}

/** A compaction that was dropped because it would have freed nothing: it leaves no record. */
export interface UselessCompaction {
  readonly epoch: number;
  readonly tokens: number;
}

/** A change that gets the time of the event with which it is committed. */
export type UntimedChange = Omit<SessionChange, 'atMs'>;

/** Everything a session knows, as one value. Only the log inside `transcript` is shared. */
export interface SessionSnapshot<Pad> extends SessionSettings {
  readonly id: string;
  /** The time of the newest event that changed anything; 0 before the first. */
  readonly atMs: number;
  /** The stored session has been read, or there is no stored session. */
  readonly isLoaded: boolean;
  readonly isCompacting: boolean;
  readonly transcript: Transcript;
  /** How often the head was moved since the session was opened: two plans with another figure are of two paths. */
  readonly headMoves: number;
  readonly overlays: Overlays;
  /** The view as it stood when the budget was raised; until the next compaction. */
  readonly held?: Pick<SessionSnapshot<Pad>, 'transcript' | 'overlays' | 'headMoves'> | undefined;
  /** The system text as a message; known once the session is loaded. */
  readonly system: Message | undefined;
  readonly scratchpad: Pad;
  /** Length of the transcript when the scratchpad was last changed; 0 where that is not known. */
  readonly scratchpadAtLength: number;
  /** The history that past contexts are shown from [HIS-1]. */
  readonly history: History;
  /** Named parts that features keep with the session, as they were stored or set. */
  readonly parts: ReadonlyMap<string, unknown>;
  /** Changes that go to the store with the next commit; absent where nothing waits. */
  readonly unsaved?: UntimedChange;
  /** The plan of the last context that was asked for. */
  readonly assembled: ContextPlan | undefined;
  /** Newest last; as many as a store keeps. */
  readonly compactions: readonly CompactionRecord[];
  /** The last attempt since then that would have freed nothing. */
  readonly useless: UselessCompaction | undefined;
  readonly breaker: BreakerState;
  readonly summary: SummaryState;
  readonly ledger: TokenLedger;
  /** The figures of models that this session was with before, newest last. */
  readonly otherFigures: readonly LearnedFigures[];
  readonly overflow: OverflowState | undefined;
  /** The budget as the provider's reports and refusals correct it; absent while they do not. */
  readonly corrected: TokenBudget | undefined;
  readonly degraded: readonly Degradation[];
  /** So many entries the store has not taken. */
  readonly owed: number;
  /** This tab does the work that one of those with the session open is to do. */
  readonly leads: boolean;
  readonly error: AgentMemoryError | undefined;
}

export function initialSnapshot<Pad>(
  given: SessionSettings & {
    readonly id: string;
    readonly scratchpad: Pad;
    readonly leads?: boolean;
  },
): SessionSnapshot<Pad> {
  return {
    leads: true,
    atMs: 0,
    ...given,
    isLoaded: false,
    isCompacting: false,
    transcript: emptyTranscript(),
    headMoves: 0,
    overlays: noOverlays(),
    system: undefined,
    scratchpadAtLength: 0,
    history: emptyHistory,
    parts: new Map(),
    assembled: undefined,
    compactions: [],
    useless: undefined,
    breaker: closedBreaker,
    summary: { status: 'idle' },
    ledger: firstLedger(given),
    otherFigures: [],
    overflow: undefined,
    corrected: undefined,
    degraded: [],
    owed: 0,
    error: undefined,
  };
}

/** Tells whether an agent is at work: the user has spoken and something has come after it. */
export function isMidRun({ transcript }: Pick<SessionSnapshot<unknown>, 'transcript'>): boolean {
  const { length, lastUserSeq } = transcript;
  return lastUserSeq !== undefined && lastUserSeq < length - 1;
}

/** Figures that one model's provider taught. */
export interface LearnedFigures {
  /** For whose figures ledger and limit hold; under others they say nothing. */
  readonly figuresOf: string;
  readonly ledger: TokenLedger;
  /** The limit learned from refusals; absent before the first refusal. */
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
