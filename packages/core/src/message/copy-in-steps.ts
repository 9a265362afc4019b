import { InvalidMessageError } from '../ground/errors/errors.ts';
import { problemOf } from '../ground/errors/problem-of.ts';
import type { Steps } from '../ground/platform/steps.ts';
import { copyPlainData } from './copy-plain-data.ts';
import { writingJson } from './json-in-steps.ts';
import { DEEPEST_LEVELS, isPlainObject } from './plain-object.ts';
import { HEAVY_VALUES, isReady, MOST_NAMES, MOST_VALUES, readyData } from './ready-data.ts';
import { setOwn } from './set-own.ts';

/** How values are taken that are no plain data. */
export interface CopyOptions {
  /** As JSON would send them: dates as text, functions and `undefined` left out. Default: refused. */
  readonly asJson?: boolean;
}

/** The levels at which a message has what formats keep as JSON: `parts.0.input`, `content.0.output.value`. */
const LEVELS_OF_JSON: readonly number[] = [3, 4];

/**
 * A deep copy as `copyPlainData` makes it, frozen and in steps: a message of a hundred thousand values
 * does not hold the page up. Copies of many values are ready, so that nothing copies them once more.
 *
 * The caller's own values are read between the steps; what changes in them meanwhile may be in the copy.
 *
 * @throws InvalidMessageError for what `copyPlainData` refuses, and more than 100,000 names in one object.
 */
export function* copyingPlainData(value: unknown, options: CopyOptions = {}): Steps<unknown> {
  const copy = new CopyInSteps(options);
  try {
    return yield* copy.copying(value);
  } catch (cause) {
    throw copy.refusal(cause);
  }
}

class CopyInSteps {
  readonly #asJson: boolean;
  readonly #path: string[] = [];
  readonly #ancestors = new Set<object>();
  #values = 0;
  #turns = 0;

  constructor({ asJson = false }: CopyOptions) {
    this.#asJson = asJson;
  }

  *copying(given: unknown): Steps<unknown> {
    const source = this.#asJson ? sentAs(given, this.#path.at(-1) ?? '') : given;
    if (isReady(source)) return source;
    // It refuses what is no plain data, and gives back what is no list and no object.
    if (typeof source !== 'object' || source === null) return copyPlainData(source);
    if (!this.#asJson && !Array.isArray(source) && !isPlainObject(source)) copyPlainData(source);
    if (this.#ancestors.has(source)) throw fault('holds itself, which cannot be sent');
    if (this.#path.length === DEEPEST_LEVELS) throw this.#tooMuch(TOO_DEEP);
    return yield* this.#copyingHolder(source);
  }

  /** Gives the error that the caller is told. */
  refusal(cause: unknown): InvalidMessageError {
    const isKnown = cause instanceof InvalidMessageError;
    const problem = isKnown ? problemOf(cause) : 'cannot be read: reading it threw an error.';
    const refusal = new InvalidMessageError(this.#path.join('.') || 'message', problem);
    if (!isKnown) refusal.cause = cause;
    return refusal;
  }

  *#copyingHolder(source: object): Steps<object> {
    const before = this.#values;
    this.#ancestors.add(source);
    const isList = Array.isArray(source);
    const copy: object = isList
      ? yield* this.#copyingList(source)
      : yield* this.#copyingFields(source);
    this.#ancestors.delete(source);
    Object.freeze(copy);
    if (this.#values - before < HEAVY_VALUES) return copy;
    readyData.set(copy, undefined);
    if (LEVELS_OF_JSON.includes(this.#path.length)) readyData.set(copy, yield* writingJson(copy));
    return copy;
  }

  *#copyingList(source: readonly unknown[]): Steps<unknown[]> {
    const length = this.#counted(source.length);
    const copy: unknown[] = [];
    for (let index = 0; index < length; index += 1) {
      const item = yield* this.#copyingField(source, `${index}`);
      copy.push(item === undefined && this.#asJson ? null : item);
    }
    return copy;
  }

  *#copyingFields(source: object): Steps<object> {
    const names = Object.keys(source);
    if (names.length > MOST_NAMES) throw this.#tooMuch(TOO_MANY_NAMES);
    this.#counted(names.length);
    const copy: Record<string, unknown> = {};
    for (const name of names) {
      const field = yield* this.#copyingField(source, name);
      if (field !== undefined || !this.#asJson) setOwn(copy, name, field);
    }
    return copy;
  }

  *#copyingField(source: object, name: string): Steps<unknown> {
    this.#turns += 1;
    if (this.#turns % HEAVY_VALUES === 0) yield;
    this.#path.push(name);
    const field: unknown = Reflect.get(source, name);
    const isPlain = !this.#asJson && PLAIN.has(typeof field);
    const copy = isPlain ? field : yield* this.copying(field);
    this.#path.pop();
    return copy;
  }

  #counted(length: number): number {
    this.#values += length;
    if (this.#values > MOST_VALUES) throw this.#tooMuch(TOO_MANY_VALUES);
    return length;
  }

  /** The whole path would bury the sentence; its start leads to the part: `parts.0.value`. */
  #tooMuch(problem: string): InvalidMessageError {
    this.#path.splice(3);
    return fault(problem);
  }
}

/** Its field is put in by anyone who knows the path. */
function fault(problem: string): InvalidMessageError {
  return new InvalidMessageError('message', `${problem}.`);
}

const PLAIN: ReadonlySet<string> = new Set(['string', 'number', 'boolean', 'undefined']);

const INSTEAD = 'Nothing of the message is kept; append a reference to it, or its JSON as text';
const TOO_DEEP = `is nested deeper than ${DEEPEST_LEVELS} levels`;
const TOO_MANY_VALUES = `holds more than ${MOST_VALUES} values. ${INSTEAD}`;
/** In words that continue from the name of a field. */
export const TOO_MANY_NAMES = `holds an object of more than ${MOST_NAMES} names. ${INSTEAD}`;

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
