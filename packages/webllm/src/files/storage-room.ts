import { errorText } from '@agent-memory/core/internal';
import { EngineFailure } from '@agent-memory/models/local';

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
