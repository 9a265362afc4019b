import { InvalidMessageError } from '../../errors/errors.ts';
import { isPlainObject } from '../../message/plain-data.ts';
import { base64OfBytes } from './media.ts';

/**
 * A message with the contents of its files as text: bytes as base64, objects of the class `URL` as
 * their address. So it can be stored, and the AI SDK takes the text for the same file. What is no
 * content of a file is left as it is.
 *
 * @throws InvalidMessageError where reading it throws.
 */
export function withPlainFiles(message: unknown): unknown {
  try {
    if (!isPlainObject(message) || !Array.isArray(message.content)) return message;
    return { ...message, content: message.content.map(withPlainContent) };
  } catch (error) {
    const refusal = new InvalidMessageError(
      'content',
      'cannot be read: reading it threw an error.',
    );
    refusal.cause = error;
    throw refusal;
  }
}

function withPlainContent(part: unknown): unknown {
  if (!isPlainObject(part)) return part;
  if (part.type === 'image') return { ...part, image: plainContentOf(part.image) };
  if (part.type === 'file' || part.type === 'reasoning-file') {
    return { ...part, data: plainContentOf(part.data) };
  }
  if (part.type === 'tool-result' && isPlainObject(part.output)) {
    const { value } = part.output;
    if (!Array.isArray(value)) return part;
    return { ...part, output: { ...part.output, value: value.map(withPlainItem) } };
  }
  return part;
}

/** A file that a tool answered with, as version 7 has it; an address is one in another piece of it. */
function withPlainItem(item: unknown): unknown {
  if (!isPlainObject(item) || item.type !== 'file' || !isPlainObject(item.data)) return item;
  const { data, ...others } = item;
  if (data.type === 'data') return { ...item, data: { ...data, data: plainContentOf(data.data) } };
  const url = data.type === 'url' ? addressOf(data.url) : undefined;
  return url === undefined ? item : { ...others, type: 'file-url', url };
}

/** Version 7 also says in an object which of the two it is. */
function plainContentOf(content: unknown): unknown {
  if (content instanceof Uint8Array) return base64OfBytes(content);
  if (content instanceof ArrayBuffer) return base64OfBytes(new Uint8Array(content));
  if (isPlainObject(content)) {
    if (content.type === 'data') return plainContentOf(content.data);
    return content.type === 'url' ? plainContentOf(content.url) : content;
  }
  return addressOf(content) ?? content;
}

function addressOf(content: unknown): string | undefined {
  if (Object.prototype.toString.call(content) !== '[object URL]') return undefined;
  return String(content);
}
