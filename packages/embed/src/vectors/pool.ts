/**
 * The mean of the vectors of a text's tokens.
 *
 * @param hidden a vector a token, one after the other; none of them is of padding.
 */
export function meanOf(hidden: Float32Array, dimension: number): Float32Array {
  const tokens = hidden.length / dimension;
  const sum = new Float64Array(dimension);
  for (let at = 0; at < hidden.length; at += 1) {
    const place = at % dimension;
    sum[place] = (sum[place] ?? 0) + (hidden[at] ?? 0);
  }
  return Float32Array.from(sum, (value) => value / tokens);
}

/** The vector at length 1; `undefined` where it has no direction: all zero, or no numbers. */
export function normalized(vector: Float32Array): Float32Array | undefined {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  if (!(length > 0) || !Number.isFinite(length)) return undefined;
  return vector.map((value) => value / length);
}
