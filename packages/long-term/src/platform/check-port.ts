import { InvalidOptionError } from '@agent-memory/core';

/**
 * Refuses a port that was given and is none, before anything is called on it.
 * @throws InvalidOptionError if one of the functions is missing.
 */
export function checkPort(option: string, port: unknown, ...functions: readonly string[]): void {
  if (port === undefined) return;
  const isPort =
    ((typeof port === 'object' && port !== null) || typeof port === 'function') &&
    functions.every((name) => typeof Reflect.get(port, name) === 'function');
  if (isPort) return;
  throw new InvalidOptionError(option, `must have the functions ${functions.join(', ')}.`);
}
