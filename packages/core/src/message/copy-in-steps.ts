import type { Steps } from '../ground/platform/steps.ts';
import { copying } from './copy-plain-data.ts';
import { writingJson } from './json-in-steps.ts';
import { HEAVY_VALUES, MOST_NAMES, MOST_VALUES, readyData } from './ready-data.ts';

/** The levels at which a message has what formats keep as JSON: `parts.0.input`, `content.0.output.value`. */
const LEVELS_OF_JSON: readonly number[] = [3, 4];
const ADVICE = '. Nothing of the message is kept; append a reference to it, or its JSON as text';
/** In words that continue from the name of a field. */
export const TOO_MANY_NAMES = `holds an object of more than ${MOST_NAMES} names${ADVICE}`;

/**
 * A deep copy as `copyPlainData` makes it, frozen and in steps: a message of a hundred thousand values
 * does not hold the page up. Copies of many values are ready, so that nothing copies them once more.
 *
 * @param asJson takes what is no plain data as JSON would send it: dates as text, functions and `undefined` left out.
 * @throws InvalidMessageError for what `copyPlainData` refuses, and more than 100,000 names in one object.
 */
export function copyingPlainData(value: unknown, asJson = false): Steps<unknown> {
  const limits = { most: MOST_VALUES, mostNames: MOST_NAMES, advice: ADVICE };
  return copying(value, { ...limits, finish, ...(asJson && { taken: sentAs }) });
}

function* finish(copy: object, values: number, level: number): Steps<void> {
  Object.freeze(copy);
  if (values < HEAVY_VALUES) return;
  readyData.set(copy, undefined);
  if (LEVELS_OF_JSON.includes(level)) readyData.set(copy, yield* writingJson(copy));
}

/** The value that JSON sends in place of one. */
function sentAs(value: unknown, name: string): unknown {
  const own = hasToJson(value) ? value.toJSON(name) : value;
  switch (typeof own) {
    case 'bigint':
      return String(own);
    case 'number':
      return Number.isFinite(own) ? own + 0 : null;
    case 'function':
    case 'symbol':
      return undefined;
    default:
      return isBoxed(own) ? own.valueOf() : own;
  }
}

function hasToJson(value: unknown): value is { toJSON(name: string): unknown } {
  if (typeof value !== 'object' || value === null) return false;
  return typeof Reflect.get(value, 'toJSON') === 'function';
}

function isBoxed(value: unknown): value is object {
  return value instanceof String || value instanceof Number || value instanceof Boolean;
}
