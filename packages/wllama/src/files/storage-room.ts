import { EngineFailure } from '@agent-memory/models/local';

/** Refuses a file that the browser will have no room for, before anything of it arrives. @throws EngineFailure */
export async function checkRoom(neededBytes: number): Promise<void> {
  const { quota, usage = 0 } = await navigator.storage.estimate();
  if (quota === undefined || neededBytes <= quota - usage) return;
  throw storageFull(
    `It needs ${megabytes(neededBytes)}, and ${megabytes(Math.max(0, quota - usage))} are left for this site.`,
  );
}

export function storageFull(problem: string, cause?: unknown): EngineFailure {
  return new EngineFailure({ kind: 'storage-full', problem }, { cause });
}

function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1e6)} MB`;
}
