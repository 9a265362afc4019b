import type { InvalidMessageError } from './errors.ts';

/** Gives the fault of the field that the error names, without the words around it. */
export function problemOf({ field, message }: InvalidMessageError): string {
  const named = `\`${field}\` `;
  return message.slice(message.indexOf(named) + named.length);
}

/** The fault of a message that stands at a field of something larger. */
export function messageFaultAt(
  field: string,
  error: InvalidMessageError,
): { readonly field: string; readonly problem: string } {
  return { field: `${field}.${error.field}`, problem: problemOf(error).replace(/\.$/, '') };
}
