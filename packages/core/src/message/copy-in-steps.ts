import { InvalidMessageError } from '../ground/errors/errors.ts';
import { type Steps, TURNS_PER_STEP } from '../ground/platform/steps.ts';
import { copyPlainData, refusalAt } from './copy-plain-data.ts';
import { frozenCopy } from './frozen-copy.ts';
import { writingJson } from './json-in-steps.ts';
import { DEEPEST_LEVELS, isPlainObject } from './plain-object.ts';
import { refuseUnless } from './read-field.ts';
import { HEAVY_VALUES, isReady, MOST_NAMES, MOST_VALUES, readyData } from './ready-data.ts';
import { setOwn } from './set-own.ts';

/** What holds no more values is copied before anybody could notice. */
export const FEW_VALUES = 2_000;
/** The levels at which a message has what formats keep as JSON: `parts.0.input`, `content.0.output.value`. */
const LEVELS_OF_JSON: readonly number[] = [3, 4];

const INSTEAD = 'Nothing of the message is kept; append a reference to it, or its JSON as text';
/** In words that continue from the name of a field. */
const TOO_MANY_NAMES = `holds an object of more than ${MOST_NAMES} names. ${INSTEAD}`;
const TOO_MANY_VALUES = `holds more than ${MOST_VALUES} values. ${INSTEAD}`;

/**
 * A deep copy as `copyPlainData` makes it, frozen and in steps: a message of a hundred thousand values
 * does not hold the page up. Copies of many values are ready, so that nothing copies them once more.
 *
 * The caller's own values are read between the steps; what changes in them meanwhile may be in the copy.
 *
 * @param asJson takes what is no plain data as JSON would send it: dates as text, functions and `undefined` left out.
 * @throws InvalidMessageError for what `copyPlainData` refuses, and more than 100,000 names in one object.
 */
export function* copyingPlainData(value: unknown, asJson = false): Steps<unknown> {
  const path: string[] = [];
  const ancestors = new Set<object>();
  let values = 0;
  let turns = 0;
  try {
    return yield* copyOf(value);
  } catch (error) {
    if (error instanceof InvalidMessageError) throw error;
    const refusal = refusalAt(path, 'cannot be read: reading it threw an error');
    throw Object.assign(refusal, { cause: error });
  }

  function* copyOf(given: unknown): Steps<unknown> {
    const source = asJson && hasToJson(given) ? given.toJSON(path.at(-1) ?? '') : given;
    if (typeof source === 'object' && source !== null && isReady(source)) return source;
    const inside = valuesIn(source, FEW_VALUES);
    const isOne = asJson || Array.isArray(source) || isPlainObject(source);
    if (inside > FEW_VALUES && isOne) return yield* copyOfMany(source as object);
    values += inside;
    const copy = frozenCopy(asJson ? asSent(source) : copyPlainData(source, FEW_VALUES, path));
    if (inside >= HEAVY_VALUES) readyData.set(copy as object, undefined);
    return copy;
  }

  function* copyOfMany(source: object): Steps<object> {
    if (ancestors.has(source)) throw refusalAt(path, 'holds itself, which cannot be sent');
    if (path.length === DEEPEST_LEVELS)
      throw tooMuch(`is nested deeper than ${path.length} levels`);
    const names = Array.isArray(source) ? undefined : Object.keys(source);
    const length: number = names?.length ?? Reflect.get(source, 'length');
    values += length;
    // Said this way round, it also refuses a proxy whose length is no number.
    if (!(values <= MOST_VALUES)) throw tooMuch(TOO_MANY_VALUES);
    const fields: Record<string, unknown> = {};
    const items: unknown[] = [];
    ancestors.add(source);
    for (let at = 0; at < length; at += 1) {
      turns += 1;
      if (turns % TURNS_PER_STEP === 0) yield;
      const name = names?.[at] ?? `${at}`;
      path.push(name);
      const field = yield* copyOf(Reflect.get(source, name));
      path.pop();
      if (!names) items.push(field === undefined && asJson ? null : field);
      else if (field !== undefined || !asJson) setOwn(fields, name, field);
    }
    const copy = names ? fields : items;
    ancestors.delete(source);
    readyData.set(Object.freeze(copy), undefined);
    if (LEVELS_OF_JSON.includes(path.length)) readyData.set(copy, yield* writingJson(copy));
    return copy;
  }

  /** The whole path would bury the sentence; its start leads to the part: `parts.0.value`. */
  function tooMuch(problem: string): InvalidMessageError {
    return refusalAt(path.slice(0, 3), problem);
  }
}

/**
 * The values that lists and objects hold, at every level; of more than `most` no more are looked at. What
 * cannot be looked at is for its reader to refuse.
 *
 * @throws InvalidMessageError where one object has more names than can be listed.
 */
export function valuesIn(value: unknown, most: number): number {
  const waiting = [value];
  let values = 0;
  try {
    while (waiting.length > 0 && values <= most) {
      const holder = waiting.pop();
      if (typeof holder !== 'object' || holder === null || ArrayBuffer.isView(holder)) continue;
      const isList = Array.isArray(holder);
      const names: readonly unknown[] = isList ? holder : Object.keys(holder);
      values += names.length;
      // An engine takes long to list a hundred thousand names, so they are refused at the first look.
      refuseUnless(isList || names.length <= MOST_NAMES, 'message', TOO_MANY_NAMES);
      if (values <= most) waiting.push(...(isList ? holder : Object.values(holder)));
    }
  } catch (error) {
    if (error instanceof InvalidMessageError) throw error;
    // A getter or a proxy threw: its reader refuses it.
  }
  return values;
}

/** The value that JSON sends in place of one. */
function asSent(value: unknown): unknown {
  const json: string | undefined = JSON.stringify(value, (_, field) =>
    typeof field === 'bigint' ? String(field) : field,
  );
  return json === undefined ? undefined : JSON.parse(json);
}

function hasToJson(value: unknown): value is { toJSON(name: string): unknown } {
  if (typeof value !== 'object' || value === null) return false;
  return typeof Reflect.get(value, 'toJSON') === 'function';
}
