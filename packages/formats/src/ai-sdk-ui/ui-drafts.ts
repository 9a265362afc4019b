import { type Message, type Part, toolResultsOf } from '@agent-memory/core';
import type { ToolCallPart, ToolResultPart } from '@agent-memory/core/formats';
import { isPlainObject, type reading } from '@agent-memory/core/internal';
import { parsedJson } from '../ai-sdk/json-text.ts';
import { base64Of, mediaTypeOf } from '../ai-sdk/media.ts';
import type { Content, ShownMessage } from '../ai-sdk/model-drafts.ts';
import {
  isLockedReasoning,
  isOfSdk,
  markerOf,
  providerFieldsOf,
  UI_FORMAT,
} from '../ai-sdk/provider-fields.ts';
import { fileUrlOf } from '../ai-sdk/read-file-part.ts';
import { toolInputOf } from '../ai-sdk/tool-input.ts';
import {
  type ApprovalState,
  approvalStateOf,
  deniedTextOf,
  isApprovalState,
} from './read-ui-message.ts';

/** A call while it waits for its result, and with it. */
export interface UiCall {
  readonly call: ToolCallPart;
  readonly message: Message;
  result?: { readonly part: ToolResultPart; readonly shown: ShownMessage };
}

/** A part as it will be, or a call whose result may still come. */
export type UiPiece = { readonly content: Content } | { readonly toolCall: UiCall };

/** A `UIMessage` while it is put together out of neutral ones. */
export interface UiDraft {
  readonly id: string;
  readonly role: 'system' | 'user' | 'assistant';
  readonly isOwn: boolean;
  readonly beside: reading.Fields;
  readonly pieces: UiPiece[];
  /** Ids of what it is made from. */
  readonly ids: string[];
}

/** Calls by their id, those of one message in their order: each takes a result. */
type OpenCalls = Map<string, readonly UiCall[]>;

/**
 * Puts messages together in their order; what one message was read into is one again. Results go
 * to their calls. A result that answers no open call is what the user's side passes on.
 */
export function uiDrafts(shown: readonly ShownMessage[]): UiDraft[] {
  const drafts: UiDraft[] = [];
  const open: OpenCalls = new Map();
  for (const item of shown) {
    if (item.message.role === 'tool') addResults(item, drafts, open);
    else addWords(item, drafts, open);
  }
  return drafts;
}

function addWords(item: ShownMessage, drafts: UiDraft[], open: OpenCalls): void {
  const { message } = item;
  const pieces = message.parts.flatMap((part): UiPiece[] => {
    if (part.type === 'tool-call') return [{ toolCall: { call: part, message } }];
    const content = contentOf(part, message);
    return content ? [{ content }] : [];
  });
  const calls = pieces.flatMap((piece) => ('toolCall' in piece ? [piece.toolCall] : []));
  for (const { call } of calls) {
    const ofSameId = calls.filter((other) => other.call.callId === call.callId);
    open.set(call.callId, ofSameId);
  }
  draftFor(item, drafts)?.pieces.push(...withUnread(pieces, message));
}

/**
 * Parts that were kept unread stand in their places again; the others have as many places as were
 * left.
 */
function withUnread(pieces: readonly UiPiece[], { format, extra }: Message): readonly UiPiece[] {
  const all = [...pieces];
  const unread = format === UI_FORMAT && Array.isArray(extra?.unread) ? extra.unread : [];
  for (const [place, content] of unread) all.splice(Number(place), 0, { content });
  return all;
}

function draftFor({ id, message }: ShownMessage, drafts: UiDraft[]): UiDraft | undefined {
  const { role, extra = {}, continues } = message;
  if (role === 'tool') return undefined;
  const isOwn = message.format === UI_FORMAT;
  const { id: ownId, unread: _, ...beside } = isOwn ? extra : {};
  const last = drafts.at(-1);
  if (last && continues && last.isOwn && isOwn && last.id === ownId) {
    last.ids.push(id);
    return last;
  }
  const named = typeof ownId === 'string' ? ownId : id;
  const draft = { id: named, role, isOwn, beside, pieces: [], ids: [id] };
  drafts.push(draft);
  return draft;
}

function addResults(item: ShownMessage, drafts: UiDraft[], open: OpenCalls): void {
  const markers = item.message.parts.flatMap((part) => markerOf(part) ?? []);
  toolResultsOf(item.message).forEach((result, index) => {
    const part = index === 0 && markers.length > 0 ? withMarkers(result, markers) : result;
    const [toolCall, ...others] = open.get(part.callId) ?? [];
    if (!toolCall) {
      const text = `[Tool output without a matching call (${part.callId})]\n${part.text}`;
      drafts.push(wordsDraft(item.id, text));
      return;
    }
    open.set(part.callId, others);
    toolCall.result = { part, shown: item };
    drafts.find(({ pieces }) => pieces.some((piece) => isOf(piece, toolCall)))?.ids.push(item.id);
  });
}

function isOf(piece: UiPiece, toolCall: UiCall): boolean {
  return 'toolCall' in piece && piece.toolCall === toolCall;
}

function withMarkers(result: ToolResultPart, markers: readonly string[]): ToolResultPart {
  const text = [result.text, ...markers].filter((line) => line !== '').join('\n');
  return { ...result, text };
}

/** A message of the user's side with these words. */
export function wordsDraft(id: string, text: string): UiDraft {
  const pieces = [{ content: { type: 'text', text } }];
  return { id, role: 'user', isOwn: false, beside: {}, pieces, ids: [id] };
}

/** A part that is no call, as the format says it; `undefined` for what belongs to another format. */
function contentOf(part: Part, message: Message): Content | undefined {
  const isOwn = message.format === UI_FORMAT;
  const extra = isOwn && part.type !== 'unknown' ? (part.extra ?? {}) : foreignExtra(part, message);
  switch (part.type) {
    case 'text':
      return { type: 'text', text: part.text, ...extra };
    case 'thinking':
      if (isLockedReasoning(message)) return undefined;
      return { type: 'reasoning', text: part.text, ...extra };
    case 'image':
    case 'document':
      return isOwn ? ownFile(part) : foreignFile(part, message, extra);
    case 'unknown':
      return isOwn && isPlainObject(part.value) && !isApprovalState(part.value)
        ? part.value
        : undefined;
    case 'tool-call':
    case 'tool-result':
      return undefined;
    default:
      return part satisfies never;
  }
}

function foreignExtra(part: Part, message: Message): reading.Fields {
  const providerMetadata = providerFieldsOf(message, part);
  return providerMetadata ? { providerMetadata } : {};
}

type FilePart = Extract<Part, { readonly type: 'image' | 'document' }>;

function ownFile(part: FilePart): Content {
  const { bare, ...extra } = part.extra ?? {};
  const url = fileUrlOf(part, true) ?? '';
  const named = part.type === 'document' && part.filename !== undefined;
  return {
    type: 'file',
    url: bare ? base64Of(url) : url,
    ...(named && { filename: part.filename }),
    ...extra,
  };
}

function foreignFile(part: FilePart, message: Message, extra: reading.Fields): Content {
  const url = fileUrlOf(part, isOfSdk(message));
  if (url === undefined) return { type: 'text', text: markerOf(part) };
  const fallback = part.type === 'image' ? 'image/*' : 'application/pdf';
  const mediaType = mediaTypeOf(url) ?? part.extra?.mediaType ?? fallback;
  const named = part.type === 'document' && part.filename !== undefined;
  return { type: 'file', mediaType, url, ...(named && { filename: part.filename }), ...extra };
}

/** A call with its result as one part. */
export function toolContentOf({ call, message, result }: UiCall): Content {
  const asked = approvalStateOf(message, call.callId);
  const { type: ofCall, ...besideCall } = fieldsOfCall(call, message, asked);
  const isOwnResult = result?.shown.message.format === UI_FORMAT;
  const { type: ofResult, ...besideResult } = isOwnResult ? (result.part.extra ?? {}) : {};
  const isDynamic = (ofResult ?? ofCall) === 'dynamic-tool';
  const { callId: toolCallId, toolName } = call;
  const kind = isDynamic ? { type: 'dynamic-tool', toolName } : { type: `tool-${toolName}` };
  const input = toolInputOf(call, isOfSdk(message));
  const base = { ...kind, toolCallId, input };
  if (!result) return { ...base, state: asked?.state ?? 'input-available', ...besideCall };
  const { refusedInput, ...fields } = besideResult;
  const refused = refusedInput === undefined ? {} : refusedFields(refusedInput, input);
  return { ...base, ...refused, ...answered(besideCall), ...resultFields(result, fields) };
}

function refusedFields(refusedInput: unknown, rawInput: unknown): reading.Fields {
  return { input: refusedInput === 'null' ? null : undefined, rawInput };
}

function fieldsOfCall(
  call: ToolCallPart,
  message: Message,
  asked: ApprovalState | undefined,
): reading.Fields {
  if (message.format !== UI_FORMAT) return callExtra(call, message);
  return { ...call.extra, ...asked?.fields };
}

/** Fields that a call of AI SDK carries in its other format. */
function callExtra(call: ToolCallPart, message: Message): reading.Fields {
  if (!isOfSdk(message)) return {};
  const callProviderMetadata = providerFieldsOf(message, call);
  return {
    ...(call.extra?.providerExecuted === true && { providerExecuted: true }),
    ...(callProviderMetadata && { callProviderMetadata }),
  };
}

/** A call that has a result was not forbidden. */
function answered(fields: reading.Fields): reading.Fields {
  const { approval, ...others } = fields;
  return isPlainObject(approval) && approval.approved === true ? fields : others;
}

function resultFields(
  { part, shown }: NonNullable<UiCall['result']>,
  { state, outputType, ...beside }: reading.Fields,
): reading.Fields {
  if (state === 'output-denied') {
    const isWhole = part.text === deniedTextOf(beside.approval);
    const approval = isPlainObject(beside.approval) ? beside.approval : {};
    return { ...beside, state, ...(!isWhole && { approval: { ...approval, reason: part.text } }) };
  }
  if (part.isError || shown.kind === 'repair') {
    return { state: 'output-error', errorText: part.text, ...beside };
  }
  return { state: 'output-available', ...outputOf(part, shown.message, outputType), ...beside };
}

/** JSON where it was that, unless it was shortened since: then it is words. */
function outputOf(part: ToolResultPart, message: Message, outputType: unknown): reading.Fields {
  if (outputType === 'none' && part.text === '') return { output: undefined };
  const isJson = outputType === 'json' || isJsonOfModel(part, message);
  const parsed = isJson ? parsedJson(part.text) : undefined;
  return { output: parsed ? parsed.value : part.text };
}

function isJsonOfModel({ extra }: ToolResultPart, message: Message): boolean {
  return isOfSdk(message) && isPlainObject(extra?.output) && extra.output.type === 'json';
}
