import type { PlanItem } from './plan-item.ts';

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
  /** The tool definitions changed; they stand before everything else. */
  | 'tools'
  /** Budget or policy changed, so that overlays were derived again. */
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

/** Gives the cache report of a session's first context: there is nothing to read again. */
export function firstCallReport({
  totalTokens,
  items,
}: {
  readonly totalTokens: number;
  readonly items: readonly PlanItem[];
}): CacheReport {
  const change = changeTo(items[0], 'first-call');
  return { keptTokens: 0, newTokens: totalTokens, lostTokens: 0, ...change };
}

/** The first item that differs from the context before; no fields if all items are the same. */
export function changeTo(
  item: PlanItem | undefined,
  cause: CacheBreakCause,
): Pick<CacheReport, 'firstChange'> {
  return item ? { firstChange: { itemId: item.id, cause } } : {};
}
