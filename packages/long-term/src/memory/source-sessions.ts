import { AgentMemoryError } from '@agent-memory/core';
import type { Evidence, JsonValue, MemoryRecord } from '../records/memory-record.ts';
import type { CallOptions } from './long-term-memory.ts';

/**
 * Port: takes the words of messages out of stored sessions, as `sessionCatalog(store)` of
 * `@agent-memory/sessions` does.
 */
export interface SourceSessions {
  /** Gives the ids that were found. Rejects with the code `UNKNOWN_SESSION` where there is no such session. */
  eraseEntries(
    sessionId: string,
    erasure: { readonly entryIds: readonly string[]; readonly texts?: readonly string[] },
    options?: { readonly signal?: NonNullable<CallOptions['signal']> },
  ): Promise<readonly string[]>;
  /** Takes past contexts that showed these records out of all sessions. */
  eraseShown(
    recordIds: readonly string[],
    options?: { readonly signal?: NonNullable<CallOptions['signal']> },
  ): Promise<readonly string[]>;
}

/** The outcome of erasing the sources of records. */
export interface ErasedSources {
  readonly sources: readonly Evidence[];
  readonly missing: readonly Evidence[];
}

/** Erases the messages that these versions of records were drawn from, and their texts beside them. */
export async function eraseSources(
  sessions: SourceSessions,
  versions: readonly MemoryRecord[],
  { signal }: CallOptions,
): Promise<ErasedSources> {
  const sources: Evidence[] = [];
  const missing: Evidence[] = [];
  const texts = [...new Set(versions.flatMap(textsOf))];
  for (const [sessionId, entryIds] of messagesBySession(versions)) {
    const options = signal === undefined ? {} : { signal };
    const erasure = { entryIds: [...entryIds], texts };
    const found = new Set(await erasedIn(sessions, sessionId, erasure, options));
    for (const entryId of entryIds) {
      (found.has(entryId) ? sources : missing).push({ sessionId, entryId });
    }
  }
  return { sources, missing };
}

/** A session that is gone has nothing left to erase. */
async function erasedIn(
  sessions: SourceSessions,
  ...call: Parameters<SourceSessions['eraseEntries']>
): Promise<readonly string[]> {
  try {
    return await sessions.eraseEntries(...call);
  } catch (error) {
    if (AgentMemoryError.isInstance(error) && error.code === 'UNKNOWN_SESSION') return [];
    throw error;
  }
}

function messagesBySession(
  versions: readonly MemoryRecord[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const messages = new Map<string, Set<string>>();
  for (const { sessionId, entryId } of versions.flatMap(({ evidence }) => evidence)) {
    messages.set(sessionId, (messages.get(sessionId) ?? new Set()).add(entryId));
  }
  return messages;
}

/**
 * The text of a record, and the texts in its value: other messages may repeat them. A record ends in a full
 * stop that its source may lack.
 */
function textsOf({ text, value }: MemoryRecord): string[] {
  return [text, text.replace(/(?<![.!?…。])[.!?…。]+\s*$/u, ''), ...stringsIn(value)];
}

function stringsIn(value: JsonValue | undefined): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap((field: JsonValue) => stringsIn(field));
}
