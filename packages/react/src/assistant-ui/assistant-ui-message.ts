import { InvalidMessageError, type Part, type ReadMessage } from '@agent-memory/core';
import {
  type Fields,
  hasFields,
  isFields,
  kindOfText,
  listIn,
  messageData,
  nameIn,
  textIn,
  textOfValue,
} from '../tanstack-ai/message-data.ts';
import { piecesOf, type ReadPart, stepsOf } from '../tanstack-ai/message-pieces.ts';

/** The name under which messages of assistant-ui keep what is only theirs. */
export const ASSISTANT_UI = 'assistant-ui';

/**
 * A `ThreadMessage` of assistant-ui in neutral pieces: each step of an assistant's message, and each
 * result, is one of its own. The content of attachments is part of what the user said.
 *
 * @throws InvalidMessageError naming the field [MSG-3].
 */
export function readThreadMessage(input: unknown): readonly ReadMessage[] {
  const data = messageData(input);
  const { id: _, role, content: __, attachments, ...beside } = data;
  const id = nameIn(data, 'id');
  if (role !== 'system' && role !== 'user' && role !== 'assistant') {
    throw new InvalidMessageError('role', 'must be system, user or assistant.');
  }
  const parts = listIn(data, 'content').map((part, at) => readPart(part, `content.${at}.`));
  const attached = attachments === undefined ? [] : listIn(data, 'attachments');
  const ofAttachments = attached.flatMap((attachment, attachmentIndex) =>
    attachment.content === undefined
      ? []
      : listIn(attachment, 'content').map((part, at) =>
          ofAttachment(
            readPart(part, `attachments.${attachmentIndex}.content.${at}.`),
            attachmentIndex,
          ),
        ),
  );
  const all = [...parts, ...ofAttachments];
  const meta = attached.map(({ content: _content, file: _file, ...kept }) => kept);
  return piecesOf({
    format: ASSISTANT_UI,
    id,
    role,
    steps: role === 'assistant' ? stepsOf(all, isNextStep) : [all],
    beside: { ...beside, ...(meta.length > 0 && { attachments: meta }) },
  });
}

/** Calls in a row are one step; what is said after they were answered is the next. */
function isNextStep(part: ReadPart, step: readonly ReadPart[]): boolean {
  const isCall = 'parts' in part && part.parts?.[0]?.type === 'tool-call';
  return !isCall && step.some((earlier) => 'result' in earlier && earlier.result);
}

/** A part that no model reads is kept as it is; the others know which attachment they are of. */
function ofAttachment(read: ReadPart, attachment: number): ReadPart {
  if ('unread' in read) return { unread: { ...read.unread, attachment } };
  const parts = (read.parts ?? []).map((part) =>
    part.type === 'unknown'
      ? { ...part, value: { ...(isFields(part.value) && part.value), attachment } }
      : { ...part, extra: { ...part.extra, attachment } },
  );
  return { parts };
}

function readPart(part: Fields, prefix: string): ReadPart {
  const { type: _, ...fields } = part;
  switch (nameIn(part, 'type', prefix)) {
    case 'text': {
      const { text: __, ...extra } = fields;
      return one(withExtra({ type: 'text', text: textIn(part, 'text', prefix) }, extra));
    }
    case 'reasoning': {
      const { text: __, ...extra } = fields;
      return one(withExtra({ type: 'thinking', text: textIn(part, 'text', prefix) }, extra));
    }
    case 'image': {
      const { image: __, ...extra } = fields;
      return one(withExtra({ type: 'image', url: nameIn(part, 'image', prefix) }, extra));
    }
    case 'file':
      return one(filePart(fields, prefix));
    case 'tool-call':
      return toolCall(fields, prefix);
    case 'audio':
      return one({ type: 'unknown', value: part });
    default:
      // Sources, data and generated interfaces are shown to people; no model reads them.
      return { unread: part };
  }
}

function one(part: Part): ReadPart {
  return { parts: [part] };
}

function withExtra<Type extends Part>(part: Type, extra: Fields): Type {
  return hasFields(extra) ? { ...part, extra } : part;
}

/** A file as a picture or a document; one that is kept elsewhere by its id or address. */
function filePart(fields: Fields, prefix: string): Part {
  const { data: _, filename, ...extra } = fields;
  const data = nameIn(fields, 'data', prefix);
  const named = typeof filename === 'string' ? { filename } : {};
  const isElsewhere = /^https?:/.test(data);
  if (fields.sourceType === 'id') return { type: 'document', fileId: data, ...named, extra };
  const isInline = data.startsWith('data:');
  const url = isElsewhere || isInline ? data : `data:${String(fields.mimeType)};base64,${data}`;
  const kept = { ...extra, ...(!isElsewhere && !isInline && { isBare: true }) };
  if (String(fields.mimeType).startsWith('image/')) {
    return { type: 'image', url, extra: { ...kept, ...named, isFile: true } };
  }
  return isElsewhere
    ? { type: 'document', ...named, extra: { ...kept, data } }
    : { type: 'document', data: url, ...named, extra: kept };
}

/** A call, with its result apart. What is said of both is kept with the call. */
function toolCall(fields: Fields, prefix: string): ReadPart {
  const callId = nameIn(fields, 'toolCallId', prefix);
  const toolName = nameIn(fields, 'toolName', prefix);
  const { toolCallId: _, toolName: __, args, argsText, ...others } = fields;
  const { result, isError, modelContent, ...ofCall } = others;
  const hasText = typeof argsText === 'string' && argsText !== '';
  const json = hasText ? argsText : textOfValue(args ?? {});
  const call = { type: 'tool-call', callId, toolName, arguments: json } as const;
  const ofArguments = {
    ...(kindOfText(json, args) === undefined && { args }),
    ...(!hasText && { argsText }),
  };
  if (!('result' in others)) return one(withExtra(call, { ...ofArguments, ...others }));
  const words = Array.isArray(modelContent) ? wordsOf(modelContent) : '';
  const extra = {
    kind: typeof result === 'string' ? 'text' : 'json',
    ...(isError === false && { isError }),
    ...(modelContent !== undefined && { modelContent }),
    ...(words !== '' && { result }),
  };
  return {
    parts: [withExtra(call, { ...ofArguments, ...ofCall })],
    result: {
      type: 'tool-result',
      callId,
      text: words === '' ? textOfValue(result) : words,
      ...(isError === true && { isError }),
      extra,
    },
  };
}

/** What a model is to read of a result in place of what people are shown. */
function wordsOf(content: readonly unknown[]): string {
  return content
    .map((part) => (isFields(part) && part.type === 'text' ? String(part.text) : ''))
    .join('');
}
