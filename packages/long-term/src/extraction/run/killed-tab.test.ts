import { inMemoryStore, type MemoryStore } from '@agent-memory/core';
import { expect, test } from 'vitest';
import { createLongTermMemory } from '../../memory/create-long-term-memory.ts';
import { inMemoryRecordStore } from '../../store/in-memory-record-store.ts';
import {
  aChat,
  aModel,
  answers,
  says,
  TEA_SAID,
  tea,
  textsIn,
} from '../testing/chat-with-extraction.ts';

/** A store that does no more from its n-th commit on, as if the tab were gone. */
function dyingStore(store: MemoryStore, commits: number) {
  let left = commits;
  let die = (): void => undefined;
  const died = new Promise<void>((resolve) => {
    die = resolve;
  });
  const commit: MemoryStore['commit'] = (...change) => {
    left -= 1;
    if (left >= 0) return store.commit(...change);
    die();
    return new Promise<never>(() => undefined);
  };
  const dying = new Proxy(store, {
    get(target, name) {
      if (name === 'commit') return commit;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { dying, died };
}

test.each([0, 1, 2, 3, 4, 5])(
  '[EXT-1] a tab that ends after %i commits loses nothing, and nothing is taken twice',
  async (commits) => {
    const sessions = inMemoryStore();
    const longTerm = createLongTermMemory({ user: 'ada', store: inMemoryRecordStore() });
    // Asked again, the model says the same in other words.
    const { model, requests } = aModel(
      { memories: [tea] },
      { memories: [{ ...tea, text: 'Green tea is what the user prefers.' }] },
    );
    const options = { chatModel: model };
    const first = aChat({ longTerm, store: sessions });
    await first.memory.append(says('Hello.'));
    await first.memory.dispose();
    const { dying, died } = dyingStore(sessions, commits);
    const killed = aChat({ longTerm, store: dying, options });
    const living = killed.memory
      .append([says(TEA_SAID), answers('Noted.')])
      .then(() => killed.extraction.settled());
    await Promise.race([died, living]);
    void killed.memory.dispose();
    const next = aChat({ longTerm, store: sessions, options });
    await next.memory.ready;
    const isStored = next.memory.entries().length > 1;
    expect(isStored).toBe(commits > 0);
    await next.memory.append([says('And now?'), answers('Done.')]);
    await next.extraction.settled();
    expect(await textsIn(longTerm)).toHaveLength(isStored ? 1 : 0);
    expect(next.extraction.log('chat').flatMap(({ failure = [] }) => failure)).toEqual([]);
    expect(requests.length).toBeGreaterThan(0);
  },
);
