import type { LocalModelSize } from '@agent-memory/models';
import { cacheStore, measureFiles } from '@agent-memory/models/device';
import { filesAt, type ModelPlace } from './model-source.ts';

const store = cacheStore(() => undefined);

/** @throws EngineFailure */
export async function sizeOf(place: ModelPlace): Promise<LocalModelSize> {
  const { signal } = new AbortController();
  return measureFiles(await filesAt(place), { store, signal });
}

export async function clear(place: ModelPlace): Promise<void> {
  if (place.source.kind !== 'address') return;
  for (const file of await filesAt(place)) if ('url' in file) await store.remove(file);
}
