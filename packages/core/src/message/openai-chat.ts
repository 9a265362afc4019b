import * as v from 'valibot';
import { freezeDeep } from './freeze-deep.ts';
import {
  type Message,
  type Part,
  type TextPart,
  type ToolCallPart,
  type ToolResultPart,
  toolCallsOf,
  toolResultsOf,
} from './message.ts';
import { copyPlainData, isPlainObject } from './plain-data.ts';
import { objectProblem, refusalOf } from './refusal.ts';

/**
 * Messages of OpenAI Chat Completions, as far as this library reads them.
 * Source: OpenAI API reference, "Create chat completion", request body, `messages`.
 */
export interface OpenAiMessage {
  readonly role: 'system' | 'developer' | 'user' | 'assistant' | 'tool';
  readonly content?: string | readonly OpenAiContentPart[] | null;
  readonly tool_calls?: readonly OpenAiToolCall[];
  readonly tool_call_id?: string;
}

export type OpenAiContentPart =
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'image_url';
      readonly image_url: { readonly url: string; readonly detail?: 'auto' | 'low' | 'high' };
    }
  | {
      readonly type: 'file';
      readonly file: {
        readonly file_id?: string;
        readonly file_data?: string;
        readonly filename?: string;
      };
    };

export interface OpenAiToolCall {
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; readonly arguments: string };
}

const Name = v.pipe(v.string('must be text'), v.nonEmpty('must not be empty'));

const TextContentPart = v.looseObject(
  { type: v.literal('text'), text: v.string('must be text') },
  objectProblem('must be a part with a `text`'),
);

const ImageContentPart = v.strictObject({
  type: v.literal('image_url'),
  image_url: v.strictObject({
    url: Name,
    detail: v.optional(v.picklist(['auto', 'low', 'high'])),
  }),
});

const FileContentPart = v.strictObject({
  type: v.literal('file'),
  file: v.strictObject({
    file_id: v.optional(v.string()),
    file_data: v.optional(v.string()),
    filename: v.optional(v.string()),
  }),
});

const KnownContentPart = v.variant('type', [TextContentPart, ImageContentPart, FileContentPart]);
const AnyContentPart = v.looseObject(
  { type: v.string('must name the kind of part') },
  objectProblem('must be a part with a `type`'),
);

/** What a part of a kind that this library knows must have; it may have more. */
const RequiredFields = {
  text: TextContentPart,
  image_url: v.looseObject({
    type: v.string(),
    image_url: v.looseObject({ url: Name }, objectProblem('must be an object with a `url`')),
  }),
  file: v.looseObject({
    type: v.string(),
    file: v.looseObject({}, objectProblem('must be an object')),
  }),
};

function contentPartSchema(part: unknown): v.GenericSchema<unknown, AnyPart> {
  const type = isPlainObject(part) && 'type' in part ? part.type : undefined;
  return type === 'text' || type === 'image_url' || type === 'file'
    ? RequiredFields[type]
    : AnyContentPart;
}

type AnyPart = v.InferOutput<typeof AnyContentPart>;
type AnyContent = string | v.InferOutput<typeof AnyContentPart>[];

/** Decides by the look of the value, so that a fault inside a list is named by its place. */
const Content: v.GenericSchema<unknown, AnyContent> = v.lazy((input) =>
  typeof input === 'string'
    ? v.string()
    : v.array(v.lazy(contentPartSchema), 'must be text or a list of parts'),
);

const ToolCall = v.looseObject(
  {
    id: Name,
    type: v.optional(v.literal('function', 'must be "function"'), 'function'),
    function: v.looseObject(
      { name: Name, arguments: v.string('must be the JSON text of the arguments') },
      objectProblem('must be an object with `name` and `arguments`'),
    ),
  },
  objectProblem('must be a tool call with `id` and `function`'),
);

const OpenAiMessageSchema = v.variant(
  'role',
  [
    v.looseObject(
      { role: v.picklist(['system', 'developer', 'user']), content: Content },
      objectProblem('must be an object'),
    ),
    v.looseObject(
      {
        role: v.literal('assistant'),
        content: v.nullish(Content),
        tool_calls: v.nullish(v.array(ToolCall, 'must be a list of calls')),
      },
      objectProblem('must be an object'),
    ),
    v.looseObject(
      { role: v.literal('tool'), content: v.nullish(Content), tool_call_id: Name },
      objectProblem('must be an object'),
    ),
  ],
  'must be system, developer, user, assistant or tool',
);

type ParsedMessage = v.InferOutput<typeof OpenAiMessageSchema>;

/**
 * Reads an OpenAI message into the neutral form; fields and parts that this library does not know
 * are kept and come back out of `toOpenAiMessages` unchanged. The message read is a copy: changing
 * the input afterwards does not change it.
 *
 * @throws InvalidMessageError naming the field [MSG-3].
 */
export function fromOpenAiMessage(input: unknown): Message {
  const parsed = v.safeParse(OpenAiMessageSchema, copyPlainData(input));
  if (!parsed.success) throw refusalOf(parsed.issues);
  return messageOf(parsed.output);
}

function messageOf(parsed: ParsedMessage): Message {
  const extra = extraOf(parsed);
  return {
    role: parsed.role === 'developer' ? 'system' : parsed.role,
    parts: partsOf(parsed),
    ...(extra && { extra }),
  };
}

function partsOf(parsed: ParsedMessage): readonly Part[] {
  const content = contentParts(parsed.content);
  switch (parsed.role) {
    case 'tool':
      return resultParts(parsed.tool_call_id, content);
    case 'assistant':
      return [...content, ...(parsed.tool_calls ?? []).map(callPart)];
    default:
      return content;
  }
}

/** The words of a result as one text; pictures and the like stand behind it. */
function resultParts(callId: string, content: readonly Part[]): readonly Part[] {
  const texts = content.filter((part) => part.type === 'text');
  const text = texts.map((part) => part.text).join('');
  const extra = Object.assign({}, ...texts.map((part) => part.extra));
  const others = content.filter((part) => part.type !== 'text');
  return [{ type: 'tool-result', callId, text, ...(hasFields(extra) && { extra }) }, ...others];
}

function callPart(call: v.InferOutput<typeof ToolCall>): Part {
  const { id, type: _, function: called, ...others } = call;
  const { name, arguments: text, ...ofFunction } = called;
  const extra = { ...others, ...(hasFields(ofFunction) && { function: ofFunction }) };
  return {
    type: 'tool-call',
    callId: id,
    toolName: name,
    arguments: text,
    ...(hasFields(extra) && { extra }),
  };
}

function hasFields(value: object): boolean {
  return Object.keys(value).length > 0;
}

function contentParts(content: ParsedMessage['content']): readonly Part[] {
  if (content == null) return [];
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return content.map(contentPart);
}

function contentPart(value: v.InferOutput<typeof AnyContentPart>): Part {
  const known = v.safeParse(KnownContentPart, value);
  if (!known.success) return { type: 'unknown', value };
  const part = known.output;
  switch (part.type) {
    case 'text': {
      const { type, text, ...extra } = part;
      return { type, text, ...(hasFields(extra) && { extra }) };
    }
    case 'image_url':
      return {
        type: 'image',
        url: part.image_url.url,
        ...(part.image_url.detail && { detail: part.image_url.detail }),
      };
    case 'file':
      return {
        type: 'document',
        ...(part.file.file_id !== undefined && { fileId: part.file.file_id }),
        ...(part.file.file_data !== undefined && { data: part.file.file_data }),
        ...(part.file.filename !== undefined && { filename: part.file.filename }),
      };
  }
}

const READ_FIELDS = new Set(['role', 'content', 'tool_calls', 'tool_call_id', 'id']);

function extraOf(parsed: ParsedMessage): Record<string, unknown> | undefined {
  const kept = Object.entries(parsed).filter(([name]) => !READ_FIELDS.has(name));
  if (parsed.role === 'developer') kept.push(['role', 'developer']);
  return kept.length > 0 ? Object.fromEntries(kept) : undefined;
}

const rendered = new WeakMap<Message, readonly OpenAiMessage[]>();

/**
 * A neutral message as OpenAI messages: one, one per tool result, or none where nothing is said. The
 * same message gives the same objects again, so that a context costs nothing to render where it did
 * not change; they are frozen to the bottom, because every later context holds them too.
 */
export function toOpenAiMessages(message: Message): readonly OpenAiMessage[] {
  const known = rendered.get(message);
  if (known) return known;
  const messages = freezeDeep(render(message));
  rendered.set(message, messages);
  return messages;
}

function render(message: Message): readonly OpenAiMessage[] {
  const extra = passedOn(message);
  if (message.role === 'tool') {
    return toolResultsOf(message).map((result, index) => ({
      ...extra,
      role: 'tool',
      tool_call_id: result.callId,
      content: resultContent(result, index === 0 ? message.parts.flatMap(renderPart) : []),
    }));
  }
  if (saysNothing(message)) return [];
  const calls = toolCallsOf(message);
  return [
    {
      ...extra,
      role: renderRole(message),
      content: renderContent(message),
      ...(calls.length > 0 && { tool_calls: calls.map(renderCall) }),
    },
  ];
}

const OWN_FIELDS = new Set(['role', 'content', 'tool_calls', 'tool_call_id']);

/** What is kept unread says nothing about the fields that the message itself gives. */
function passedOn({ extra = {} }: Message): Record<string, unknown> {
  return Object.fromEntries(Object.entries(extra).filter(([name]) => !OWN_FIELDS.has(name)));
}

function renderRole({ role, extra }: Message): OpenAiMessage['role'] {
  return role === 'system' && extra?.role === 'developer' ? 'developer' : role;
}

/** Fields in which an assistant answers without content. */
const ANSWER_FIELDS = ['refusal', 'audio', 'function_call'] as const;

/**
 * Reasoning has no place in this format, so a message of nothing else is not sent; nor is an
 * assistant message without words or calls, which an interrupted answer leaves and providers refuse.
 */
function saysNothing({ role, parts, extra }: Message): boolean {
  if (role !== 'assistant') {
    return parts.length > 0 && parts.every((part) => part.type === 'thinking');
  }
  const isSilent = parts.every(
    (part) => part.type === 'thinking' || (part.type === 'text' && part.text === ''),
  );
  return isSilent && !ANSWER_FIELDS.some((name) => extra?.[name]);
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

function renderCall(call: ToolCallPart): OpenAiToolCall {
  const { function: ofFunction, ...others } = call.extra ?? {};
  return {
    ...others,
    id: call.callId,
    type: 'function',
    function: { ...asRecord(ofFunction), name: call.toolName, arguments: call.arguments },
  };
}

function asRecord(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
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
