import type { AbortSignalLike, Clock, MemoryStore, StoredSession } from '@agent-memory/core';
import { crypt, inSlices, type Steps } from '@agent-memory/core/internal';
import { filingSession, type SessionFile } from './session-file.ts';

/** Whose file it is, and what else may have sealed it. */
export interface SealCall {
  readonly user: string | undefined;
  readonly passphrase?: string | undefined;
  readonly signal?: AbortSignalLike;
}

/** A session as a file, with its seal. */
export async function exportSession(
  store: MemoryStore,
  stored: StoredSession,
  { clock, ...call }: SealCall & { readonly clock: Clock },
): Promise<SessionFile> {
  const { signal } = call;
  const file = await inSlices(filingSession(stored, clock.nowMs()), { clock, signal });
  const sealer = await crypt.sealerOf(await sealKeys(store, call));
  if (!sealer) return file;
  await inSlices(adding(file, sealer), { clock, signal });
  return { ...file, seal: { ...(await sealer.seal()) } };
}

/** How a file is to be taken, which has been read. */
export async function trustOfFile(
  store: MemoryStore,
  file: SessionFile,
  { clock, ...call }: SealCall & { readonly clock: Clock },
): Promise<crypt.FileTrust> {
  const digest = file.seal && crypt.canSeal() ? new crypt.LineDigest() : undefined;
  if (digest) await inSlices(adding(file, digest), { clock, signal: call.signal });
  return crypt.trustBySeal(digest, file.seal, await sealKeys(store, call));
}

async function sealKeys(
  store: MemoryStore,
  { user, passphrase, ...call }: SealCall,
): Promise<crypt.SealKeys> {
  return { secret: await store.secret?.(call), owner: user ?? '', passphrase };
}

/** PERSISTED: what is sealed, as lines: the file without the items of its lists, then these one by one. */
function* adding(
  { format, version, exportedAtMs, session }: SessionFile,
  digest: Pick<crypt.LineDigest, 'add'>,
): Steps<void> {
  const lists = Object.entries(session).flatMap(([name, items]) =>
    LISTS.includes(name) && Array.isArray(items) ? [{ name, items }] : [],
  );
  const lengths = Object.fromEntries(lists.map(({ name, items }) => [name, items.length]));
  const head = { format, version, exportedAtMs, session: { ...session, ...lengths } };
  digest.add(JSON.stringify(head));
  for (const item of lists.flatMap(({ items }) => items)) {
    yield;
    digest.add(JSON.stringify(item));
  }
}

/** PERSISTED: the lists that grow with a session. */
const LISTS = ['entries', 'compactions', 'history'];
