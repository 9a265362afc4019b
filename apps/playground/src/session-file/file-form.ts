import type { FormatName } from '@agent-memory/core/formats';

/** The formats that a file's messages can be told to be in; `openai` is this library's own form as well. */
export type KnownFormat = Exclude<FormatName, 'chat-template'>;

/** The form in which a file writes its messages. */
export type FileForm =
  | { readonly kind: 'known'; readonly format: KnownFormat }
  /** One that cannot be read, by its name in the plural: `LangChain messages`. */
  | { readonly kind: 'foreign'; readonly name: string };

type Fields = Readonly<Record<string, unknown>>;

/** The forms that one message or one of its parts gives away; any other is read as OpenAI's. */
const SIGNS: readonly { readonly form: FileForm; readonly shows: (message: Fields) => boolean }[] =
  [
    {
      form: { kind: 'foreign', name: 'LangChain messages' },
      shows: ({ lc, type, role, content, data }) =>
        lc === 1 ||
        (role === undefined &&
          ['human', 'ai', 'tool', 'system'].includes(String(type)) &&
          (content !== undefined || data !== undefined)),
    },
    {
      form: { kind: 'known', format: 'openai-responses' },
      shows: ({ type, content }) =>
        type === 'message' ||
        type === 'function_call' ||
        type === 'function_call_output' ||
        listOf(content).some((part) => part.type === 'input_text' || part.type === 'output_text'),
    },
    {
      form: { kind: 'known', format: 'google' },
      shows: ({ role, parts, type }) =>
        role === 'model' ||
        (type === undefined && listOf(parts).some((part) => part.type === undefined)),
    },
    {
      form: { kind: 'known', format: 'ai-sdk-ui' },
      shows: ({ id, parts, format }) =>
        format === undefined && typeof id === 'string' && listOf(parts).length > 0,
    },
    {
      form: { kind: 'known', format: 'anthropic' },
      shows: ({ content }) =>
        listOf(content).some(
          ({ type, source, thinking }) =>
            ['tool_use', 'tool_result', 'server_tool_use', 'redacted_thinking'].includes(
              String(type),
            ) ||
            (type === 'thinking' && thinking !== undefined) ||
            ((type === 'image' || type === 'document') && isFields(source)),
        ),
    },
    {
      form: { kind: 'known', format: 'ai-sdk' },
      shows: ({ content }) =>
        listOf(content).some(
          ({ type, toolCallId, mediaType }) =>
            toolCallId !== undefined ||
            type === 'reasoning' ||
            (type === 'file' && mediaType !== undefined),
        ),
    },
  ];

/** The form of a list of messages, by the first of them that gives one away. */
export function formOf(messages: readonly unknown[]): FileForm {
  if (messages.some(isOwnForm)) return { kind: 'known', format: 'openai' };
  for (const message of messages) {
    const sign = isFields(message) && SIGNS.find(({ shows }) => shows(message));
    if (sign) return sign.form;
  }
  return { kind: 'known', format: 'openai' };
}

/** A call or result of this library's form: nobody else writes `callId`. */
function isOwnForm(message: unknown): boolean {
  return isFields(message) && listOf(message.parts).some(({ callId }) => callId !== undefined);
}

function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter(isFields) : [];
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}
