import { InvalidMessageError } from '@agent-memory/core';
import { formatKit, isPlainObject, reading } from '@agent-memory/core/internal';
import { base64OfBytes } from './media.ts';
/**
 * A message with the contents of its files as text: bytes as base64, objects of the class `URL` as
 * their address. So it can be stored, and the AI SDK takes the text for the same file. What is no
 * content of a file is left as it is.
 *
 * @throws InvalidMessageError if reading it throws, or the content of a file is an instance of
 * another class.
 */
export function withPlainFiles(message: unknown): unknown {
  if (formatKit.isReady(message)) return message;
  try {
    if (!isPlainObject(message) || !Array.isArray(message.content)) return message;
    return { ...message, content: message.content.map(withPlainContent) };
  } catch (error) {
    if (error instanceof InvalidMessageError) throw error;
    const refusal = new InvalidMessageError(
      'content',
      'cannot be read: reading it threw an error.',
    );
    refusal.cause = error;
    throw refusal;
  }
}

function withPlainContent(part: unknown, index: number): unknown {
  if (!isPlainObject(part)) return part;
  const field = `content.${index}`;
  if (part.type === 'image')
    return { ...part, image: plainContentOf(part.image, `${field}.image`) };
  if (part.type === 'file' || part.type === 'reasoning-file') {
    return { ...part, data: plainContentOf(part.data, `${field}.data`) };
  }
  if (part.type === 'tool-result' && isPlainObject(part.output)) {
    const { value } = part.output;
    if (!Array.isArray(value)) return part;
    return {
      ...part,
      output: {
        ...part.output,
        value: value.map((item) => withPlainItem(item, `${field}.output.value`)),
      },
    };
  }
  return part;
}

/** A file that a tool answered with, as version 7 has it; an address is one in another piece of it. */
function withPlainItem(item: unknown, field: string): unknown {
  if (!isPlainObject(item) || item.type !== 'file' || !isPlainObject(item.data)) return item;
  const { data, ...others } = item;
  if (data.type === 'data')
    return { ...item, data: { ...data, data: plainContentOf(data.data, field) } };
  const url = data.type === 'url' ? addressOf(data.url) : undefined;
  return url === undefined ? item : { ...others, type: 'file-url', url };
}

/** Version 7 also says in an object which of the two it is. */
function plainContentOf(content: unknown, field: string): unknown {
  if (content instanceof Uint8Array) return base64OfBytes(content);
  if (content instanceof ArrayBuffer) return base64OfBytes(new Uint8Array(content));
  if (isPlainObject(content)) {
    if (content.type === 'data') return plainContentOf(content.data, field);
    return content.type === 'url' ? plainContentOf(content.url, field) : content;
  }
  const address = addressOf(content);
  // As JSON would send it, such an object says nothing of what the file holds.
  const isPlain = address !== undefined || typeof content !== 'object' || content === null;
  reading.refuseUnless(
    isPlain || Array.isArray(content),
    field,
    'must be text, bytes or an address',
  );
  return address ?? content;
}

function addressOf(content: unknown): string | undefined {
  if (Object.prototype.toString.call(content) !== '[object URL]') return undefined;
  return String(content);
}
