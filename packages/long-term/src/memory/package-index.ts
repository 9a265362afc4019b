import { errorText } from '@agent-memory/core/internal';
import type { RetrievalIndex } from '../retrieval/retrieval-index.ts';
import type { RetrievalIndexOptions } from '../retrieval/retrieval-options.ts';
import { wordIndex } from './word-index.ts';

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
    return plainIndex(`The code of the index could not be fetched (${errorText(error)}).`);
  }
  return code.createRetrievalIndex(options);
}

/** The same index in the page, for an app whose workers end; every search says so. */
export async function packageIndexInPage(
  options: RetrievalIndexOptions,
  problem: string,
): Promise<RetrievalIndex> {
  const index = await packageIndex({ ...options, worker: false });
  return saying(
    index,
    `${problem} The index works in the page until that is loaded anew; nothing is missing.`,
  );
}

/** Looks for plain words until the page is left, and stores nothing; every search says why. */
export function plainIndex(problem: string): RetrievalIndex {
  const plain = wordIndex();
  const sentence = `${problem} Only plain words are looked for until the page is loaded anew.`;
  return {
    ...saying(plain, sentence),
    // Nobody may believe that the index under this name was given what this one was.
    async status() {
      const documents = (await plain.ids?.())?.length ?? 0;
      return { documents, withVector: 0, problems: [sentence], isStored: false };
    },
  };
}

function saying(index: RetrievalIndex, sentence: string): RetrievalIndex {
  const { status, ids } = index;
  return {
    add: (documents) => index.add(documents),
    remove: (gone) => index.remove(gone),
    settled: () => index.settled(),
    close: () => index.close(),
    ...(status && { status: () => status.call(index) }),
    ...(ids && { ids: () => ids.call(index) }),
    async search(query) {
      const result = await index.search(query);
      return { ...result, degraded: [...result.degraded, sentence] };
    },
  };
}
