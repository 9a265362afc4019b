import { isPlainObject } from './plain-object.ts';
import { readyData } from './ready-data.ts';

/**
 * A copy whose lists and plain objects nobody can change, so that a pad that was handed out, or the
 * first pad that many sessions begin with, stays as it is. Instances of classes are taken as they are.
 *
 * It checks nothing: `copyPlainData` copies what comes from outside, `structuredCopy` what a store
 * keeps.
 */
export function frozenCopy<Value>(value: Value): Value {
  return frozen(value) as Value;
}

function frozen(value: unknown): unknown {
  if (readyData.has(value as object)) return value;
  if (Array.isArray(value)) return Object.freeze(value.map(frozen));
  if (!isPlainObject(value)) return value;
  const fields = Object.entries(value).map(([name, field]) => [name, frozen(field)] as const);
  return Object.freeze(Object.fromEntries(fields));
}
