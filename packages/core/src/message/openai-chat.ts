import * as v from 'valibot';
import {
  type Message,
  type Part,
  type ToolCallPart,
  type ToolResultPart,
  toolCallsOf,
  toolResultsOf,
} from './message.ts';
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

const TextContentPart = v.strictObject({
  type: v.literal('text'),
  text: v.string('must be text'),
});

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

type AnyContent = string | v.InferOutput<typeof AnyContentPart>[];

/** Decides by the look of the value, so that a fault inside a list is named by its place. */
const Content: v.GenericSchema<unknown, AnyContent> = v.lazy((input) =>
  typeof input === 'string'
    ? v.string()
    : v.array(AnyContentPart, 'must be text or a list of parts'),
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
 * are kept and come back out of `toOpenAiMessages` unchanged.
 *
 * @throws InvalidMessageError naming the field [MSG-3].
 */
export function fromOpenAiMessage(input: unknown): Message {
  const parsed = v.safeParse(OpenAiMessageSchema, input);
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
  const text = content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('');
  const others = content.filter((part) => part.type !== 'text');
  return [{ type: 'tool-result', callId, text }, ...others];
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
    case 'text':
      return { type: 'text', text: part.text };
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
 * A neutral message as OpenAI messages: one, or one per tool result. The same message gives the
 * same objects again, so that a context costs nothing to render where it did not change; they are
 * frozen, because every later context holds them too.
 */
export function toOpenAiMessages(message: Message): readonly OpenAiMessage[] {
  const known = rendered.get(message);
  if (known) return known;
  const messages = Object.freeze(render(message).map((rendered) => Object.freeze(rendered)));
  rendered.set(message, messages);
  return messages;
}

function render(message: Message): readonly OpenAiMessage[] {
  if (message.role === 'tool') {
    return toolResultsOf(message).map((result, index) => ({
      role: 'tool',
      tool_call_id: result.callId,
      content: index === 0 ? resultContent(message, result) : result.text,
      ...message.extra,
    }));
  }
  // Reasoning has no place in this format; a message of nothing else is not sent.
  const isOnlyThinking = message.parts.every((part) => part.type === 'thinking');
  if (isOnlyThinking && message.parts.length > 0) return [];
  const calls = toolCallsOf(message);
  return [
    {
      role: message.role,
      content: renderContent(message),
      ...(calls.length > 0 && { tool_calls: calls.map(renderCall) }),
      ...message.extra,
    },
  ];
}

/** What stands beside the results of a message goes with the first of them. */
function resultContent(
  message: Message,
  result: ToolResultPart,
): string | readonly OpenAiContentPart[] {
  const others = message.parts.flatMap(renderPart);
  return others.length === 0 ? result.text : [{ type: 'text', text: result.text }, ...others];
}

function renderCall(call: ToolCallPart): OpenAiToolCall {
  const { function: ofFunction, ...others } = call.extra ?? {};
  return {
    id: call.callId,
    type: 'function',
    function: { name: call.toolName, arguments: call.arguments, ...asRecord(ofFunction) },
    ...others,
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
  // One plain text is sent as such; a part that was kept unread stays a part.
  return content.length === 1 && first.type === 'text' ? first.text : content.flatMap(renderPart);
}

function renderPart(part: Part): readonly OpenAiContentPart[] {
  switch (part.type) {
    case 'text':
      return [{ type: 'text', text: part.text }];
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
