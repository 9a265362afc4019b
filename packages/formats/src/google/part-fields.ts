import type { DocumentPart, ImagePart, ToolResultPart } from '@agent-memory/core/formats';
import { isPlainObject, type reading } from '@agent-memory/core/internal';
import { parsedJson } from '../ai-sdk/json-text.ts';
import { inlineDataOf } from '../anthropic/data-url.ts';
/** A file in the request, or by its address at this provider. */
export function filePart(part: ImagePart | DocumentPart): reading.Fields {
  const { inlineData = {}, fileData = {}, ...beside } = part.extra ?? {};
  const url = part.type === 'image' ? part.url : part.data;
  const inline = inlineDataOf(url ?? '');
  if (inline) {
    const { media_type: mimeType, data } = inline;
    return { ...beside, inlineData: { ...Object(inlineData), mimeType, data } };
  }
  const fileUri = part.type === 'image' ? part.url : part.fileId;
  return { ...beside, fileData: { ...Object(fileData), fileUri } };
}

/** The arguments as an object. A model of another provider may have written none, or broken ones. */
export function argsOf(text: string): reading.Fields {
  if (text.trim() === '') return {};
  const value = parsedJson(text)?.value;
  return isPlainObject(value) ? value : { arguments: value ?? text };
}

/** An answer as an object. What came as JSON and was shortened since is a text. */
export function responseOf({ text, isError }: ToolResultPart, as?: unknown): reading.Fields {
  const value = as === 'json' ? parsedJson(text)?.value : undefined;
  if (isPlainObject(value)) return value;
  const isField = as === 'output' || as === 'result' || as === 'error';
  const field = isField ? as : isError ? 'error' : 'output';
  return { [field]: text };
}
