import { errorText } from '@agent-memory/core/internal';
import type { SegmentStore } from '../segment-store.ts';

/** What storage gave when an index was opened. */
export interface Stored {
  readonly segments: ReadonlyMap<string, ArrayBuffer>;
  /** Absent where there is none, or where it could not be read and is left alone. */
  readonly store: SegmentStore | undefined;
  readonly problems: readonly string[];
}

/** Reads what is stored under a name. Storage that fails is no reason to find nothing at all. */
export async function readStored(store: SegmentStore | undefined, name: string): Promise<Stored> {
  if (store === undefined) return { segments: new Map(), store, problems: [] };
  try {
    return { segments: await store.read(name), store, problems: [] };
  } catch (error) {
    const problem = `The stored index "${name}" could not be read: ${errorText(error)} What is added is found until the page is left, and nothing stored is overwritten.`;
    return { segments: new Map(), store: undefined, problems: [problem] };
  }
}
