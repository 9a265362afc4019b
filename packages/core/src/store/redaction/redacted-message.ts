import type { Message, Part } from '../../message/message.ts';
import { checkedRedact, type Redact } from './redact.ts';
import { withAddress, withJson, withUnreadOfMessage, withUnreadPart } from './redacted-values.ts';

/**
 * A message as it is stored.
 * @throws RedactionFailedError if `redact` throws, or gives no text.
 */
export function redactedMessage(message: Message, redact: Redact): Message {
  return withMessage(message, checkedRedact(redact));
}

/** The message with every text in it redacted. */
export function withMessage(message: Message, redact: Redact): Message {
  const { extra } = message;
  return {
    ...message,
    parts: message.parts.map((part) => withPart(part, redact)),
    ...(extra && { extra: withUnreadOfMessage(message, extra, redact) }),
  };
}

function withPart(part: Part, redact: Redact): Part {
  if (part.type === 'unknown') return { ...part, value: withUnreadPart(part.value, redact) };
  const { extra } = part;
  const kept = extra && { extra: withUnreadPart(extra, redact) };
  switch (part.type) {
    case 'text':
      return { ...part, text: redact(part.text), ...kept };
    case 'thinking':
      return { ...thinkingWith(part, redact(part.text)), ...kept };
    case 'image':
      return { ...part, url: withAddress(part.url, redact), ...kept };
    case 'document': {
      const { data, filename } = part;
      return {
        ...part,
        ...(data !== undefined && { data: withAddress(data, redact) }),
        ...(filename !== undefined && { filename: redact(filename) }),
        ...kept,
      };
    }
    case 'tool-call':
      return { ...part, arguments: withJson(part.arguments, redact), ...kept };
    case 'tool-result':
      return { ...part, text: withJson(part.text, redact), ...kept };
    default:
      return part satisfies never;
  }
}

/** A signature vouches for the words as they were: it does not stay with other ones. */
function thinkingWith(part: Extract<Part, { type: 'thinking' }>, text: string): Part {
  if (text === part.text) return part;
  const { signature: _, ...unsigned } = part;
  return { ...unsigned, text };
}
