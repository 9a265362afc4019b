import type { Message, Part, PlanItem } from '@agent-memory/core';
import type { ToolCallPart, ToolResultPart } from '@agent-memory/core/formats';
import { isPlainObject, type reading } from '@agent-memory/core/internal';
import { parsedJson } from './json-text.ts';
import { base64Of, mediaTypeOf } from './media.ts';
import type { AiSdkToolOutput } from './model-message.ts';
import type { AiSdkJson } from './plain-values.ts';
import {
  isLockedReasoning,
  isOfSdk,
  MODEL_FORMAT,
  markerOf,
  providerFieldsOf,
  UI_FORMAT,
} from './provider-fields.ts';
import { fileUrlOf } from './read-file-part.ts';
import { toolInputOf } from './tool-input.ts';
import { foreignToolOutput, ownToolOutput, plainOutput } from './tool-output.ts';

/** One neutral message on its way into the format. */
export interface ShownMessage {
  readonly id: string;
  readonly message: Message;
  /** `repair`: it stands for the result of a call that has none. */
  readonly kind?: PlanItem['kind'];
}

/** A part of a message of the format. */
export type Content = Readonly<Record<string, unknown>>;

/** A `ModelMessage` while it is put together out of neutral ones. */
export interface ModelDraft {
  readonly role: Message['role'];
  readonly isOwn: boolean;
  readonly beside: reading.Fields;
  readonly isList: boolean;
  readonly content: Content[];
  /** Results with the place that they had in the message. */
  readonly results: { readonly at: number; readonly part: Content }[];
  /** Ids of what it is made from. */
  readonly ids: string[];
}

/** A call, and where it stands. */
interface PlacedCall {
  readonly call: ToolCallPart;
  readonly draft: ModelDraft;
  readonly content: Content;
  readonly byProvider: boolean;
}

/** Puts messages together in their order; what one message was read into is one again. */
export function modelDrafts(shown: readonly ShownMessage[]): ModelDraft[] {
  const drafts: ModelDraft[] = [];
  const calls = new Map<string, PlacedCall>();
  for (const item of shown) {
    if (item.message.role === 'tool') addResults(item, drafts, calls);
    else addWords(item, drafts, calls);
  }
  return drafts;
}

function addWords(item: ShownMessage, drafts: ModelDraft[], calls: Map<string, PlacedCall>): void {
  const { message } = item;
  const draft = draftFor(item, message.role, drafts);
  for (const part of message.parts) {
    const content = contentOf(part, message);
    if (!content) continue;
    draft.content.push(content);
    if (part.type !== 'tool-call') continue;
    const byProvider = isOfSdk(message) && part.extra?.providerExecuted === true;
    calls.set(part.callId, { call: part, draft, content, byProvider });
  }
}

function addResults(
  item: ShownMessage,
  drafts: ModelDraft[],
  calls: ReadonlyMap<string, PlacedCall>,
): void {
  const { message } = item;
  const isOwn = message.format === MODEL_FORMAT;
  const { at } = isOwn ? (message.extra ?? {}) : {};
  let isFirst = true;
  for (const part of message.parts) {
    if (part.type === 'tool-result') {
      const placed = calls.get(part.callId);
      const content = resultContent(part, placed?.call.toolName, item, isFirst);
      isFirst = false;
      if (typeof at === 'number') {
        draftFor(item, 'assistant', drafts).results.push({ at, part: content });
      } else if (!isOwn && placed?.byProvider) {
        placeBehindCall(placed, content, item.id);
      } else {
        draftFor(item, 'tool', drafts).content.push(content);
      }
    } else if (isOwn && part.type === 'unknown') {
      draftFor(item, 'tool', drafts).content.push(contentOfUnknown(part.value));
    }
  }
}

/** Among parts that results still have to find their places in, it stands last, so that these hold. */
function placeBehindCall({ draft, content: call }: PlacedCall, content: Content, id: string): void {
  const place = draft.isOwn ? draft.content.length : draft.content.indexOf(call) + 1;
  draft.content.splice(place, 0, content);
  draft.ids.push(id);
}

/** The draft that the message is part of: the last one where it continues from it, else a new one. */
function draftFor(
  { id, message }: ShownMessage,
  role: Message['role'],
  drafts: ModelDraft[],
): ModelDraft {
  const last = drafts.at(-1);
  const isOwn = message.format === MODEL_FORMAT;
  const goesOn = isOwn && message.continues && last?.isOwn;
  if (last?.role === role && (goesOn || last.ids.at(-1) === id)) {
    if (last.ids.at(-1) !== id) last.ids.push(id);
    return last;
  }
  const { content, role: _, at: __, ...beside } = isOwn ? (message.extra ?? {}) : {};
  const isList = content === 'list';
  const draft = { role, isOwn, beside, isList, content: [], results: [], ids: [id] };
  drafts.push(draft);
  return draft;
}

/** A part of a message, as the format says it; `undefined` for what belongs to another format. */
function contentOf(part: Part, message: Message): Content | undefined {
  const isOwn = message.format === MODEL_FORMAT;
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
    case 'tool-call': {
      const { callId: toolCallId, toolName } = part;
      const input = toolInputOf(part, isOfSdk(message));
      return { type: 'tool-call', toolCallId, toolName, input, ...extra };
    }
    case 'unknown':
      return isOwn ? contentOfUnknown(part.value) : undefined;
    case 'tool-result':
      return undefined;
    default:
      return part satisfies never;
  }
}

function contentOfUnknown(value: unknown): Content {
  return isPlainObject(value) ? value : {};
}

function foreignExtra(part: Part, message: Message): reading.Fields {
  const providerOptions = providerFieldsOf(message, part);
  const byProvider =
    part.type === 'tool-call' && isOfSdk(message) && part.extra?.providerExecuted === true;
  return {
    ...(byProvider && { providerExecuted: true }),
    ...(providerOptions && { providerOptions }),
  };
}

type FilePart = Extract<Part, { readonly type: 'image' | 'document' }>;

function ownFile(part: FilePart): Content {
  const { bare, type, ...extra } = part.extra ?? {};
  const url = fileUrlOf(part, true) ?? '';
  const text = bare ? base64Of(url) : url;
  if (part.type === 'image' && type !== 'file') return { type: 'image', image: text, ...extra };
  const named = part.type === 'document' && part.filename !== undefined;
  return { type: 'file', data: text, ...(named && { filename: part.filename }), ...extra };
}

/** A picture of the user is an image; everything else is a file, which needs a media type. */
function foreignFile(part: FilePart, message: Message, extra: reading.Fields): Content {
  const content = fileUrlOf(part, isOfSdk(message));
  if (content === undefined) return { type: 'text', text: markerOf(part) };
  const mediaType = mediaTypeOf(content) ?? part.extra?.mediaType;
  if (part.type === 'image' && message.role === 'user')
    return { type: 'image', image: content, ...extra };
  const fallback = part.type === 'image' ? 'image/*' : 'application/pdf';
  const filename = part.type === 'document' ? part.filename : undefined;
  return {
    type: 'file',
    data: content,
    mediaType: typeof mediaType === 'string' ? mediaType : fallback,
    ...(filename !== undefined && { filename }),
    ...extra,
  };
}

function resultContent(
  result: ToolResultPart,
  nameOfCall: string | undefined,
  { message, kind }: ShownMessage,
  takesFiles: boolean,
): Content {
  const base = { type: 'tool-result', toolCallId: result.callId };
  if (message.format === MODEL_FORMAT) {
    const { output: _, toolName, ...extra } = result.extra ?? {};
    return { ...base, toolName, output: ownToolOutput(result, message.parts), ...extra };
  }
  const toolName = nameOfCall ?? 'unknown';
  if (kind === 'repair')
    return { ...base, toolName, output: plainOutput({ ...result, isError: true }) };
  const providerOptions = providerFieldsOf(message, result);
  const output =
    jsonOutputOf(result, message) ?? foreignToolOutput(result, takesFiles ? message.parts : []);
  return { ...base, toolName, output, ...(providerOptions && { providerOptions }) };
}

/**
 * The result of a `UIMessage` as JSON, where it was that; `undefined` where it is words, or was
 * shortened to such.
 */
function jsonOutputOf(result: ToolResultPart, message: Message): AiSdkToolOutput | undefined {
  if (message.format !== UI_FORMAT || result.extra?.outputType !== 'json') return undefined;
  const parsed = parsedJson(result.text);
  return parsed && { type: 'json', value: parsed.value as AiSdkJson };
}
