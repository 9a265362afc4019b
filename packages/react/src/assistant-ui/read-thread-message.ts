import type { Part } from '@agent-memory/core';
import type { ReadMessage } from '@agent-memory/core/formats';
import {
  type Fields,
  isFields,
  kindOfText,
  listIn,
  messageData,
  nameIn,
  textIn,
  textOfValue,
} from '../messages/message-data.ts';
import {
  messageHead,
  onePart,
  piecesOf,
  type ReadPart,
  stepsOf,
  withExtra,
} from '../messages/message-pieces.ts';

/** The format's name. PERSISTED: stored messages carry it. */
export const ASSISTANT_UI = 'assistant-ui';

/**
 * Reads a `ThreadMessage` of assistant-ui into neutral messages: one for each step of an assistant's
 * message, and one for each result. The content of attachments joins the parts of the user's message.
 *
 * @throws InvalidMessageError naming the field [MSG-3].
 */
export function readThreadMessage(input: unknown): readonly ReadMessage[] {
  const data = messageData(input);
  const { id: _, role: __, content: ___, attachments, ...otherFields } = data;
  const { id, role } = messageHead(data);
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
    otherFields: { ...otherFields, ...(meta.length > 0 && { attachments: meta }) },
  });
}

/** Calls in a row are one step; the next one begins after their results. */
function isNextStep(part: ReadPart, step: readonly ReadPart[]): boolean {
  const isCall = 'parts' in part && part.parts?.[0]?.type === 'tool-call';
  return !isCall && step.some((earlier) => 'result' in earlier && earlier.result);
}

/** Marks a part with the number of its attachment. */
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
      return onePart(withExtra({ type: 'text', text: textIn(part, 'text', prefix) }, extra));
    }
    case 'reasoning': {
      const { text: __, ...extra } = fields;
      return onePart(withExtra({ type: 'thinking', text: textIn(part, 'text', prefix) }, extra));
    }
    case 'image': {
      const { image: __, ...extra } = fields;
      return onePart(withExtra({ type: 'image', url: nameIn(part, 'image', prefix) }, extra));
    }
    case 'file':
      return onePart(filePart(fields, prefix));
    case 'tool-call':
      return toolCall(fields, prefix);
    case 'audio':
      return onePart({ type: 'unknown', value: part });
    default:
      // Sources, data and generated interfaces are for people; no model reads them.
      return { unread: part };
  }
}

/** A file as an image or a document; a file that is stored elsewhere keeps its id or address. */
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

/** A call and, apart, its result. Fields that belong to neither alone are kept with the call. */
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
  if (!('result' in others)) return onePart(withExtra(call, { ...ofArguments, ...others }));
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

/** The text of a result that a model reads in place of the value that people see. */
function wordsOf(content: readonly unknown[]): string {
  return content
    .map((part) => (isFields(part) && part.type === 'text' ? String(part.text) : ''))
    .join('');
}
