// @ts-check

/**
 * The share of what is to be found that is among the first k.
 *
 * @param {readonly string[]} found ids, best first
 * @param {ReadonlySet<string>} gold
 * @param {number} k
 */
export function recallAt(found, gold, k) {
  return found.slice(0, k).filter((id) => gold.has(id)).length / gold.size;
}

/**
 * One over the rank of the first that is to be found; 0 where none was found.
 *
 * @param {readonly string[]} found
 * @param {ReadonlySet<string>} gold
 */
export function reciprocalRank(found, gold) {
  const at = found.findIndex((id) => gold.has(id));
  return at < 0 ? 0 : 1 / (at + 1);
}

/**
 * Discounted gain of the first k against the best order that there is.
 *
 * @param {readonly string[]} found
 * @param {ReadonlySet<string>} gold
 * @param {number} k
 */
export function ndcgAt(found, gold, k) {
  const gain = (/** @type {number} */ at) => 1 / Math.log2(at + 2);
  let sum = 0;
  for (const [at, id] of found.slice(0, k).entries()) if (gold.has(id)) sum += gain(at);
  let best = 0;
  for (let at = 0; at < Math.min(k, gold.size); at += 1) best += gain(at);
  return sum / best;
}

/** @param {readonly number[]} values */
export function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
