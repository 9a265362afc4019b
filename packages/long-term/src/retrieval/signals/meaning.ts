/** Documents of cosine 0 that are counted in, so that one document alone is not its own average. */
const PRIOR_DOCUMENTS = 3;

/**
 * Cosines as 0…1 for this question: 0 for the average document, 1 for the closest. A document
 * without a vector stands where its words put it: what both sides share decides [RET-7].
 */
export function scaleMeaning(cosines: Float32Array, words: Float32Array): Float32Array {
  let sum = 0;
  let known = 0;
  let highest = 0;
  for (const cosine of cosines) {
    if (Number.isNaN(cosine)) continue;
    sum += cosine;
    known += 1;
    highest = Math.max(highest, cosine);
  }
  const average = sum / (known + PRIOR_DOCUMENTS);
  const span = highest - average;
  const scaled = new Float32Array(cosines.length);
  for (let document = 0; document < cosines.length; document += 1) {
    const cosine = cosines[document] ?? Number.NaN;
    if (Number.isNaN(cosine)) scaled[document] = Math.min(1, words[document] ?? 0);
    else if (span > 0) scaled[document] = Math.max(0, (cosine - average) / span);
  }
  return scaled;
}
