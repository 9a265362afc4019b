import { checkFunctions, checkOption } from '../errors/check-option.ts';

/** Goes on where what is given has these functions of a memory. @throws InvalidOptionError */
export function checkMemory<Memory extends object>(
  memory: Memory,
  names: readonly (keyof Memory & string)[],
): void {
  // Callers without types hand in anything.
  const given: unknown = memory;
  const isObject = typeof given === 'object' && given !== null;
  checkOption(isObject, 'memory', 'must be a memory, as `createAgentMemory` makes it.');
  checkFunctions('memory', memory, names);
}
