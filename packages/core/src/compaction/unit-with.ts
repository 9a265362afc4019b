import type { MeasuredUnit } from '../policies/eviction-policy.ts';

/** The unit that holds an entry, by binary search: units stand in order. */
export function unitWith<Unit extends MeasuredUnit>(
  units: readonly Unit[],
  seq: number,
): Unit | undefined {
  let low = 0;
  let high = units.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const unit = units[middle];
    if (!unit) return undefined;
    if (seq < unit.start) high = middle - 1;
    else if (seq >= unit.end) low = middle + 1;
    else return unit;
  }
  return undefined;
}
