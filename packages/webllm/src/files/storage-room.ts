import { errorText } from '@agent-memory/core/internal';
import { EngineFailure } from '@agent-memory/models/local';

/**
 * Looks whether the browser gives the origin so much room, before anything is fetched.
 *
 * @throws EngineFailure of kind `storage-full`
 */
export async function checkRoom(neededBytes: number): Promise<void> {
  const { quota, usage = 0 } = (await navigator.storage?.estimate?.()) ?? {};
  if (quota === undefined || quota - usage >= neededBytes) return;
  const needed = Math.ceil(neededBytes / 1e6);
  const room = Math.max(0, Math.floor((quota - usage) / 1e6));
  const problem = `The model's weights need ${needed} MB, and the browser gives this site ${room} MB more.`;
  throw new EngineFailure({ kind: 'storage-full', problem });
}

/** The failure of a write for which there was no room; `undefined` for other errors. */
export function storageFailure(error: unknown): EngineFailure | undefined {
  const isFull = error instanceof Error && error.name === 'QuotaExceededError';
  if (!isFull) return undefined;
  const failure = { kind: 'storage-full', problem: errorText(error) } as const;
  return new EngineFailure(failure, { cause: error });
}

/** Waits for a write. @throws EngineFailure of kind `storage-full` */
export async function saved(write: Promise<void>): Promise<void> {
  try {
    await write;
  } catch (error) {
    throw storageFailure(error) ?? error;
  }
}
