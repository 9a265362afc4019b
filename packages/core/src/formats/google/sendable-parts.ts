import { type Message, toolCallsOf, toolResultsOf } from '../../message/message.ts';
import { type Fields, isText } from '../../message/read-field.ts';
import { wholeOf } from '../../message/well-formed.ts';
import { partsOf } from './write-parts.ts';

/** A part as it is sent, and of a call or an answer the id by which the two belong together. */
export interface SentPart {
  readonly part: Fields;
  readonly callId?: string;
}

const sendable = new WeakMap<Message, readonly SentPart[]>();

/** The parts of a message as the provider takes them; the same message gives the same objects again. */
export function sendableParts(message: Message): readonly SentPart[] {
  const known = sendable.get(message);
  if (known) return known;
  const parts = Object.freeze(withCallIds(message).filter(({ part }) => !isBlank(part)));
  sendable.set(message, parts);
  return parts;
}

function withCallIds(message: Message): readonly SentPart[] {
  const ids = [...toolCallsOf(message), ...toolResultsOf(message)].map(({ callId }) => callId);
  let next = 0;
  return partsOf(message).map((part) => {
    if (!isPaired(part)) return { part };
    const callId = ids[next++];
    // The text of an answer that was an object has halves of pairs escaped.
    const whole = wholeOf(part);
    return callId === undefined ? { part: whole } : { part: whole, callId };
  });
}

export function isPaired(part: Fields): boolean {
  return 'functionCall' in part || 'functionResponse' in part;
}

/** Blank words; a signature that came with none goes back with none. */
function isBlank({ text, thoughtSignature: signature }: Fields): boolean {
  return isText(text) && text.trim() === '' && !isText(signature);
}
