import { InvalidOptionError } from './errors.ts';

/** Goes on where the condition holds. @throws InvalidOptionError that names the option and says what is wrong. */
export function checkOption(holds: boolean, option: string, problem: string): asserts holds {
  if (!holds) throw new InvalidOptionError(option, problem);
}

/** Goes on where the condition holds. @throws InvalidOptionError that also says what was given. */
export function checkGiven(
  holds: boolean,
  option: string,
  rule: string,
  given: unknown,
): asserts holds {
  if (!holds) throw new InvalidOptionError(option, `must be ${rule}; got ${textOf(given)}.`);
}

/** Goes on where nothing is given, or what is given has these functions. @throws InvalidOptionError naming the first that is missing. */
export function checkFunctions<Given extends object>(
  option: string,
  given: Given | undefined,
  names: readonly (keyof Given & string)[],
): void {
  for (const name of names) {
    const isThere = given === undefined || typeof given?.[name] === 'function';
    const hint = typeof given === 'function' ? functionHint(option, given, name) : '.';
    checkOption(isThere, option, `must have a function \`${name}\`${hint}`);
  }
}

/** A function in the place of an object makes one and was not called, or is the one function of it. */
function functionHint(option: string, given: { readonly name: string }, name: string): string {
  const { name: own = '' } = given;
  return `; got a function: write \`${option}: ${own || 'make'}()\` if it makes one, \`${option}: { ${name}: … }\` if it is one.`;
}

/** A list is not written out: it may hold anything, at any depth. */
function textOf(given: unknown): string {
  return Array.isArray(given) ? 'a list' : String(given);
}
