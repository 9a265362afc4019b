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
  const problem = `The model needs ${megabytes(neededBytes)}, and the browser gives this site ${megabytes(Math.max(0, quota - usage))} more.`;
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

function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1e6)} MB`;
}
