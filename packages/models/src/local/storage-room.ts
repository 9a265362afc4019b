import { EngineFailure } from './engine-failure.ts';

/** The part of the platform that is asked; each is absent somewhere. */
interface Platform {
  readonly navigator?: {
    readonly storage?: { estimate?(): Promise<{ quota?: number; usage?: number }> };
  };
}

/**
 * Looks whether the browser has room for so many bytes, before anything is fetched. A browser that gives
 * no estimate is believed to.
 *
 * @example
 * await checkRoom(98_000_000);
 *
 * @throws EngineFailure of kind `storage-full`
 */
export async function checkRoom(neededBytes: number): Promise<void> {
  const { navigator } = globalThis as Platform;
  const { quota, usage = 0 } = (await navigator?.storage?.estimate?.()) ?? {};
  if (quota === undefined || neededBytes <= quota - usage) return;
  const neededMb = Math.ceil(neededBytes / 1e6);
  const leftMb = Math.max(0, Math.floor((quota - usage) / 1e6));
  const problem = `The model's files need ${neededMb} MB, and the browser gives this site ${leftMb} MB more.`;
  throw new EngineFailure({ kind: 'storage-full', problem });
}
