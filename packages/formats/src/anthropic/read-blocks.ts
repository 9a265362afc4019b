import type { Part } from '@agent-memory/core';
import type { DocumentPart, ImagePart, TextPart, ThinkingPart } from '@agent-memory/core/formats';
import { isPlainObject, reading } from '@agent-memory/core/internal';
import { jsonTextOf } from '../ai-sdk/json-text.ts';
import { dataUrlOf, pdfUrlOf } from './data-url.ts';
/** A block of a list, with the kind that it names and its path for errors: `content.0.`. */
export interface ReadBlock {
  readonly type: string;
  readonly block: reading.Fields;
  readonly prefix: string;
}

const kindAt = reading.readerOf(reading.isText, 'must name the kind of block');

/** The blocks of a list at `field`; each is checked to be one, and no further. */
export function blocksAt(list: unknown, field: string): readonly ReadBlock[] {
  return reading.itemsOf(list, field, 'must be text or a list of blocks', (block, path) => {
    reading.refuseUnless(isPlainObject(block), path, 'must be a block with a `type`');
    const prefix = `${path}.`;
    return { type: kindAt(block, 'type', prefix), block, prefix };
  });
}

/** A block of the user's. Pictures and documents stand there alone, and so do tools' results. */
export function userPart(read: ReadBlock): Part {
  const { type, prefix } = read;
  reading.refuseUnless(
    type !== 'tool_use',
    `${prefix}type`,
    'belongs in a message of the assistant',
  );
  return textOfBlock(read) ?? richPart(read) ?? { type: 'unknown', value: read.block };
}

/** A block of the assistant's. */
export function assistantPart(read: ReadBlock): Part {
  const { type, block, prefix } = read;
  reading.refuseUnless(type !== 'tool_result', `${prefix}type`, 'belongs in a message of the user');
  if (type === 'thinking') return thinkingPart(read);
  if (type === 'tool_use') return callPart(read);
  return textOfBlock(read) ?? { type: 'unknown', value: block };
}

/** A block of a system message, which holds words alone. */
export function systemPart(read: ReadBlock): Part {
  const { type, block, prefix } = read;
  const isTool = type === 'tool_use' || type === 'tool_result';
  reading.refuseUnless(!isTool, `${prefix}type`, 'cannot stand in a system message');
  return textOfBlock(read) ?? { type: 'unknown', value: block };
}

/**
 * The words of a text block, or of a document that is text. `extra.type` says which where it is not
 * a text block: words are for every model to read, whatever they came in.
 */
export function textOfBlock({ type, block, prefix }: ReadBlock): TextPart | undefined {
  if (type === 'text') {
    const { type: _, text: __, ...extra } = block;
    return reading.withExtra<TextPart>(
      { type: 'text', text: reading.textAt(block, 'text', prefix) },
      extra,
    );
  }
  // `text` is not a field of documents; one that has it is no mere text.
  if (type !== 'document' || 'text' in block) return undefined;
  const { data, ...source } = reading.objectAt(block, 'source', prefix);
  if (source.type !== 'text' || !reading.isText(data)) return undefined;
  return { type: 'text', text: data, extra: { ...block, source } };
}

/** A picture or a document; `undefined` where it is neither, or there is more to it than can be said. */
export function richPart(read: ReadBlock): ImagePart | DocumentPart | undefined {
  if (read.type === 'image') return imagePart(read);
  return read.type === 'document' ? documentPart(read) : undefined;
}

function imagePart({ block, prefix }: ReadBlock): ImagePart | undefined {
  const { type: _, source: __, ...extra } = block;
  const url = urlOfImage(reading.objectAt(block, 'source', prefix));
  return url === undefined
    ? undefined
    : reading.withExtra<ImagePart>({ type: 'image', url }, extra);
}

/**
 * A source that is more than one address is kept as it came: a file's id means nothing elsewhere.
 */
function urlOfImage({ type, ...source }: reading.Fields): string | undefined {
  const { url, media_type: mediaType, data } = source;
  const fields = Object.keys(source).length;
  if (type === 'base64' && fields === 2) return dataUrlOf(mediaType, data);
  const isAddress = type === 'url' && fields === 1 && reading.isText(url) && url !== '';
  return isAddress && !url.startsWith('data:') ? url : undefined;
}

/** A PDF inline, or a document that only the provider can open, by its id or address. */
function documentPart({ block, prefix }: ReadBlock): DocumentPart {
  const { type: _, source: __, title, ...others } = block;
  const source = reading.objectAt(block, 'source', prefix);
  const data = pdfUrlOf(source);
  const fileId =
    source.type === 'file' && reading.isText(source.file_id) ? source.file_id : undefined;
  const extra = {
    ...others,
    ...(title !== undefined && !reading.isText(title) && { title }),
    ...(data === undefined && { source }),
  };
  return reading.withExtra(
    {
      type: 'document',
      ...(fileId !== undefined && { fileId }),
      ...(data !== undefined && { data }),
      ...(reading.isText(title) && { filename: title }),
    },
    extra,
  );
}

function thinkingPart({ block, prefix }: ReadBlock): ThinkingPart {
  const { type: _, thinking: __, signature, ...others } = block;
  const text = reading.textAt(block, 'thinking', prefix);
  if (reading.isText(signature))
    return reading.withExtra({ type: 'thinking', text, signature }, others);
  return reading.withExtra(
    { type: 'thinking', text },
    'signature' in block ? { ...others, signature } : others,
  );
}

function callPart({ block, prefix }: ReadBlock): Part {
  const { type: _, id: __, name: ___, input: ____, ...extra } = block;
  const callId = reading.nameAt(block, 'id', prefix);
  const toolName = reading.nameAt(block, 'name', prefix);
  const text = jsonTextOf(reading.fieldAt(block, 'input', prefix));
  reading.refuseUnless(text !== '', `${prefix}input`, 'must be data');
  return reading.withExtra({ type: 'tool-call', callId, toolName, arguments: text }, extra);
}
