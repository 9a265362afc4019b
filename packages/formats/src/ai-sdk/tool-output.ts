import type { Part } from '@agent-memory/core';
import type { DocumentPart, ImagePart, ToolResultPart } from '@agent-memory/core/formats';
import { isPlainObject, reading } from '@agent-memory/core/internal';
import { jsonTextOf, parsedJson } from './json-text.ts';
import { base64Of, isAddress, mediaTypeOf } from './media.ts';
import type { AiSdkOutputItem, AiSdkToolOutput } from './model-message.ts';
import { deniedText, isBlank } from './provider-fields.ts';
import { fileUrlOf, readFilePart } from './read-file-part.ts';

/** A tool's answer as it was read: the words, whether it failed, and what is needed to say it again. */
interface ReadOutput {
  readonly text: string;
  readonly isError: boolean;
  /** Fields that the words do not hold; absent for plain text. */
  readonly output?: reading.Fields;
  /** Pictures and documents. */
  readonly files: readonly (ImagePart | DocumentPart)[];
}

const kindAt = reading.readerOf(reading.isText, 'must name the kind of output');

/** Reads the `output` of a tool result; a kind that is unknown is read as its JSON. */
export function readToolOutput(result: reading.Fields, prefix: string): ReadOutput {
  const output = reading.objectAt(result, 'output', prefix);
  const path = `${prefix}output.`;
  const { value: _, ...beside } = output;
  const type = kindAt(output, 'type', path);
  const isError = type.startsWith('error-');
  switch (type) {
    case 'text':
    case 'error-text': {
      const text = reading.textAt(output, 'value', path);
      const isPlain = Object.keys(beside).length === 1;
      return { text, isError, files: [], ...(!isPlain && { output: beside }) };
    }
    case 'json':
    case 'error-json':
      return {
        text: jsonTextOf(reading.fieldAt(output, 'value', path)),
        isError,
        output: beside,
        files: [],
      };
    case 'execution-denied':
      return { text: deniedText(output.reason), isError: true, output, files: [] };
    case 'content':
      return {
        ...readItems(reading.fieldAt(output, 'value', path), `${path}value`, beside),
        isError,
      };
    default:
      return { text: jsonTextOf(output), isError, output: { type: 'unread' }, files: [] };
  }
}

/** The words are joined; a text keeps its length, and a file its place among the parts. */
function readItems(
  items: unknown,
  field: string,
  beside: reading.Fields,
): Omit<ReadOutput, 'isError'> {
  reading.refuseUnless(Array.isArray(items), field, 'must be a list of pieces');
  const files: (ImagePart | DocumentPart)[] = [];
  let text = '';
  const kept = items.map((item: unknown, index): unknown => {
    const path = `${field}.${index}`;
    reading.refuseUnless(isPlainObject(item), path, 'must be an object with a `type`');
    if (item.type === 'text') {
      const { text: _, ...others } = item;
      const words = reading.textAt(item, 'text', `${path}.`);
      text += words;
      return { ...others, length: words.length };
    }
    const file = fileOf(item, `${path}.`);
    if (!file) return item;
    files.push(file);
    return { type: 'file', at: files.length - 1 };
  });
  return { text, output: { ...beside, items: kept }, files };
}

/** A picture or a document, with the name of its kind; `undefined` for what no other format can say. */
function fileOf(item: reading.Fields, prefix: string): ImagePart | DocumentPart | undefined {
  const read = (field: 'data' | 'url', part: reading.Fields): ImagePart | DocumentPart => {
    const { extra, ...file } = readFilePart(part, field, prefix);
    return { ...file, extra: { ...extra, type: item.type } };
  };
  switch (item.type) {
    case 'image-data':
    case 'file-data':
    case 'media':
      return read('data', item);
    case 'image-url':
      return read('url', { ...item, mediaType: item.mediaType ?? 'image/*' });
    case 'file-url':
      return read('url', item);
    default:
      return undefined;
  }
}

/** A tool's answer in the words of the format it came in. `parts` are those of its message. */
export function ownToolOutput(result: ToolResultPart, parts: readonly Part[]): AiSdkToolOutput {
  const { text, extra } = result;
  const output = isPlainObject(extra?.output) ? extra.output : undefined;
  const plain = plainOutput(result);
  // An output that was read is written as it was; where it was shortened since, it is words.
  if (!output) return plain;
  const { items, ...beside } = output;
  switch (output.type) {
    case 'json':
    case 'error-json': {
      const parsed = parsedJson(text);
      return parsed ? as({ ...beside, value: parsed.value }) : plain;
    }
    case 'execution-denied':
      return text === deniedText(output.reason) ? as(output) : plain;
    case 'content':
      return as({ ...beside, value: itemsOf(text, Array.isArray(items) ? items : [], parts) });
    case 'unread':
      return as(parsedJson(text)?.value ?? plain);
    default:
      return as({ ...output, value: text });
  }
}

/** An answer of another format: words, and beside them pictures and documents. */
export function foreignToolOutput(result: ToolResultPart, parts: readonly Part[]): AiSdkToolOutput {
  const files = parts.flatMap(fileItem);
  if (files.length === 0) return plainOutput(result);
  const words = isBlank(result.text) ? [] : [{ type: 'text', text: result.text } as const];
  return { type: 'content', value: [...words, ...files] };
}

/** The words alone, as an error where the tool failed. */
export function plainOutput({ text, isError }: ToolResultPart): AiSdkToolOutput {
  return { type: isError ? 'error-text' : 'text', value: text };
}

/** Put together from what was read out of an output. */
function as(output: unknown): AiSdkToolOutput {
  return output as AiSdkToolOutput;
}

function itemsOf(text: string, kept: readonly unknown[], parts: readonly Part[]): unknown[] {
  const files = parts.filter((part) => part.type === 'image' || part.type === 'document');
  const isWhole = kept.reduce<number>((sum, item) => sum + lengthOf(item), 0) === text.length;
  let end = 0;
  const items = kept.flatMap((item): readonly unknown[] => {
    if (!isPlainObject(item)) return [item];
    if (typeof item.length === 'number') {
      const { length: _, ...others } = item;
      const start = end;
      end += lengthOf(item);
      return isWhole ? [{ ...others, text: text.slice(start, end) }] : [];
    }
    const file = item.type === 'file' ? files[Number(item.at)] : undefined;
    return [file ? ownItem(file) : item];
  });
  return isWhole ? items : [{ type: 'text', text }, ...items];
}

function lengthOf(item: unknown): number {
  return isPlainObject(item) && typeof item.length === 'number' ? item.length : 0;
}

function ownItem(file: ImagePart | DocumentPart): unknown {
  const { bare, type, mediaType, ...extra } = file.extra ?? {};
  const url = fileUrlOf(file, true) ?? '';
  const named = file.type === 'document' && file.filename !== undefined;
  const ofUrl = type === 'image-url' || type === 'file-url';
  return {
    type,
    ...(type === 'image-url' ? {} : mediaType !== undefined && { mediaType }),
    ...extra,
    ...(named && { filename: file.filename }),
    [ofUrl ? 'url' : 'data']: bare ? base64Of(url) : url,
  };
}

function fileItem(part: Part): readonly AiSdkOutputItem[] {
  if (part.type === 'image') return [pictureItem(part.url)];
  if (part.type !== 'document') return [];
  const { data, fileId, filename } = part;
  if (data === undefined) return fileId === undefined ? [] : [{ type: 'file-id', fileId }];
  if (isAddress(data) && !data.startsWith('data:')) return [{ type: 'file-url', url: data }];
  const mediaType = mediaTypeOf(data) ?? 'application/octet-stream';
  const item = { type: 'file-data', data: base64Of(data), mediaType } as const;
  return [filename === undefined ? item : { ...item, filename }];
}

function pictureItem(url: string): AiSdkOutputItem {
  const mediaType = mediaTypeOf(url);
  if (mediaType === undefined) return { type: 'image-url', url };
  return { type: 'image-data', data: base64Of(url), mediaType };
}
