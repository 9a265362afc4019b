import { InvalidMessageError } from '../errors/errors.ts';

/**
 * Refuses what JSON cannot say: functions, symbols, big integers and values that hold themselves.
 *
 * @throws InvalidMessageError naming the place, `path` and onward.
 */
export function refuseNonData(value: unknown, path: string): void {
  const ancestors = new Set<object>();
  visit(value, path);

  function visit(current: unknown, place: string): void {
    if (typeof current === 'object' && current !== null) visitFields(current, place);
    if (UNSENDABLE.has(typeof current)) {
      throw new InvalidMessageError(place, `holds a ${typeof current}, which cannot be sent.`);
    }
  }

  function visitFields(current: object, place: string): void {
    if (ancestors.has(current)) {
      throw new InvalidMessageError(place, 'holds itself, which cannot be sent.');
    }
    ancestors.add(current);
    for (const [name, field] of Object.entries(current)) visit(field, `${place}.${name}`);
    ancestors.delete(current);
  }
}

const UNSENDABLE: ReadonlySet<string> = new Set(['function', 'symbol', 'bigint']);
