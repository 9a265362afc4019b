import type { LocalModelFiles } from '@agent-memory/models/local';
import { remoteBytes } from './download.ts';
import type { ModelPart } from './model-source.ts';
import type { ModelStore } from './model-store.ts';
import { here } from './open-model.ts';

/** The files of one model, as a caller may ask for them. */
export function ggufFiles(
  parts: readonly ModelPart[],
  openStore: () => Promise<ModelStore>,
): LocalModelFiles {
  return {
    async size({ signal }) {
      const store = await openStore();
      const sizes = await Promise.all(parts.map((part) => measured(part, { store, signal })));
      return {
        downloadBytes: sizes.reduce((sum, { downloadBytes }) => sum + downloadBytes, 0),
        totalBytes: sizes.reduce((sum, { totalBytes }) => sum + totalBytes, 0),
      };
    },
    async clear() {
      const store = await openStore();
      await Promise.all(
        parts.map((part) => (part.kind === 'address' ? store.remove(part.url) : undefined)),
      );
    },
  };
}

async function measured(
  part: ModelPart,
  { store, signal }: { readonly store: ModelStore; readonly signal: AbortSignal },
) {
  const blob = await here(part, store);
  if (blob) return { downloadBytes: 0, totalBytes: blob.size };
  const bytes = part.kind === 'address' ? await remoteBytes(part, signal) : 0;
  return { downloadBytes: bytes, totalBytes: bytes };
}
