import type { Message, Part } from '@agent-memory/core';
import type { DocumentPart, ImagePart } from '@agent-memory/core/formats';
import type { reading } from '@agent-memory/core/internal';
import { inlineDataOf } from '../anthropic/data-url.ts';
import { ABSENT_FILE } from '../stand-ins.ts';
import { argsOf, filePart, responseOf } from './part-fields.ts';

/**
 * The value with which the API is told that a call was not made by its model, so that it asks for no
 * signature. Source: Gemini docs, "Thought signatures", questions on traces of other models.
 */
const NOT_OF_THIS_MODEL = 'skip_thought_signature_validator';

/** Endings of addresses that name a kind of picture; any other is taken as a JPEG. */
const PICTURES = /\.(png|webp|gif|heic)(?:[?#]|$)/i;

/**
 * A message that came in another format, as parts. What only that one can say is left out; reasoning
 * too, which no provider takes from another.
 */
export function foreignParts(message: Message): readonly reading.Fields[] {
  const { role, parts } = message;
  const isWords = role === 'assistant' || role === 'system';
  const first = parts.findIndex(({ type }) => type === 'tool-call');
  const written = parts.flatMap((part, index): readonly reading.Fields[] => {
    if (part.type === 'tool-call') return [callPart(part, index === first)];
    return isWords ? wordsOf(part) : contentOf(part);
  });
  if (role !== 'tool') return written;
  const answers = written.filter((part) => 'functionResponse' in part);
  const beside = written.filter((part) => !('functionResponse' in part));
  if (beside.length === 0) return answers;
  const [result] = parts.filter((part) => part.type === 'tool-result');
  return [...answers, { text: `[Result of call ${result?.callId}, continued:]` }, ...beside];
}

function callPart(part: Extract<Part, { type: 'tool-call' }>, isFirst: boolean): reading.Fields {
  const { toolName: name, arguments: text } = part;
  return {
    functionCall: { name, args: argsOf(text) },
    ...(isFirst && { thoughtSignature: NOT_OF_THIS_MODEL }),
  };
}

/** Pictures and files are the user's and the tools' alone. */
function wordsOf(part: Part): readonly reading.Fields[] {
  if (part.type === 'image') return [{ text: '[image]' }];
  if (part.type === 'document') return [{ text: ABSENT_FILE.text }];
  return contentOf(part);
}

function contentOf(part: Part): readonly reading.Fields[] {
  switch (part.type) {
    case 'text':
      return [{ text: part.text }];
    case 'image':
      return [picture(part)];
    case 'document':
      return [file(part)];
    case 'tool-result':
      return [{ functionResponse: { response: responseOf(part) } }];
    case 'tool-call':
    case 'thinking':
    case 'unknown':
      return [];
  }
}

function picture({ type, url }: ImagePart): reading.Fields {
  if (inlineDataOf(url)) return filePart({ type, url });
  if (!/^https?:/.test(url)) return { text: '[image]' };
  const mimeType = `image/${PICTURES.exec(url)?.[1]?.toLowerCase() ?? 'jpeg'}`;
  return { fileData: { mimeType, fileUri: url } };
}

/** An id or an address names a file at the provider that gave it, and no file anywhere else. */
function file({ type, data }: DocumentPart): reading.Fields {
  const isInline = data !== undefined && inlineDataOf(data);
  return isInline ? filePart({ type, data }) : { text: ABSENT_FILE.text };
}
