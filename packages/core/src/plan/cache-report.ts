/** Why a context is not the one before it. */
export type CacheBreakCause =
  /** There is none before it in this session. */
  | 'first-call'
  /** It is the one before it and something behind: nothing was lost. */
  | 'appended'
  /** Live text changed or moved. */
  | 'live'
  /** The system text changed. */
  | 'system'
  /** The tool definitions changed; they stand ahead of everything else. */
  | 'tools'
  /** Budget or policy changed, so that overlays were derived anew. */
  | 'settings'
  /** A compaction shortened, took out or condensed. */
  | 'compaction'
  /** Something that a compaction had shortened or taken out is back. */
  | 'undo'
  /** A repair for providers changed: a result came for a call that had none. */
  | 'repair'
  /** The originals are others: an edit or a regeneration moved the head, or something was erased. */
  | 'edit';

/** The part of a context that a provider with a prompt cache can read again. */
export interface CacheReport {
  /** Tokens of the common start with the context before it. */
  readonly keptTokens: number;
  /** Tokens of the context before it that do not stand in the common start. */
  readonly lostTokens: number;
  /** Tokens of this context behind the common start. */
  readonly newTokens: number;
  /** Where the two part, and why; absent where they are the same. */
  readonly firstChange?: CacheChange;
}

/** The first item that is not as it was. */
export interface CacheChange {
  readonly itemId: string;
  readonly cause: CacheBreakCause;
}
