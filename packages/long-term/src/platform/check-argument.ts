import { InvalidOptionError } from '@agent-memory/core';
import { refuseUnknown } from '@agent-memory/core/internal';

/** The fields of an argument, whatever they hold. */
export type Fields = Readonly<Record<string, unknown>>;

/** A text that names something. */
export function checkName(name: unknown, place: string): void {
  if (typeof name === 'string' && name !== '') return;
  throw invalid(place, 'must be a text that is not empty', name);
}

export function checkList(list: unknown, place: string): void {
  if (!Array.isArray(list)) throw invalid(place, 'must be a list', list);
}

export function checkListener(listener: unknown): void {
  if (typeof listener !== 'function') throw invalid('listener', 'must be a function', listener);
}

/** A list of texts, where one is given. */
export function checkTexts(list: unknown, place: string): void {
  if (list === undefined) return;
  checkList(list, place);
  const stranger = Array.from(Object(list) as unknown[]).find((item) => typeof item !== 'string');
  if (stranger !== undefined) throw invalid(place, 'must be a list of texts', stranger);
}

export function checkFunction(value: unknown, place: string): void {
  if (value === undefined || typeof value === 'function') return;
  throw invalid(place, 'must be a function', value);
}

/** A share of something, over 0 and up to 1. */
export function checkShare(value: unknown, place: string): void {
  if (typeof value === 'number' && value > 0 && value <= 1) return;
  throw invalid(place, 'must be over 0 and up to 1', value);
}

/** A memory, a space or another object that the package makes, where it is needed. */
export function checkMade(made: unknown, place: string, ...functions: readonly string[]): void {
  const isMade =
    typeof made === 'object' &&
    made !== null &&
    functions.every((name) => typeof Reflect.get(made, name) === 'function');
  if (isMade) return;
  throw invalid(place, `must have the functions ${functions.join(', ')}`, made);
}

function checkSignal(signal: unknown, place: string): void {
  if (signal === undefined) return;
  const isSignal =
    typeof signal === 'object' &&
    signal !== null &&
    typeof Reflect.get(signal, 'aborted') === 'boolean' &&
    typeof Reflect.get(signal, 'addEventListener') === 'function';
  if (!isSignal) throw invalid(`${place}.signal`, 'must be an AbortSignal', signal);
}

export function checkOneOf(value: unknown, names: readonly string[], place: string): void {
  if (value === undefined || names.some((name) => name === value)) return;
  throw invalid(place, `must be one of ${names.join(', ')}`, value);
}

/** @throws InvalidOptionError if it is no object, or has a name that is not known. */
export function fieldsOf(
  value: unknown,
  known: Readonly<Record<string, true>>,
  place: string,
): Fields {
  const fields = objectOf(value, place);
  refuseUnknown(fields, known, place);
  if (Object.hasOwn(known, 'signal')) checkSignal(fields.signal, place);
  return fields;
}

/** @throws InvalidOptionError if it is no object, or a list. */
export function objectOf(value: unknown, place: string): Fields {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isObject) throw invalid(place, 'must be an object', value);
  // Whatever it is: its fields are read as unknown ones.
  return value as Fields;
}

/** A whole number from `least` to `most`. */
export function checkWhole(
  value: unknown,
  place: string,
  least: number,
  most = Number.MAX_SAFE_INTEGER,
): void {
  if (Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most) return;
  const range = most === Number.MAX_SAFE_INTEGER ? `from ${least}` : `from ${least} to ${most}`;
  throw invalid(place, `must be a whole number ${range}`, value);
}

export function checkLimit(limit: unknown, call: string): void {
  if (limit !== undefined) checkWhole(limit, `${call}.limit`, 1);
}

export function checkNumber(value: unknown, place: string): void {
  if (value === undefined || (typeof value === 'number' && !Number.isNaN(value))) return;
  throw invalid(place, 'must be a number', value);
}

export function checkText(value: unknown, place: string): void {
  if (value === undefined || typeof value === 'string') return;
  throw invalid(place, 'must be a text', value);
}

export function checkFlag(value: unknown, place: string): void {
  if (value === undefined || typeof value === 'boolean') return;
  throw invalid(place, 'must be true or false', value);
}

export function invalid(place: string, problem: string, given: unknown): InvalidOptionError {
  return new InvalidOptionError(place, `${problem}; got ${words(given)}.`);
}

/** Never the whole of what was given: it may be long, and not for a log. */
function words(given: unknown): string {
  if (given === null || given === undefined) return String(given);
  if (typeof given === 'string') return given === '' ? 'an empty text' : `"${given.slice(0, 40)}"`;
  if (Array.isArray(given)) return 'a list';
  if (typeof given !== 'object') return String(given).slice(0, 40);
  const names = Object.keys(given).slice(0, 5);
  return names.length === 0 ? 'an empty object' : `an object with ${names.join(', ')}`;
}
