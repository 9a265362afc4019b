import { type DocumentTable, NONE } from '../documents/document-table.ts';

/** A session's worth: its two best documents, as a share of the best session's. 0 without a session. */
export function scoreSessions(base: Float32Array, table: DocumentTable): Float32Array {
  const best = new Float32Array(table.sessionCapacity);
  const second = new Float32Array(table.sessionCapacity);
  for (let document = 0; document < base.length; document += 1) {
    const session = table.sessionOf(document);
    const worth = base[document] ?? 0;
    if (session === NONE || worth <= 0) continue;
    const first = best[session] ?? 0;
    if (worth > first) {
      second[session] = first;
      best[session] = worth;
    } else if (worth > (second[session] ?? 0)) second[session] = worth;
  }
  let highest = 0;
  for (let session = 0; session < best.length; session += 1) {
    best[session] = (best[session] ?? 0) + (second[session] ?? 0);
    highest = Math.max(highest, best[session] ?? 0);
  }
  const scores = new Float32Array(base.length);
  if (highest === 0) return scores;
  for (let document = 0; document < base.length; document += 1) {
    const session = table.sessionOf(document);
    if (session !== NONE) scores[document] = (best[session] ?? 0) / highest;
  }
  return scores;
}
