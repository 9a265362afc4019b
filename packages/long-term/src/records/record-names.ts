import type { EndReason, MemoryKind, MemoryType, RecordSource } from './memory-record.ts';

/** The closed lists of the taxonomy [LTM-1]. Each names every value of its type. */
export const MEMORY_TYPES = namesOf<MemoryType>({
  user: true,
  feedback: true,
  project: true,
  reference: true,
});

export const MEMORY_KINDS = namesOf<MemoryKind>({
  fact: true,
  preference: true,
  decision: true,
  identifier: true,
  artifact: true,
  episode: true,
  strategy: true,
});

export const RECORD_SOURCES = namesOf<RecordSource>({
  user_stated: true,
  user_correction: true,
  in_session_correction: true,
  tool_verified: true,
  agent_inferred: true,
  recalled: true,
  external: true,
  unknown: true,
});

export const END_REASONS = namesOf<EndReason>({
  superseded: true,
  forgotten: true,
  rejected: true,
  unconfirmed: true,
  expired: true,
  faded: true,
  held: true,
});

function namesOf<Name extends string>(names: Readonly<Record<Name, true>>): ReadonlySet<string> {
  return new Set(Object.keys(names));
}
