import { InvalidOptionError } from './errors.ts';
import { didYouMean } from './nearest-name.ts';

/**
 * The names that an options object may have. Write it with `satisfies KnownNames<Options>`: then it
 * names every option of the type and no other.
 */
export type KnownNames<Options> = Readonly<Record<keyof Options, true>>;

/**
 * Refuses options under a name that does not exist, so that a misspelt one is not ignored. It looks
 * at the names alone and costs as much as there are; options that were left out are right.
 *
 * @example
 * interface GreetingOptions {
 *   readonly name?: string;
 * }
 * const OPTIONS = { name: true } as const satisfies KnownNames<GreetingOptions>;
 * function greet(options: GreetingOptions) {
 *   refuseUnknown(options, OPTIONS, 'greet');
 * }
 *
 * @param where path to the options object: `compaction.limits`; '' for those of the call itself.
 * @throws InvalidOptionError if a name is not known, with the nearest that is, or if `options` is not
 * an object.
 */
export function refuseUnknown(
  options: unknown,
  known: Readonly<Record<string, true>>,
  where = '',
): void {
  if (options === undefined) return;
  if (typeof options !== 'object' || options === null) {
    const given = options === null ? 'null' : typeof options;
    throw new InvalidOptionError(where || 'options', `must be an object; got ${given}.`);
  }
  // Inherited names count as well: reading an option finds them.
  for (const name in options) if (!Object.hasOwn(known, name)) throw unknown(name, known, where);
}

function unknown(
  name: string,
  known: Readonly<Record<string, true>>,
  where: string,
): InvalidOptionError {
  const names = Object.keys(known);
  const hint = didYouMean(name, names) || `; known: ${names.join(', ')}.`;
  const place = where && ` in \`${where}\``;
  const sentence = `Unknown option \`${name}\`${place}${hint}`;
  return new InvalidOptionError(where ? `${where}.${name}` : name, 'is not known.', sentence);
}
