import type { Part } from '@agent-memory/core';
import type {
  DocumentPart,
  ImagePart,
  ThinkingPart,
  ToolCallPart,
  ToolResultPart,
} from '@agent-memory/core/formats';
import { isPlainObject, reading } from '@agent-memory/core/internal';
import { jsonTextOf } from '../ai-sdk/json-text.ts';
import { dataUrlOf } from '../anthropic/data-url.ts';
/** A part of a list, and its path for errors: `parts.0.`. */
export interface ReadPart {
  readonly part: reading.Fields;
  readonly prefix: string;
}

/** The parts of a list at `field`; each is checked to be one, and no further. */
export function partsAt(list: unknown, field: string): readonly ReadPart[] {
  return reading.itemsOf(list ?? [], field, 'must be a list of parts', (part, path) => {
    reading.refuseUnless(isPlainObject(part), path, 'must be a part: an object');
    reading.refuseUnless(!('type' in part), `${path}.type`, 'is of another format');
    return { part, prefix: `${path}.` };
  });
}

/**
 * A part of a message. A signature stands before the part that it came in, as reasoning of which
 * nothing can be read: it is counted, and no other provider gets it.
 */
export function neutralParts({ part, prefix }: ReadPart): readonly Part[] {
  if (reading.isText(part.text) && part.thought === true) return [thought(part)];
  const { thoughtSignature: signature, ...others } = part;
  if (!reading.isText(signature) || signature === '') return [readPart({ part, prefix })];
  const signed: ThinkingPart = { type: 'thinking', text: '', signature, extra: { of: 'next' } };
  return [signed, readPart({ part: others, prefix })];
}

function thought(part: reading.Fields): ThinkingPart {
  const { text, thought: _, thoughtSignature: signature, ...extra } = part;
  const isSigned = reading.isText(signature) && signature !== '';
  const words = { type: 'thinking', text: String(text) } as const;
  if (isSigned) return reading.withExtra({ ...words, signature }, extra);
  return reading.withExtra(
    words,
    'thoughtSignature' in part ? { ...extra, thoughtSignature: signature } : extra,
  );
}

function readPart({ part, prefix }: ReadPart): Part {
  if ('functionCall' in part) return callPart({ part, prefix });
  if ('text' in part) {
    const { text: _, ...extra } = part;
    return reading.withExtra({ type: 'text', text: reading.textAt(part, 'text', prefix) }, extra);
  }
  return fileOf(part) ?? { type: 'unknown', value: part };
}

/** A call without an id goes by the name of its function: calls and answers are paired in their order. */
function callPart({ part, prefix }: ReadPart): ToolCallPart {
  const { functionCall: _, ...beside } = part;
  const call = reading.objectAt(part, 'functionCall', prefix);
  const inside = `${prefix}functionCall.`;
  const { name: __, args, ...others } = call;
  const toolName = reading.nameAt(call, 'name', inside);
  reading.refuseUnless(args == null || isPlainObject(args), `${inside}args`, 'must be an object');
  const { id, unread } = idOf(others, inside);
  const unreadInside = args == null && 'args' in call ? { ...unread, args } : unread;
  const extra = {
    ...beside,
    ...(hasFields(unreadInside) && { functionCall: unreadInside }),
    ...(args == null && { isBare: true }),
  };
  const text = jsonTextOf(args ?? {});
  return reading.withExtra(
    { type: 'tool-call', callId: id ?? toolName, toolName, arguments: text },
    extra,
  );
}

/** The places, among the calls of a content, of those that came without an id. */
export function unnamedCalls(parts: readonly ReadPart[]): readonly number[] {
  const calls = parts.filter(({ part }) => 'functionCall' in part);
  return calls.flatMap(({ part }, index) =>
    isPlainObject(part.functionCall) && part.functionCall.id == null ? [index] : [],
  );
}

function idOf(
  fields: reading.Fields,
  prefix: string,
): { readonly id?: string; readonly unread: reading.Fields } {
  if (fields.id == null) return { unread: fields };
  const { id: _, ...unread } = fields;
  return { id: reading.nameAt(fields, 'id', prefix), unread };
}

function hasFields(value: object): boolean {
  return Object.keys(value).length > 0;
}

/** An answer with what stands in its own parts. */
export function resultParts({ part, prefix }: ReadPart): readonly [ToolResultPart, ...Part[]] {
  const { functionResponse: _, ...beside } = part;
  const given = reading.objectAt(part, 'functionResponse', prefix);
  const inside = `${prefix}functionResponse.`;
  const { response, parts, ...others } = given;
  const name = reading.nameAt(given, 'name', inside);
  reading.refuseUnless(
    response == null || isPlainObject(response),
    `${inside}response`,
    'must be an object',
  );
  const { id, unread } = idOf(others, inside);
  const files = partsAt(parts, `${inside}parts`).map(
    (file): Part => fileOf(file.part) ?? { type: 'unknown', value: file.part },
  );
  const isOdd = response == null || !('response' in given);
  const words = wordsOf(response ?? {});
  const extra = {
    ...beside,
    functionResponse: {
      ...unread,
      ...(isOdd && 'response' in given && { response }),
      ...('parts' in given && files.length === 0 && { parts }),
    },
    as: isOdd ? 'nothing' : words.as,
    ...(id === undefined && { isUnnamed: true }),
  };
  const result: ToolResultPart = {
    type: 'tool-result',
    callId: id ?? name,
    text: isOdd ? '' : words.text,
    ...(words.as === 'error' && { isError: true }),
    extra,
  };
  return [result, ...files];
}

/** Fields under which an answer is a mere text. */
const TEXT_FIELDS = ['output', 'result', 'error'];

/** The words of an answer, and the field that they came in; `json` for anything but one text. */
function wordsOf(response: reading.Fields): { readonly text: string; readonly as: string } {
  const [name = '', ...others] = Object.keys(response);
  const text = response[name];
  const isWords = typeof text === 'string' && others.length === 0 && TEXT_FIELDS.includes(name);
  return isWords ? { text, as: name } : { text: jsonTextOf(response), as: 'json' };
}

/** A picture or a file; `undefined` where it is neither, or there is more to it than can be said. */
function fileOf(part: reading.Fields): ImagePart | DocumentPart | undefined {
  if (isPlainObject(part.inlineData)) return inlineFile(part, part.inlineData);
  return isPlainObject(part.fileData) ? fileByAddress(part, part.fileData) : undefined;
}

function inlineFile(
  part: reading.Fields,
  inline: reading.Fields,
): ImagePart | DocumentPart | undefined {
  const { inlineData: _, ...beside } = part;
  const { mimeType, data, ...others } = inline;
  const url = dataUrlOf(mimeType, data);
  if (url === undefined) return undefined;
  const extra = { ...beside, ...(hasFields(others) && { inlineData: others }) };
  if (/^image\//.test(String(mimeType)))
    return reading.withExtra<ImagePart>({ type: 'image', url }, extra);
  return reading.withExtra<DocumentPart>({ type: 'document', data: url }, extra);
}

/** An address of a file at this provider means nothing to another one: it is its id. */
function fileByAddress(part: reading.Fields, file: reading.Fields): DocumentPart | undefined {
  const { fileData: _, ...beside } = part;
  const { fileUri: fileId, ...others } = file;
  if (!reading.isText(fileId)) return undefined;
  return { type: 'document', fileId, extra: { ...beside, fileData: others } };
}
