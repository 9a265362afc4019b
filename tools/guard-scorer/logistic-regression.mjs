/**
 * @typedef {object} Sample
 * @property {readonly number[]} signs numbers of the signs that are there
 * @property {0 | 1} label
 * @property {number} weight
 */

/** @typedef {{ readonly bias: number, readonly weights: readonly number[] }} Model */

const ROUNDS = 400;
const RATE = 1;
/** @type {Prior} */
const FREE = { least: -Infinity, most: Infinity, penalty: 0 };

/**
 * A limit of a weight, and how strongly it is kept small.
 *
 * @typedef {{ readonly least: number, readonly most: number, readonly penalty: number }} Prior
 */

/**
 * Weights under which the labels are likeliest, by gradient descent over all samples at once (Adam): no
 * chance is in it.
 *
 * @param {readonly Sample[]} samples
 * @param {readonly Prior[]} priors of each sign
 * @param {Model} [from]
 * @returns {Model}
 */
export function fitLogistic(samples, priors, from) {
  const signs = priors.length;
  const values = new Float64Array(signs + 1);
  if (from) values.set([...from.weights, from.bias]);
  const mean = new Float64Array(signs + 1);
  const square = new Float64Array(signs + 1);
  const total = samples.reduce((sum, { weight }) => sum + weight, 0);
  for (let round = 1; round <= ROUNDS; round += 1) {
    const gradient = gradientOf(samples, values, total, priors);
    for (let at = 0; at <= signs; at += 1) {
      const slope = gradient[at] ?? 0;
      mean[at] = 0.9 * (mean[at] ?? 0) + 0.1 * slope;
      square[at] = 0.99 * (square[at] ?? 0) + 0.01 * slope * slope;
      const step = (mean[at] ?? 0) / (1 - 0.9 ** round);
      const size = Math.sqrt((square[at] ?? 0) / (1 - 0.99 ** round)) + 1e-8;
      const moved = (values[at] ?? 0) - (RATE * step) / size / Math.sqrt(round * 10);
      const { least, most } = priors[at] ?? FREE;
      values[at] = Math.min(most, Math.max(least, moved));
    }
  }
  return { weights: [...values.slice(0, signs)], bias: values[signs] ?? 0 };
}

/**
 * @param {readonly Sample[]} samples
 * @param {Float64Array} values
 * @param {number} total
 * @param {readonly Prior[]} priors
 */
function gradientOf(samples, values, total, priors) {
  const bias = values.length - 1;
  const gradient = new Float64Array(values.length);
  for (let at = 0; at < bias; at += 1)
    gradient[at] = (priors[at] ?? FREE).penalty * (values[at] ?? 0);
  for (const { signs, label, weight } of samples) {
    let score = values[bias] ?? 0;
    for (const sign of signs) score += values[sign] ?? 0;
    const error = (weight * (1 / (1 + Math.exp(-score)) - label)) / total;
    for (const sign of signs) gradient[sign] = (gradient[sign] ?? 0) + error;
    gradient[bias] = (gradient[bias] ?? 0) + error;
  }
  return gradient;
}
