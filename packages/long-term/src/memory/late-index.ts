import { errorText } from '@agent-memory/core/internal';
import type { RetrievalIndexOptions } from '../retrieval/create-retrieval-index.ts';
import type {
  RetrievalDocument,
  RetrievalIndex,
  RetrievalQuery,
  RetrievalResult,
} from '../retrieval/retrieval-index.ts';
import { wordIndex } from './word-index.ts';

/** An index that is made when it is first used, and tells whether it holds what it held before. */
export interface LateIndex extends Omit<RetrievalIndex, 'ids' | 'status'> {
  /** Whether everything that was ever added has to be added again: the index is empty or damaged. */
  hasLost(): Promise<boolean>;
  /** The ids of its documents; none where the index does not tell, nothing where it was not made yet. */
  ids(): Promise<readonly string[] | undefined>;
}

/**
 * Makes an index with its first use. One that could not be made is tried again by the next call; one
 * that was never used is never made.
 */
export function lateIndex(make: () => RetrievalIndex | Promise<RetrievalIndex>): LateIndex {
  let opening: Promise<RetrievalIndex> | undefined;
  const opened = async (): Promise<RetrievalIndex> => {
    opening ??= (async () => make())();
    try {
      return await opening;
    } catch (error) {
      opening = undefined;
      throw error;
    }
  };
  return {
    add: async (documents: readonly RetrievalDocument[]) => (await opened()).add(documents),
    remove: async (ids: readonly string[]) => (await opened()).remove(ids),
    search: async (query: RetrievalQuery): Promise<RetrievalResult> =>
      (await opened()).search(query),
    settled: async () => (await opening)?.settled(),
    close: async () => (await opening)?.close(),
    async ids() {
      const index = await opening;
      return index && ((await index.ids?.()) ?? []);
    },
    async hasLost() {
      const status = await (await opened()).status?.();
      return status !== undefined && (status.documents === 0 || status.problems.length > 0);
    },
  };
}

/**
 * The index of the package, with its code fetched when it is first used. Where that cannot be fetched,
 * plain words are looked for, and every search says so.
 *
 * @throws InvalidOptionError if an option is refused.
 */
export async function packageIndex(options: RetrievalIndexOptions): Promise<RetrievalIndex> {
  let code: typeof import('../retrieval/create-retrieval-index.ts');
  try {
    code = await import('../retrieval/create-retrieval-index.ts');
  } catch (error) {
    return plainIndex(errorText(error));
  }
  return code.createRetrievalIndex(options);
}

function plainIndex(reason: string): RetrievalIndex {
  const plain = wordIndex();
  const sentence = `The code of the index could not be fetched (${reason}); only plain words are looked for until the page is loaded anew.`;
  return {
    add: (documents) => plain.add(documents),
    remove: (ids) => plain.remove(ids),
    ids: async () => (await plain.ids?.()) ?? [],
    settled: () => plain.settled(),
    close: () => plain.close(),
    async search(query) {
      const result = await plain.search(query);
      return { ...result, degraded: [...result.degraded, sentence] };
    },
  };
}
