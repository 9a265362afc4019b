import { type DocumentTable, NONE } from '../documents/document-table.ts';

/**
 * A session's worth for each of these documents: its two best documents, as a share of the best
 * session's. 0 without a session.
 */
export function scoreSessions(
  base: Float32Array,
  table: DocumentTable,
  documents: readonly number[],
): Float32Array {
  const worths = new Map<number, Worth>();
  let highest = 0;
  for (const document of documents) {
    const session = table.sessionOf(document);
    const value = base[document] ?? 0;
    if (session === NONE || value <= 0) continue;
    const worth = worths.get(session) ?? { best: 0, second: 0 };
    worths.set(session, withValue(worth, value));
  }
  for (const { best, second } of worths.values()) highest = Math.max(highest, best + second);
  const scores = new Float32Array(base.length);
  for (const document of documents) {
    const worth = worths.get(table.sessionOf(document));
    if (worth !== undefined) scores[document] = (worth.best + worth.second) / highest;
  }
  return scores;
}

interface Worth {
  readonly best: number;
  readonly second: number;
}

function withValue({ best, second }: Worth, value: number): Worth {
  return value > best ? { best: value, second: best } : { best, second: Math.max(second, value) };
}
