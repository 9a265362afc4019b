import { refuseUnknown } from '../ground/errors/errors.ts';
import { isPlainObject } from './plain-object.ts';

/**
 * Refuses fields under a name that does not exist, in a value that plugs in. An instance of a class
 * passes: its class may need fields of its own.
 *
 * @throws InvalidOptionError if a name is not known, with the nearest that is, or if the value is not
 * an object.
 */
export function refuseUnknownFields(
  value: unknown,
  known: Readonly<Record<string, unknown>>,
  where: string,
): void {
  if (typeof value !== 'object' || value === null || isPlainObject(value)) {
    refuseUnknown(value, known, where);
  }
}
