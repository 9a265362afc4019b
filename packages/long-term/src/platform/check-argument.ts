import { InvalidOptionError } from '@agent-memory/core';
import { refuseUnknown } from '@agent-memory/core/internal';

/** What is wrong with a value that a caller gave, as the end of a sentence; `undefined`: nothing. */
export type Check = (value: unknown) => string | undefined;

/** The fields that an object may have, each with its check; a field that is absent is right. */
export type Checks<Fields> = { readonly [Name in keyof Fields]-?: Check };

/** The fields of an argument, whatever they hold. */
export type Fields = Readonly<Record<string, unknown>>;

/** Values that a predicate lets through. */
export function checkThat(problem: string, isRight: (value: unknown) => boolean): Check {
  return (value) => (isRight(value) ? undefined : problem);
}

export const anything: Check = () => undefined;
export const aName = checkThat(
  'must be a text that is not empty',
  (value) => isText(value) && value !== '',
);
export const aText = checkThat('must be a text', isText);
export const aFlag = checkThat('must be true or false', (value) => typeof value === 'boolean');
export const aFunction = checkThat('must be a function', (value) => typeof value === 'function');
export const aNumber = checkThat('must be a number', isNumber);
export const anAmount = checkThat(
  'must be a number above 0',
  (value) => isNumber(value) && value > 0,
);
export const aDuration = checkThat(
  'must be milliseconds, 0 or more',
  (value) => isNumber(value) && value >= 0,
);
export const aShare = checkThat(
  'must be over 0 and up to 1',
  (value) => isNumber(value) && value > 0 && value <= 1,
);
export const aList = checkThat('must be a list', Array.isArray);
export const aSignal = checkThat(
  'must be an AbortSignal',
  (value) =>
    isObject(value) &&
    typeof Reflect.get(value, 'aborted') === 'boolean' &&
    typeof Reflect.get(value, 'addEventListener') === 'function',
);
export const aLimit = whole(1);

/** A whole number from `least` to `most`. */
export function whole(least: number, most = Number.MAX_SAFE_INTEGER): Check {
  const range = most === Number.MAX_SAFE_INTEGER ? `from ${least}` : `from ${least} to ${most}`;
  return checkThat(
    `must be a whole number ${range}`,
    (value) => Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most,
  );
}

export function oneOf(names: Iterable<string>): Check {
  const known = new Set<unknown>(names);
  return checkThat(`must be one of ${[...known].join(', ')}`, (value) => known.has(value));
}

/** A list of texts, or of some of the names. */
export function listOf(names?: ReadonlySet<string>): Check {
  const isRight = (item: unknown) => isText(item) && names?.has(item) !== false;
  return (value) => {
    if (!Array.isArray(value)) return 'must be a list';
    const stranger: unknown = value.find((item) => !isRight(item));
    if (value.every(isRight)) return undefined;
    return `must be a list of ${names ? [...names].join(', ') : 'texts'}, without ${words(stranger)}`;
  };
}

/** A port, or another object with these functions. */
export function having(...functions: readonly string[]): Check {
  return checkThat(
    `must have the functions ${functions.join(', ')}`,
    (value) =>
      (isObject(value) || typeof value === 'function') &&
      functions.every((name) => typeof Reflect.get(value, name) === 'function'),
  );
}

/** @throws InvalidOptionError if there is something wrong with it. */
export function checkValue(value: unknown, place: string, check: Check): void {
  const problem = check(value);
  if (problem !== undefined) throw invalid(place, problem, value);
}

/**
 * Checks an object that a caller gave, and gives its fields.
 *
 * @param needed fields that must not be absent
 * @throws InvalidOptionError if it is no object, has a name that is not known, or a field is wrong.
 */
export function checkFields(
  value: unknown,
  checks: Readonly<Record<string, Check>>,
  place: string,
  needed: readonly string[] = [],
): Fields {
  const fields = objectOf(value, place);
  refuseUnknown(fields, checks, place);
  for (const [name, check] of Object.entries(checks)) {
    const isGiven = fields[name] !== undefined || needed.includes(name);
    if (isGiven) checkValue(fields[name], `${place}.${name}`, check);
  }
  return fields;
}

/** @throws InvalidOptionError if it is no object, or a list. */
export function objectOf(value: unknown, place: string): Fields {
  if (!isObject(value) || Array.isArray(value)) throw invalid(place, 'must be an object', value);
  // Whatever it is: its fields are read as unknown ones.
  return value as Fields;
}

/** Makes the error for an argument that is refused. */
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

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && !Number.isNaN(value);
}
