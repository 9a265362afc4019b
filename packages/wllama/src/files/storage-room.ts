import { EngineFailure } from '@agent-memory/models/local';

/** Refuses a file that the browser will have no room for, before anything of it arrives. @throws EngineFailure */
export async function checkRoom(neededBytes: number): Promise<void> {
  const { quota, usage = 0 } = await navigator.storage.estimate();
  if (quota === undefined || neededBytes <= quota - usage) return;
  const neededMb = Math.ceil(neededBytes / 1e6);
  const leftMb = Math.max(0, Math.floor((quota - usage) / 1e6));
  throw storageFull(`It needs ${neededMb} MB, and ${leftMb} MB are left for this site.`);
}

export function storageFull(problem: string, cause?: unknown): EngineFailure {
  return new EngineFailure({ kind: 'storage-full', problem }, { cause });
}
