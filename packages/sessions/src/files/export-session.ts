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

type Digest = Pick<crypt.LineDigest, 'add'>;

/** PERSISTED: what is sealed. */
function adding(
  { format, version, exportedAtMs, session }: SessionFile,
  digest: Digest,
): Steps<void> {
  return addingValue({ format, version, exportedAtMs, session }, digest);
}

/**
 * PERSISTED: a line for each list, object, name and value, so that no large one is written in one go. Each says
 * how much belongs to it, so that no two values have the same lines.
 */
function* addingValue(value: unknown, digest: Digest): Steps<void> {
  yield;
  if (Array.isArray(value)) {
    digest.add(`[${value.length}`);
    for (const item of value) yield* addingValue(item ?? null, digest);
  } else if (typeof value === 'object' && value !== null) {
    // JSON leaves out what is undefined.
    const fields = Object.entries(value).filter(([, field]) => field !== undefined);
    digest.add(`{${fields.length}`);
    for (const [name, field] of fields) {
      digest.add(JSON.stringify(name));
      yield* addingValue(field, digest);
    }
  } else {
    digest.add(typeof value === 'string' ? `"${value.length} ${value}` : JSON.stringify(value));
  }
}
