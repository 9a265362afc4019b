import { createAgentMemory, type MemoryStore } from '@agent-memory/core';
import { createLongTermMemory } from '@agent-memory/long-term';
import { memoryExtraction } from '@agent-memory/long-term/extraction';
import { indexedDbStore } from '../indexeddb-store.ts';
import { indexedDbRecordStore } from '../long-term/indexeddb-record-store.ts';
import { SAID, wordyModel } from './wordy-model.ts';

// A tab that extracts, as a thread of its own that a test can end in the middle.

/** Where the tab stops, and waits for its end. */
export type Stop =
  /** Ahead of the n-th commit of the session, from 0. */
  | { readonly at: 'session'; readonly commit: number }
  /** Ahead of the n-th commit of records, from 0. */
  | { readonly at: 'records'; readonly commit: number }
  /** While the model is asked. */
  | { readonly at: 'model' };

/** The words of a test to the tab. */
interface ExtractingOrder {
  readonly databaseName: string;
  readonly stop: Stop;
}

/** Says where it is and does nothing more. */
function stopHere(): Promise<never> {
  postMessage('stopped');
  return new Promise(() => undefined);
}

/** The store, stopping before its n-th commit. */
function stoppingAt<Store extends Pick<MemoryStore, 'commit'> | { commit: unknown }>(
  store: Store,
  commit: number | undefined,
): Store {
  let left = commit ?? Number.POSITIVE_INFINITY;
  return new Proxy(store, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return (...given: readonly unknown[]) => {
        if (name === 'commit') {
          if (left === 0) return stopHere();
          left -= 1;
        }
        return Reflect.apply(value, target, given);
      };
    },
  });
}

async function extractIn({ databaseName, stop }: ExtractingOrder): Promise<void> {
  const commitOf = (at: Stop['at']) =>
    stop.at === at && 'commit' in stop ? stop.commit : undefined;
  const records = stoppingAt(indexedDbRecordStore({ databaseName }), commitOf('records'));
  const longTerm = createLongTermMemory({ user: 'ada', store: records, sweepEveryMs: 0 });
  const chatModel = wordyModel(stop.at === 'model' ? stopHere : undefined);
  const extraction = memoryExtraction(longTerm, { chatModel });
  const memory = createAgentMemory({
    id: 'chat',
    contextWindow: 8_000,
    store: stoppingAt(indexedDbStore({ databaseName }), commitOf('session')),
    features: [extraction.feature],
  });
  await memory.append([
    { role: 'user', content: SAID },
    { role: 'assistant', content: 'Noted.' },
  ]);
  await extraction.settled();
  postMessage('done');
}

addEventListener('message', ({ data }: MessageEvent<ExtractingOrder>) => void extractIn(data));
