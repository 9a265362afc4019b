import type { MemoryKind, MemoryType, RecordSource } from '../records/memory-record.ts';
import { DAY_MS, HOUR_MS } from '../records/time.ts';

/** The readers of a record. */
export type MemoryScope =
  /** Its user alone: it goes to the user's own namespace, and to no other [NS-1]. */
  | 'user'
  /** Everybody who works in the namespace that the memory was made for. */
  | 'namespace';

/** The sort of statement that a draft is, as its author says or its text shows. */
export type StatementNature =
  | 'statement'
  | 'correction'
  | 'confirmation'
  | 'tool-result'
  | 'session-summary'
  | 'status'
  | 'tool-readable'
  | 'reasoning'
  | 'failed-call'
  | 'speculation'
  | 'turn-log'
  | 'transcript';

/** The natures that a caller may allow beyond the table's default. */
export type AllowedNature = 'status' | 'tool-readable';

interface TypePolicy {
  readonly about: string;
  readonly scope: MemoryScope;
}

interface KindPolicy {
  /** When a draft of this kind is worth keeping. */
  readonly criterion: string;
  /** Absent: it has no end of its own. */
  readonly ttlMs?: number;
}

interface SourcePolicy {
  /** Confidence of a record to begin with. */
  readonly confidence: number;
}

interface NaturePolicy {
  /** `allowed`: only where the caller allows it by name. */
  readonly verdict: 'stored' | 'refused' | 'allowed';
  /** For people: why, or which. */
  readonly criterion: string;
  /** Wins over that of the kind where it is shorter. */
  readonly ttlMs?: number;
}

/** The whole write policy as data. What it does not name is refused [LTM-3]. */
export interface WritePolicy {
  readonly types: Readonly<Record<MemoryType, TypePolicy>>;
  readonly kinds: Readonly<Record<MemoryKind, KindPolicy>>;
  readonly sources: Readonly<Record<RecordSource, SourcePolicy>>;
  readonly natures: Readonly<Record<StatementNature, NaturePolicy>>;
  /** How long texts wait in quarantine, and how many of a namespace: the oldest make room [GRD-3]. */
  readonly quarantine: { readonly ttlMs: number; readonly most: number };
}

/**
 * The one table of the write policy: what is kept, for whom, how sure, and how long [LTM-1, LTM-2, LTM-3].
 *
 * @example
 * const { scope } = WRITE_POLICY.types.project;
 * const days = (WRITE_POLICY.kinds.strategy.ttlMs ?? 0) / 86_400_000;
 * console.log(`Project records are for the ${scope}; a strategy is kept for ${days} days.`);
 */
export const WRITE_POLICY: WritePolicy = {
  types: {
    user: { about: 'the user: who they are, what they want', scope: 'user' },
    feedback: { about: 'corrections and confirmations by the user', scope: 'user' },
    project: { about: 'the work: decisions, deadlines, state of things', scope: 'namespace' },
    reference: { about: 'where things are, and what documents say', scope: 'namespace' },
  },
  kinds: {
    instruction: { criterion: 'the user set a rule for every later session' },
    preference: { criterion: 'the user wants things a certain way, also next time' },
    decision: { criterion: 'something was chosen, and the reason is said with it' },
    fact: { criterion: 'it holds beyond the session, and nothing else tells it' },
    identifier: { criterion: 'an exact value that nobody can guess, given as `value`' },
    artifact: { criterion: 'something was made, and the text says where it is' },
    episode: { criterion: 'something happened that a later session builds on', ttlMs: 30 * DAY_MS },
    strategy: { criterion: 'a way of doing a task worked', ttlMs: 90 * DAY_MS },
  },
  sources: {
    user_stated: { confidence: 1 },
    user_correction: { confidence: 1 },
    in_session_correction: { confidence: 1 },
    tool_verified: { confidence: 0.9 },
    agent_inferred: { confidence: 0.6 },
    recalled: { confidence: 0.5 },
    external: { confidence: 0.3 },
    unknown: { confidence: 0.5 },
  },
  natures: {
    statement: { verdict: 'stored', criterion: 'as its kind says' },
    correction: { verdict: 'stored', criterion: 'the user put something right' },
    confirmation: { verdict: 'stored', criterion: 'the user said that something is right' },
    'tool-result': {
      verdict: 'stored',
      criterion: 'a tool verified it, and asking again costs more than keeping it',
      ttlMs: 7 * DAY_MS,
    },
    'session-summary': {
      verdict: 'stored',
      criterion: 'written at the end of a session or at a milestone',
      ttlMs: 30 * DAY_MS,
    },
    status: {
      verdict: 'allowed',
      criterion: 'temporary: it is over before the next session',
      ttlMs: 8 * HOUR_MS,
    },
    'tool-readable': {
      verdict: 'allowed',
      criterion: 'a tool reads it from its authoritative source, where it stays right',
      ttlMs: 7 * DAY_MS,
    },
    reasoning: { verdict: 'refused', criterion: 'a step of thinking; its result may be kept' },
    'failed-call': {
      verdict: 'refused',
      criterion: 'an attempt that failed says nothing that holds',
    },
    speculation: { verdict: 'refused', criterion: 'nobody said it and nothing shows it' },
    'turn-log': { verdict: 'refused', criterion: 'the session keeps what was said in each turn' },
    transcript: { verdict: 'refused', criterion: 'the session keeps the conversation' },
  },
  quarantine: { ttlMs: 30 * DAY_MS, most: 200 },
};

/**
 * How long a hypothesis waits for its review, in milliseconds: an hour [LTM-2].
 *
 * @example
 * const memory = createLongTermMemory({ hypothesisLifeMs: 24 * HYPOTHESIS_LIFE_MS });
 */
export const HYPOTHESIS_LIFE_MS = HOUR_MS;
