/** Documents of cosine 0 that are counted in, so that one document alone is not its own average. */
const PRIOR_DOCUMENTS = 3;

/** Cosines of some documents with a question. */
export interface Cosines {
  /** By number; `NaN` where a document has no vector, or was not looked at closely. */
  readonly values: Float32Array;
  /** 1 beside each document that has a vector. */
  readonly has: (document: number) => boolean;
  /** The mean over all documents, or over enough of them. */
  readonly mean: number;
  readonly documents: number;
}

/**
 * Cosines as 0…1 for this question: 0 for the average document, 1 for the closest. A document
 * without a vector stands where its words put it: what both sides share decides [RET-7].
 */
export function scaleMeaning(cosines: Cosines, words: Float32Array): Float32Array {
  const { values, has, documents } = cosines;
  let highest = 0;
  for (const value of values) if (value > highest) highest = value;
  const average = (cosines.mean * documents) / (documents + PRIOR_DOCUMENTS);
  const span = highest - average;
  const scaled = new Float32Array(values.length);
  for (let document = 0; document < values.length; document += 1) {
    const cosine = values[document] ?? Number.NaN;
    const share = words[document] ?? 0;
    if (!Number.isNaN(cosine))
      scaled[document] = span > 0 ? Math.max(0, cosine - average) / span : 0;
    else if (share > 0 && !has(document)) scaled[document] = Math.min(1, share);
  }
  return scaled;
}
