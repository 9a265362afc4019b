import { InvalidMessageError } from '../errors/errors.ts';

/**
 * Goes on where the condition holds.
 *
 * @throws InvalidMessageError that names the field and says what is wrong with it [MSG-3].
 */
export function refuseUnless(holds: boolean, field: string, problem: string): asserts holds {
  if (!holds) throw new InvalidMessageError(field, `${problem}.`);
}
