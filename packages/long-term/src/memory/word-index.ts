import { throwIfAborted } from '@agent-memory/core/internal';
import { normalisedText } from '../records/bare-text.ts';
import type {
  CutCandidate,
  RetrievalDocument,
  RetrievalHit,
  RetrievalIndex,
  RetrievalQuery,
} from '../retrieval/retrieval-index.ts';

const DEFAULT_LIMIT = 5;
const CUT_SHOWN = 20;

/**
 * An index that lives as long as the page and looks at every document: for some hundred records. A
 * document's score is the share of the query's words that it has, rare ones counting more.
 *
 * @example
 * const memory = createLongTermMemory({ index: wordIndex() });
 */
export function wordIndex(): RetrievalIndex {
  const all = new Map<string, Indexed>();
  return {
    async add(documents) {
      for (const document of documents) {
        all.set(document.id, {
          document,
          words: wordsOf([document.text, ...(document.names ?? [])].join('\n')),
        });
      }
    },
    async remove(ids) {
      for (const id of ids) all.delete(id);
    },
    async search(query) {
      throwIfAborted(query.signal);
      const candidates = [...all.values()].filter(({ document }) => isWanted(document, query));
      const found = ranked(candidates, [...wordsOf(query.text)]);
      const limit = query.limit ?? DEFAULT_LIMIT;
      const cut = found
        .slice(limit, limit + CUT_SHOWN)
        .map(
          ({ document, score }): CutCandidate => ({ id: document.id, rule: 'BELOW_LIMIT', score }),
        );
      return { hits: found.slice(0, limit).map(hitOf), cut, degraded: [] };
    },
    ids: async () => [...all.keys()],
    // Nothing is made later and nothing is stored.
    settled: async () => undefined,
    async close() {
      all.clear();
    },
  };
}

interface Indexed {
  readonly document: RetrievalDocument;
  readonly words: ReadonlySet<string>;
}

function ranked(
  candidates: readonly Indexed[],
  words: readonly string[],
): { readonly document: RetrievalDocument; readonly score: number }[] {
  const weights = words.map((word) => {
    const having = candidates.filter((one) => one.words.has(word)).length;
    return { word, weight: Math.log(1 + candidates.length / Math.max(1, having)) };
  });
  return candidates
    .map(({ document, words: own }) => ({
      document,
      score: weights.reduce((sum, { word, weight }) => sum + (own.has(word) ? weight : 0), 0),
    }))
    .filter(({ score }) => score > 0)
    .sort(
      (one, other) => other.score - one.score || (one.document.id < other.document.id ? -1 : 1),
    );
}

function hitOf(
  { document, score }: { readonly document: RetrievalDocument; readonly score: number },
  index: number,
): RetrievalHit {
  const rank = index + 1;
  return { document, rank, score, signals: { words: { score, rank, share: score } } };
}

function isWanted(document: RetrievalDocument, query: RetrievalQuery): boolean {
  const { fields = {}, fromMs, toMs, nowMs = Date.now() } = query;
  const createdAtMs = document.createdAtMs ?? 0;
  return (
    Object.entries(fields).every(([name, values]) =>
      values.includes(document.fields?.[name] ?? ''),
    ) &&
    (fromMs === undefined || createdAtMs >= fromMs) &&
    (toMs === undefined || createdAtMs < toMs) &&
    (document.expiresAtMs === undefined || document.expiresAtMs > nowMs)
  );
}

/** Words of two characters and more, cut to their beginning, so that "prefers" finds "preference". */
function wordsOf(text: string): ReadonlySet<string> {
  const words = normalisedText(text).match(/[\p{L}\p{N}]{2,}/gu) ?? [];
  return new Set(words.map((word) => word.slice(0, 6)));
}
