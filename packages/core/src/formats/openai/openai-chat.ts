import { frozenCopy } from '../../message/frozen-copy.ts';
import {
  isImageDetail,
  isRole,
  type Message,
  type Part,
  type Role,
  type TextPart,
  type ToolCallPart,
  type ToolResultPart,
  toolCallsOf,
  toolResultsOf,
} from '../../message/message.ts';
import { perMessage } from '../../message/per-message.ts';
import { isDeeperThan, isPlainObject } from '../../message/plain-object.ts';
import {
  argumentsAt,
  type Fields,
  fieldAt,
  isText,
  itemsOf,
  nameAt,
  objectAt,
  readerOf,
  refuseUnless,
  textAt,
  withExtra,
} from '../../message/read-field.ts';
import { readyJson } from '../../message/ready-data.ts';
import { sendableName, shortId } from '../sendable-names.ts';
import type { OpenAiContentPart, OpenAiMessage, OpenAiToolCall } from './openai-message.ts';

/** Stands for a file that the provider could not open: another one knows it, or it is of no kind that is taken. */
const ABSENT_FILE: TextPart = Object.freeze({ type: 'text', text: '[file]' });

/**
 * Reads an OpenAI message into the neutral form; fields and parts that this library does not know
 * are kept and come back with the original unchanged.
 *
 * @param message made by `copyPlainData`; what is kept unread is taken over as it is.
 * @throws InvalidMessageError naming the field [MSG-3].
 */
export function readOpenAiMessage(message: Fields): Message {
  const isDeveloper = message.role === 'developer';
  const role = isDeveloper ? 'system' : message.role;
  refuseUnless(isRole(role), 'role', 'must be system, developer, user, assistant or tool');
  const { id: _, ...unread } = unreadFields(message);
  const extra = isDeveloper ? { ...unread, role: 'developer' } : unread;
  return withExtra({ role, parts: partsOf(role, message) }, extra);
}

/** Fields for which the neutral form has no place. */
function unreadFields(message: Fields): Fields {
  const { role: _, content: __, tool_calls: ___, tool_call_id: ____, ...unread } = message;
  return unread;
}

function hasFields(value: object): boolean {
  return Object.keys(value).length > 0;
}

function partsOf(role: Role, message: Fields): readonly Part[] {
  switch (role) {
    case 'assistant':
      return [...contentParts(message.content ?? []), ...callParts(message.tool_calls ?? [])];
    case 'tool':
      return resultParts(contentParts(message.content ?? []), nameAt(message, 'tool_call_id', ''));
    case 'system':
    case 'user':
      return contentParts(fieldAt(message, 'content', ''));
  }
}

function contentParts(content: unknown): readonly Part[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return itemsOf(content, 'content', 'must be text or a list of parts', contentPart);
}

const kindAt = readerOf(isText, 'must name the kind of part');

/** A part of a known kind is checked; all others are passed through as they are. */
function contentPart(part: unknown, field: string): Part {
  refuseUnless(isPlainObject(part), field, 'must be a part with a `type`');
  const prefix = `${field}.`;
  const type = kindAt(part, 'type', prefix);
  if (type === 'text') return textPart(part, prefix);
  refuseUnless(!isOfOthers(type, part), `${prefix}type`, 'is of another format');
  const isPicture = type === 'image_url';
  const read = isPicture ? imagePart : type === 'file' ? documentPart : undefined;
  return read?.(part, prefix) ?? { type: 'unknown', value: part };
}

/** Sent to this provider such a part would be refused, and every call while it is in the context. */
function isOfOthers(type: string, part: Fields): boolean {
  return (
    /^tool[-_](use|call|result)|put_text|^refusal$/.test(type) ||
    ['source', 'signature', 'mimeType'].some((name) => name in part)
  );
}

function textPart(part: Fields, prefix: string): Part {
  const { type: _, text: __, ...extra } = part;
  return withExtra({ type: 'text', text: textAt(part, 'text', prefix) }, extra);
}

/** `undefined` where the part has more to it than the neutral form can say. */
function imagePart({ type: _, ...part }: Fields, prefix: string): Part | undefined {
  const { image_url: __, ...beside } = part;
  const image = objectAt(part, 'image_url', prefix);
  const url = nameAt(image, 'url', `${prefix}image_url.`);
  const { url: ___, detail, ...others } = image;
  if (hasFields({ ...beside, ...others })) return undefined;
  if (detail === undefined) return { type: 'image', url };
  return isImageDetail(detail) ? { type: 'image', url, detail } : undefined;
}

function documentPart({ type: _, ...part }: Fields, prefix: string): Part | undefined {
  const { file: __, ...beside } = part;
  const { file_id: fileId, file_data: data, filename, ...others } = objectAt(part, 'file', prefix);
  if (hasFields({ ...beside, ...others })) return undefined;
  if (!isOptionalText(fileId) || !isOptionalText(data) || !isOptionalText(filename)) {
    return undefined;
  }
  return {
    type: 'document',
    ...(fileId !== undefined && { fileId }),
    ...(data !== undefined && { data }),
    ...(filename !== undefined && { filename }),
  };
}

function isOptionalText(value: unknown): value is string | undefined {
  return value === undefined || isText(value);
}

/** The words of a result as one text; pictures and the like stand behind it. */
function resultParts(content: readonly Part[], callId: string): readonly Part[] {
  const texts = content.filter((part) => part.type === 'text');
  const text = texts.map((part) => part.text).join('');
  // No `Object.assign`: a field named `__proto__` would change the prototype instead of being kept.
  const extra = Object.fromEntries(texts.flatMap((part) => Object.entries(part.extra ?? {})));
  const others = content.filter((part) => part.type !== 'text');
  return [withExtra({ type: 'tool-result', callId, text }, extra), ...others];
}

function callParts(calls: unknown): readonly Part[] {
  return itemsOf(calls, 'tool_calls', 'must be a list of calls', callPart);
}

function callPart(call: unknown, field: string): Part {
  refuseUnless(isPlainObject(call), field, 'must be a tool call with `id` and `function`');
  const prefix = `${field}.`;
  const { id: _, type = 'function', ...others } = call;
  const callId = nameAt(call, 'id', prefix);
  const isCustom = type === 'custom';
  refuseUnless(isCustom || type === 'function', `${prefix}type`, 'must be "function" or "custom"');
  const { [type]: __, ...unread } = others;
  const called = objectAt(call, type, prefix);
  const { name: ___, [isCustom ? 'input' : 'arguments']: ____, ...unreadInside } = called;
  const extra = {
    ...unread,
    ...(isCustom && { type }),
    ...(hasFields(unreadInside) && { [type]: unreadInside }),
  };
  const inside = `${prefix}${type}.`;
  const toolName = nameAt(called, 'name', inside);
  const text = isCustom
    ? textAt(called, 'input', inside)
    : argumentsAt(called, 'arguments', inside);
  return withExtra({ type: 'tool-call', callId, toolName, arguments: text }, extra);
}

/** Gives of a message what an endpoint takes. */
export type Taken = (message: Message) => Message;

/**
 * Leaves in a message the fields and kinds of content that OpenAI's requests have, and those to keep.
 * Providers add more to their answers, and many refuse what another one has added. `null` says nothing.
 *
 * Source: OpenAI API reference, "Create chat completion", `messages`.
 */
export function takenWith(keep: readonly string[] = []): Taken {
  return perMessage(({ extra: unread = {}, ...message }) => {
    const { role } = message;
    const only = (fields: Fields, names: readonly string[]): Fields =>
      Object.fromEntries(
        Object.entries(fields).filter(([name, value]) => value != null && names.includes(name)),
      );
    const parts = message.parts.flatMap((part): readonly Part[] => {
      if (part.type === 'unknown') {
        const value = part.value as Fields;
        const kind = String(value.type);
        if (USERS_KINDS.includes(kind))
          return [{ ...part, value: only(value, ['type', kind, ...keep]) }];
        return role === 'assistant' && !keep.includes(kind) ? [] : [part];
      }
      const { extra = {}, ...bare } = part;
      const isOdd = part.type === 'tool-call' && isCustom(part);
      return [withExtra<Part>(bare, only(extra, isOdd ? ['type', ...keep] : keep))];
    });
    const names = role === 'tool' ? [] : ['role', 'name', 'audio'];
    return withExtra({ ...message, parts }, only(unread, [...names, ...keep]));
  });
}

/**
 * A neutral message as OpenAI messages: one, one per tool result, or none where nothing is said. The
 * same message gives the same objects again, so that a context costs nothing to render where it did
 * not change; they are frozen to the bottom, because every later context holds them too.
 */
export const toOpenAiMessages = perMessage((message): readonly OpenAiMessage[] => {
  const own = sendable(withoutForeign(message));
  return saysNothing(own) ? [] : frozenCopy(render(own));
});

/**
 * A message as a provider takes it. Blank texts are left out, which many refuse, and so is what a tool
 * answered with beside words: `besideResults` has it. Where the assistant or the system shows a
 * picture or a file, a word stands for it.
 */
function sendable(message: Message): Message {
  return { ...message, parts: message.parts.flatMap((part) => sendablePart(part, message.role)) };
}

function sendablePart(part: Part, role: Role): readonly Part[] {
  if (part.type === 'tool-call') {
    const toolName = sendableName(part.toolName);
    return [withShortId({ ...withObjectArguments(part), toolName })];
  }
  const isBlank = 'text' in part && part.text.trim() === '';
  if (role === 'tool') {
    if (part.type !== 'tool-result') return [];
    const { extra: _, ...bare } = part;
    return [withShortId(isBlank ? bare : part)];
  }
  if (part.type === 'text') return isBlank ? [] : [part];
  const [kind = ''] = renderPart(part).map(({ type }) => type);
  const isRefused = role !== 'user' && USERS_KINDS.includes(kind);
  return [isRefused ? { type: 'text', text: `[${kind.replace(/_url|input_/, '')}]` } : part];
}

/** A call or a result under an id that OpenAI takes. Other servers of this format give longer ones. */
function withShortId<Part extends ToolCallPart | ToolResultPart>(part: Part): Part {
  return { ...part, callId: sentId(part.callId) };
}

/** LiteLLM keeps Gemini's signature in the id of a call, behind this mark, and wants it back. */
const SIGNED_ID = '__thought__';
const LONGEST_ID = 40;

function sentId(callId: string): string {
  return callId.includes(SIGNED_ID) ? callId : shortId(callId, LONGEST_ID);
}

/** Kinds of content that the user alone may send. */
const USERS_KINDS: readonly string[] = ['image_url', 'file', 'input_audio'];

/**
 * Arguments that are an object. A model may have written none, or broken ones, as an answer that was
 * cut off leaves them; a server that parses them refuses every call while they are in the context.
 */
function withObjectArguments(call: ToolCallPart): ToolCallPart {
  const { arguments: text } = call;
  if (isCustom(call) || isObjectText(text)) return call;
  return { ...call, arguments: JSON.stringify(text.trim() ? { arguments: text } : {}) };
}

function isObjectText(text: string): boolean {
  const ready = readyJson.get(text);
  if (ready !== undefined) return isPlainObject(ready?.value);
  try {
    const value: unknown = JSON.parse(text);
    return isPlainObject(value) && !isDeeperThan(value);
  } catch {
    return false;
  }
}

/**
 * The parts beside words that a tool answered with, such as pictures. A result holds words alone, so this
 * goes behind the results as the user's, and says whose it is. The same message gives the same parts.
 */
export const besideResults = perMessage((message): readonly OpenAiContentPart[] => {
  const parts = withoutForeign(message).parts.flatMap(renderPart);
  const text = `[Result of call ${sentId(toolResultsOf(message)[0]?.callId ?? '')}, continued:]`;
  return frozenCopy(parts.length > 0 ? [{ type: 'text', text } as const, ...parts] : []);
});

/** A neutral message as OpenAI messages, also where it says nothing and is never sent. */
export function originalOpenAiMessages(message: Message): readonly OpenAiMessage[] {
  return frozenCopy(render(withoutForeign(message)));
}

/**
 * Parts that another format kept unread mean nothing here. Nor do ids that its provider gave to
 * files: a word stands for such a file.
 */
function withoutForeign(message: Message): Message {
  const { format = 'openai', extra: _, ...known } = message;
  if (format === 'openai') return message;
  const parts = message.parts.flatMap((part): readonly Part[] => {
    if (part.type === 'unknown') return [];
    const { extra: __, ...own } = part;
    return [own.type === 'document' && own.data === undefined ? ABSENT_FILE : own];
  });
  return { ...known, parts };
}

function render(message: Message): readonly OpenAiMessage[] {
  // Fields that the message itself gives win over those that were kept unread.
  const extra = unreadFields(message.extra ?? {});
  if (message.role === 'tool') {
    return toolResultsOf(message).map((result, index) => ({
      ...extra,
      role: 'tool',
      tool_call_id: result.callId,
      content: resultContent(result, index === 0 ? message.parts.flatMap(renderPart) : []),
    })) as unknown as OpenAiMessage[];
  }
  const calls = toolCallsOf(message);
  const sent = {
    ...extra,
    role: renderRole(message),
    content: renderContent(message),
    ...(calls.length > 0 && { tool_calls: calls.map(renderCall) }),
  };
  // Which content goes with which role is looked at when a message is read, and when one is sent.
  return [sent as OpenAiMessage];
}

function renderRole({ role, extra }: Message): OpenAiMessage['role'] {
  return role === 'system' && extra?.role === 'developer' ? 'developer' : role;
}

/**
 * Reasoning has no place in this format, so a message of nothing else is not sent; nor is one without
 * words or calls, which an interrupted answer or a blank input leaves and providers refuse. A tool may
 * answer with nothing.
 */
function saysNothing({ role, parts, extra }: Message): boolean {
  const isSilent = parts.every(
    (part) => part.type === 'thinking' || (part.type === 'text' && part.text === ''),
  );
  return isSilent && role !== 'tool' && !extra?.audio;
}

/** `others` is what stands beside the results of a message; it goes with the first of them. */
function resultContent(
  result: ToolResultPart,
  others: readonly OpenAiContentPart[],
): string | readonly OpenAiContentPart[] {
  if (others.length > 0 && result.text === '' && !result.extra) return others;
  if (others.length > 0 || result.extra) return [renderText(result), ...others];
  return result.text;
}

function renderText({ text, extra }: TextPart | ToolResultPart): OpenAiContentPart {
  return { ...extra, type: 'text', text };
}

/** A call of a tool that takes any text. */
function isCustom({ extra }: ToolCallPart): boolean {
  return extra?.type === 'custom' && !extra.function;
}

function renderCall(given: ToolCallPart): OpenAiToolCall {
  const { extra = {}, ...call } = given;
  const type = isCustom(given) ? 'custom' : 'function';
  const { [type]: inside, ...others } = extra;
  const field = type === 'custom' ? 'input' : 'arguments';
  const called = {
    ...(isPlainObject(inside) && inside),
    name: call.toolName,
    [field]: call.arguments,
  };
  // The type names the usual kind alone.
  return { ...others, id: call.callId, type, [type]: called } as unknown as OpenAiToolCall;
}

function renderContent(message: Message): string | readonly OpenAiContentPart[] | null {
  const content = message.parts.filter((part) => renderPart(part).length > 0);
  const [first] = content;
  // Only an assistant may be silent.
  if (!first) return message.role === 'assistant' ? null : '';
  // One plain text is sent as such; a part with fields that were kept unread stays a part.
  const isPlainText = content.length === 1 && first.type === 'text' && !first.extra;
  return isPlainText ? first.text : content.flatMap(renderPart);
}

function renderPart(part: Part): readonly OpenAiContentPart[] {
  switch (part.type) {
    case 'text':
      return [renderText(part)];
    case 'image':
      return [
        {
          type: 'image_url',
          image_url: { url: part.url, ...(part.detail && { detail: part.detail }) },
        },
      ];
    case 'document':
      return [
        {
          type: 'file',
          file: {
            ...(part.fileId !== undefined && { file_id: part.fileId }),
            ...(part.data !== undefined && { file_data: part.data }),
            ...(part.filename !== undefined && { filename: part.filename }),
          },
        },
      ];
    case 'unknown':
      // Came from this provider as one of its parts; goes back as it was.
      return [part.value as OpenAiContentPart];
    case 'tool-call':
    case 'tool-result':
    case 'thinking':
      return [];
  }
}
