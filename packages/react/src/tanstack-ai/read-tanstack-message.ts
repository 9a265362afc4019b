import { InvalidMessageError, type Message, type Part } from '@agent-memory/core';
import type { ReadMessage } from '@agent-memory/core/formats';
import {
  type Fields,
  isFields,
  kindOfText,
  listIn,
  messageData,
  nameIn,
  parsedJson,
  textIn,
  textOfValue,
} from '../messages/message-data.ts';
import {
  messageHead,
  onePart,
  piecesOf,
  type ReadPart,
  stepsOf,
  type ToolResultPart,
  withExtra,
} from '../messages/message-pieces.ts';

/** The format's name. PERSISTED: stored messages carry it. */
export const TANSTACK_AI = 'tanstack-ai';

/**
 * Reads a `UIMessage` of TanStack AI into neutral messages: one for each step of an assistant's message,
 * and one for each result.
 *
 * @throws InvalidMessageError naming the field [MSG-3].
 */
export function readTanStackMessage(input: unknown): readonly ReadMessage[] {
  const data = messageData(input);
  const { id: _, role: __, parts: ___, ...otherFields } = data;
  const { id, role } = messageHead(data);
  const list = listIn(data, 'parts');
  const answered = new Set(list.filter(isResult).map(({ toolCallId }) => toolCallId));
  const parts = list.map((part, index) => readPart(part, `parts.${index}.`, answered));
  const steps = role === 'assistant' ? stepsOf(parts, isNextStep) : [parts];
  return piecesOf({ format: TANSTACK_AI, id, role, steps, otherFields });
}

function isResult({ type }: Fields): boolean {
  return type === 'tool-result';
}

function isNextStep(part: ReadPart, step: readonly ReadPart[]): boolean {
  const isAnswer = 'result' in part && !part.parts;
  return !isAnswer && step.some((earlier) => 'result' in earlier && earlier.result);
}

function readPart(part: Fields, prefix: string, answered: ReadonlySet<unknown>): ReadPart {
  switch (nameIn(part, 'type', prefix)) {
    case 'text': {
      const { type: _, content: __, ...extra } = part;
      return onePart(withExtra({ type: 'text', text: textIn(part, 'content', prefix) }, extra));
    }
    case 'thinking': {
      const { type: _, content: __, signature, ...extra } = part;
      const signed = typeof signature === 'string' ? { signature } : {};
      const text = textIn(part, 'content', prefix);
      return onePart(withExtra({ type: 'thinking', text, ...signed }, extra));
    }
    case 'image':
    case 'document':
      return onePart(filePart(part, prefix));
    case 'tool-call':
      return toolCall(part, prefix, answered);
    case 'tool-result':
      return { result: toolResult(part, prefix) };
    case 'structured-output':
      return structuredOutput(part, prefix);
    case 'ui-resource':
      return { unread: part };
    default:
      return onePart({ type: 'unknown', value: part });
  }
}

/** An image by its address or as a data URL; a document as a data URL, or with an address that only this format reads. */
function filePart({ type, source, ...extra }: Fields, prefix: string): Part {
  if (!isFields(source)) throw new InvalidMessageError(`${prefix}source`, 'must be a source.');
  const value = nameIn(source, 'value', `${prefix}source.`);
  const { value: _, ...ofSource } = source;
  const isData = source.type === 'data';
  const url = isData ? `data:${String(source.mimeType)};base64,${value}` : value;
  if (type === 'image') return { type, url, extra: { ...extra, source: ofSource } };
  return url.startsWith('data:')
    ? { type: 'document', data: url, extra: { ...extra, source: ofSource } }
    : { type: 'document', extra: { ...extra, source } };
}

/** Structured output is the model's text as JSON; no model reads it before it is complete. */
function structuredOutput(part: Fields, prefix: string): ReadPart {
  const { type: _, raw: __, ...structured } = part;
  const raw = textIn(part, 'raw', prefix);
  if (part.status !== 'complete' || raw === '') return { unread: part };
  return onePart({ type: 'text', text: raw, extra: { structured } });
}

/** The state of a call that the user is asked about, as a part: the answer makes another message of it. */
interface ApprovalState {
  readonly type: 'approval-state';
  readonly toolCallId: string;
  readonly state: unknown;
  readonly approval: unknown;
}

/** A call, with its result where its output has no part of its own. A call that is still being written is kept unread. */
function toolCall(part: Fields, prefix: string, answered: ReadonlySet<unknown>): ReadPart {
  const callId = nameIn(part, 'id', prefix);
  const toolName = nameIn(part, 'name', prefix);
  const json = textIn(part, 'arguments', prefix);
  const { type: _, id: __, name: ___, arguments: ____, ...fields } = part;
  const { input, output, approval, state, ...others } = fields;
  const isAnswered = answered.has(callId) || output !== undefined;
  if (!isAnswered && !isWritten(state, json)) return { unread: part };
  const extra = {
    ...others,
    ...('input' in fields && withoutCopy(json, input, 'input')),
    ...(isAnswered && { state, ...(approval !== undefined && { approval }) }),
    ...(!isAnswered && approval === undefined && { state }),
  };
  const call = { type: 'tool-call', callId, toolName, arguments: json } as const;
  if (!isAnswered && approval !== undefined) {
    const asked: ApprovalState = { type: 'approval-state', toolCallId: callId, state, approval };
    return { parts: [withExtra(call, extra), { type: 'unknown', value: asked }] };
  }
  if (output === undefined) return onePart(withExtra(call, extra));
  const hasOwnPart = answered.has(callId);
  const kept = hasOwnPart ? { output } : { outputIsResult: true };
  const result: ToolResultPart = {
    type: 'tool-result',
    callId,
    text: textOfValue(output),
    ...(state === 'error' && { isError: true as const }),
    extra: { ofCall: true, kind: typeof output === 'string' ? 'text' : 'json' },
  };
  return { parts: [withExtra(call, { ...extra, ...kept })], ...(!hasOwnPart && { result }) };
}

function isWritten(state: unknown, json: string): boolean {
  if (state === 'awaiting-input' || state === 'input-streaming') return false;
  return json === '' || parsedJson(json) !== undefined;
}

function withoutCopy(text: string, value: unknown, field: string): Fields {
  const kind = kindOfText(text, value);
  return kind === undefined ? { [field]: value } : { [`${field}Is`]: kind };
}

/** A result with the text that a model reads. */
function toolResult(part: Fields, prefix: string): ToolResultPart {
  const callId = nameIn(part, 'toolCallId', prefix);
  const { type: _, toolCallId: __, content, state, ...others } = part;
  if (typeof content !== 'string' && !Array.isArray(content)) {
    throw new InvalidMessageError(`${prefix}content`, 'must be a text or a list of parts.');
  }
  const words = typeof content === 'string' ? content : wordsOf(content);
  const isError = state === 'error';
  const error = isError && words === '' && typeof part.error === 'string' ? part.error : undefined;
  const extra = {
    ...others,
    ...(!isError && state !== 'complete' && { state }),
    ...(typeof content !== 'string' && { content }),
    ...(error !== undefined && { textIsError: true }),
  };
  const failed = isError ? { isError: true as const } : {};
  return withExtra({ type: 'tool-result', callId, text: error ?? words, ...failed }, extra);
}

export function wordsOf(content: readonly unknown[]): string {
  return content
    .map((part) => (isFields(part) && part.type === 'text' ? String(part.content) : ''))
    .join('');
}

export function isApprovalState(value: unknown): value is ApprovalState {
  return isFields(value) && value.type === 'approval-state';
}

/** Whether the user has allowed or denied a call. */
export function isDecided(message: Message, callId: string): boolean {
  return message.parts.some(
    ({ type, ...part }) =>
      type === 'unknown' &&
      'value' in part &&
      isApprovalState(part.value) &&
      part.value.toolCallId === callId &&
      isFields(part.value.approval) &&
      part.value.approval.approved !== undefined,
  );
}
