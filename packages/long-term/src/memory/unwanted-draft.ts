import type { AbortSignalLike } from '@agent-memory/core';
import type { PlacedDraft } from '../change/new-record.ts';
import type { Refusal } from '../policy/refusal.ts';
import { USERS_SOURCES } from '../records/users-word.ts';
import type { MemoryParts } from './memory-parts.ts';
import type { Readable } from './readable.ts';

const MOST_INSTRUCTIONS = 200;

/** What the user wants nothing kept about is stored as their own word alone [EXT-5]. */
export async function unwantedDraft(
  { draft, text }: Pick<PlacedDraft, 'draft' | 'text'>,
  { settings }: MemoryParts,
  readable: Readable,
  signal: AbortSignalLike | undefined,
): Promise<Refusal | undefined> {
  if (USERS_SOURCES.includes(draft.source)) return undefined;
  const namespaces = await readable.namespaces(undefined, { signal });
  const filter = { namespaces, kinds: ['instruction' as const] };
  const { items } = await settings.store.page(filter, { limit: MOST_INSTRUCTIONS, signal });
  const own = items.filter((record) => !settings.people.isOfOther(record));
  if (own.length === 0) return undefined;
  const { refusalOfUnwanted } = await import('../change/bans.ts');
  return refusalOfUnwanted(
    text,
    own.map((record) => record.text),
  );
}
