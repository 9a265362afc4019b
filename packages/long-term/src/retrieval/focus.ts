const BINS = 2048;

/**
 * The numbers with the highest values, about `most` of them and in no order: those of zero are not.
 * One pass sorts values into bins and another takes the upper bins, so that it costs the same
 * whatever is chosen.
 */
export function highest(values: Float32Array, most: number): readonly number[] {
  let above = 0;
  let top = 0;
  for (const value of values) {
    if (value <= 0) continue;
    above += 1;
    if (value > top) top = value;
  }
  const lowest = above <= most ? 0 : lowestBin(values, top, most);
  const chosen: number[] = [];
  const scale = (BINS - 1) / top;
  for (let number = 0; number < values.length; number += 1) {
    const value = values[number] ?? 0;
    if (value > 0 && Math.floor(value * scale) >= lowest) chosen.push(number);
  }
  return chosen;
}

/** The bin from which on upward there are no more than `most`, and the highest bin at least. */
function lowestBin(values: Float32Array, top: number, most: number): number {
  const bins = new Uint32Array(BINS);
  const scale = (BINS - 1) / top;
  for (const value of values) {
    if (value <= 0) continue;
    const bin = Math.floor(value * scale);
    bins[bin] = (bins[bin] ?? 0) + 1;
  }
  let taken = 0;
  for (let bin = BINS - 1; bin >= 0; bin -= 1) {
    taken += bins[bin] ?? 0;
    if (taken > most) return Math.min(bin + 1, BINS - 1);
  }
  return 0;
}
