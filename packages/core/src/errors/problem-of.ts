import type { InvalidMessageError } from './errors.ts';

/** Gives the fault of the field that the error names, without the words around it. */
export function problemOf({ field, message }: InvalidMessageError): string {
  const named = `\`${field}\` `;
  return message.slice(message.indexOf(named) + named.length);
}
