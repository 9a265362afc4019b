import { isPlainObject } from './plain-object.ts';

/** A fault of a value from outside, and its place: `session.entries.3.id`. */
export interface ShapeFault {
  readonly field: string;
  readonly problem: string;
}

/** Looks at the value of a field; gives the first fault, `undefined` where there is none. */
export type Shape = (value: unknown, field: string) => ShapeFault | undefined;

/** Values that a predicate lets through. */
export function shape(isRight: (value: unknown) => boolean, problem: string): Shape {
  return (value, field) => (isRight(value) ? undefined : faultAt(field, value, problem));
}

/** The field may be absent. */
export function optional(inner: Shape): Shape {
  return (value, field) => (value === undefined ? undefined : inner(value, field));
}

/** The fields that are named; others are nobody's business and stay. */
export function fields(shapes: Readonly<Record<string, Shape>>): Shape {
  return (value, field) => {
    if (!isPlainObject(value)) return faultAt(field, value, 'must be an object');
    for (const [name, inner] of Object.entries(shapes)) {
      const held = Object.hasOwn(value, name) ? value[name] : undefined;
      const fault = inner(held, `${field}.${name}`);
      if (fault) return fault;
    }
    return undefined;
  };
}

/** A list, each item of one shape. */
export function list(inner: Shape): Shape {
  return (value, field) => {
    if (!Array.isArray(value)) return faultAt(field, value, 'must be a list');
    for (const [index, item] of value.entries()) {
      const fault = inner(item, `${field}.${index}`);
      if (fault) return fault;
    }
    return undefined;
  };
}

/** Fields of any name, each of one shape. */
export function recordOf(inner: Shape): Shape {
  return (value, field) => {
    if (!isPlainObject(value)) return faultAt(field, value, 'must be an object');
    return fields(Object.fromEntries(Object.keys(value).map((key) => [key, inner])))(value, field);
  };
}

/** One of several words. */
export function oneOf(...words: readonly string[]): Shape {
  return shape(
    (value) => typeof value === 'string' && words.includes(value),
    `must be one of ${words.join(', ')}`,
  );
}

export const anything: Shape = () => undefined;
export const text: Shape = shape(isText, 'must be text');
export const name: Shape = shape(
  (value) => isText(value) && value !== '',
  'must be text that is not empty',
);
export const nameOrNull: Shape = shape(
  (value) => value === null || (isText(value) && value !== ''),
  'must be an id, or null',
);
export const flag: Shape = shape((value) => typeof value === 'boolean', 'must be true or false');
export const figure: Shape = shape(isFigure, 'must be a number');
export const amount: Shape = shape(
  (value) => isFigure(value) && value >= 0 && value <= Number.MAX_SAFE_INTEGER,
  'must be a number from 0 to 2^53 - 1',
);
export const whole: Shape = shape(
  (value) => Number.isSafeInteger(value) && Number(value) >= 0,
  'must be a whole number from 0',
);
/** A place in a conversation, or before its start. */
export const place: Shape = shape(
  (value) => Number.isSafeInteger(value) && Number(value) >= -1,
  'must be a whole number from -1',
);
/** The end of year 9999, the last that dates of four digits can say. */
const LAST_MS = 253_402_300_799_999;
export const time: Shape = shape(
  isTime,
  'must be milliseconds since 1970, not behind the year 9999',
);

/** Tells whether a value is milliseconds since 1970 of a date that can be written down. */
export function isTime(value: unknown): value is number {
  return isFigure(value) && value >= 0 && value <= LAST_MS;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isFigure(value: unknown): value is number {
  return Number.isFinite(value);
}

function faultAt(field: string, value: unknown, problem: string): ShapeFault {
  return { field, problem: value === undefined ? 'is missing' : problem };
}
