import { copyPlainData } from './copy-plain-data.ts';
import type { Message, Part, Role } from './message.ts';
import { isPlainObject } from './plain-object.ts';
import { type Fields, refuseUnless } from './read-field.ts';

/**
 * Reads a copy of a message, without the `id` that a caller put beside it, and looks whether its
 * parts may stand in it.
 *
 * @throws InvalidMessageError naming the field at fault [MSG-3].
 */
export function parsedWith(input: unknown, read: (fields: Fields) => Message): Message {
  const copy = copyPlainData(input);
  refuseUnless(isPlainObject(copy), 'message', `must be an object; got ${kindOf(copy)}`);
  const { id: _, ...fields } = copy;
  const message = read(fields);
  refuseMisplacedParts(message);
  return message;
}

/** Calls belong to the assistant and results to tools; anything else no provider accepts. */
function refuseMisplacedParts(message: Message): void {
  const { role, parts } = message;
  for (const [index, part] of parts.entries()) {
    const problem = misplacement(part.type, role);
    refuseUnless(!problem, `parts.${index}`, `${problem}`);
  }
  // In other formats the user's answer to a request for approval is a tool message as well.
  const isAnswer = (part: Part) =>
    part.type === 'tool-result' || (part.type === 'unknown' && message.format !== undefined);
  const rule = 'must hold a tool result: this is a tool message';
  refuseUnless(role !== 'tool' || parts.some(isAnswer), 'parts', rule);
}

function misplacement(type: Part['type'], role: Role): string | undefined {
  if (role === 'tool') {
    // Parts beside results go with the first one.
    const isOther = type === 'text' || type === 'thinking' || type === 'tool-call';
    return isOther ? 'cannot stand in a tool message' : undefined;
  }
  if (type === 'tool-result') return 'belongs in a tool message';
  if (type === 'tool-call' && role !== 'assistant') return 'belongs in an assistant message';
  return undefined;
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'a list' : typeof value;
}
