import { InvalidOptionError } from '../errors/errors.ts';

/** @throws InvalidOptionError if it is no whole number of `unit`, `least` or more. */
export function wholeFigure(option: string, value: number, least: number, unit: string): number {
  if (Number.isSafeInteger(value) && value >= least) return value;
  throw new InvalidOptionError(
    option,
    `must be a whole number of ${unit}, ${least} or more; got ${String(value)}.`,
  );
}

/** @throws InvalidOptionError if it is no text, or an empty one. */
export function nameFigure(option: string, value: string): string {
  if (typeof value === 'string' && value.trim() !== '') return value;
  throw new InvalidOptionError(option, 'must be a name that says something.');
}
