// @ts-check

/**
 * The value that this share of a sample does not exceed.
 *
 * @param {readonly number[]} sample in any order; not empty
 * @param {number} share 0…1
 * @returns {number}
 */
export function quantile(sample, share) {
  const sorted = sample.toSorted((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
  if (value === undefined) throw new RangeError('There is no quantile of an empty sample.');
  return value;
}
