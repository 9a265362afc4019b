import { InvalidMessageError } from '../ground/errors/errors.ts';
import { type Message, type Part, type ToolCallPart, toolCallsOf } from './message.ts';

/** Begins the id of a result that names no call, until that is found. The name of its tool may follow. */
export const UNNAMED_CALL = '?';

/**
 * The id of a call as a server gave it; some servers count. `undefined` where it is empty or missing.
 *
 * @throws InvalidMessageError naming the field, if it is neither text nor a number.
 */
export function usableId(given: unknown, field: string): string | undefined {
  if (given == null || given === '') return undefined;
  if (typeof given === 'string' || typeof given === 'number') return String(given);
  throw new InvalidMessageError(field, 'must be text, or left out.');
}

/**
 * Messages in which each result has the id of its call. One that names no call answers the first open call
 * of its tool; where the tool is not named either, the first open one.
 *
 * @param before gives the messages of the run that they may continue.
 */
export function withCallsFound<Said extends { readonly message: Message }>(
  said: readonly Said[],
  before: () => readonly Message[] = () => [],
): readonly Said[] {
  if (!said.some(({ message }) => message.parts.some(isUnnamed))) return said;
  let open: ToolCallPart[] = [];
  const found = (part: Part): Part => {
    if (part.type !== 'tool-result') return part;
    const name = part.callId.slice(UNNAMED_CALL.length);
    const at = open.findIndex(({ callId, toolName }) =>
      isUnnamed(part) ? name === '' || name === toolName : part.callId === callId,
    );
    const [{ callId } = part] = at < 0 ? [] : open.splice(at, 1);
    return callId === part.callId ? part : Object.freeze({ ...part, callId });
  };
  const inTurn = (message: Message): Message => {
    if (message.role !== 'tool') open = [...toolCallsOf(message)];
    const parts = message.parts.map(found);
    const isSame = parts.every((part, index) => part === message.parts[index]);
    return isSame ? message : Object.freeze({ ...message, parts: Object.freeze(parts) });
  };
  before().forEach(inTurn);
  return said.map((one) => ({ ...one, message: inTurn(one.message) }));
}

function isUnnamed(part: Part): boolean {
  return part.type === 'tool-result' && part.callId.startsWith(UNNAMED_CALL);
}
