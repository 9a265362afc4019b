import type { SessionInfo } from '@agent-memory/core';
import { checkOption, type KnownNames, refuseUnknown } from '@agent-memory/core/internal';

const DAY_MS = 24 * 3_600_000;

/** Limits of what a store keeps. One that is absent sets none. */
export interface RetentionLimits {
  /** Days since a session was last written to. */
  readonly maxAgeDays?: number;
  readonly maxSessions?: number;
  /** All sessions together, as `sizeOf` counts. */
  readonly maxBytes?: number;
}

/** A session as retention sees it. */
export interface SessionExtent extends SessionInfo {
  /** As `sizeOf` counts; absent where no limit asks for it. */
  readonly bytes?: number;
}

/** A session that is over a limit. */
export interface RetentionRemoval extends SessionExtent {
  /** The limit that it is over. */
  readonly over: keyof RetentionLimits;
}

/**
 * Decides which sessions are over the limits: the too old, then those updated longest ago until the
 * others fit. Sessions that are kept count against the limits and are never among them.
 */
export function sessionsOver(
  sessions: readonly SessionExtent[],
  { maxAgeDays, maxSessions, maxBytes }: RetentionLimits,
  { nowMs, isKept }: { readonly nowMs: number; readonly isKept: (id: string) => boolean },
): readonly RetentionRemoval[] {
  const removals: RetentionRemoval[] = [];
  const oldestFirst = [...sessions].sort((one, other) => one.updatedAtMs - other.updatedAtMs);
  let count = sessions.length;
  let bytes = sessions.reduce((sum, session) => sum + (session.bytes ?? 0), 0);
  const limitOver = ({ updatedAtMs }: SessionExtent): keyof RetentionLimits | undefined => {
    if (maxAgeDays !== undefined && nowMs - updatedAtMs > maxAgeDays * DAY_MS) return 'maxAgeDays';
    if (maxSessions !== undefined && count > maxSessions) return 'maxSessions';
    return maxBytes !== undefined && bytes > maxBytes ? 'maxBytes' : undefined;
  };
  for (const session of oldestFirst) {
    const over = isKept(session.id) ? undefined : limitOver(session);
    if (!over) continue;
    removals.push({ ...session, over });
    count -= 1;
    bytes -= session.bytes ?? 0;
  }
  return removals;
}

const LIMITS = {
  maxAgeDays: true,
  maxSessions: true,
  maxBytes: true,
} as const satisfies KnownNames<RetentionLimits>;

/** @throws InvalidOptionError that names the limit which is not one. */
export function checkLimits(limits: RetentionLimits): void {
  refuseUnknown(limits, LIMITS, 'planRetention');
  for (const [name, limit] of Object.entries(limits)) {
    const isLimit = limit === undefined || limit >= 0;
    checkOption(isLimit, `planRetention.${name}`, 'must be a number that is not less than 0.');
  }
}
