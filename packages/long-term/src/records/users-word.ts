import type { MemoryRecord, RecordSource } from './memory-record.ts';

/** The sources that are the user's own word. */
export const USERS_SOURCES: readonly RecordSource[] = [
  'user_stated',
  'user_correction',
  'in_session_correction',
];

/** Said, put right or confirmed by the user: a model does not take it back by itself. */
export function isUsersWord({ source, verifiedAtMs }: MemoryRecord): boolean {
  return USERS_SOURCES.includes(source) || verifiedAtMs !== undefined;
}
