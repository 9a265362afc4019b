import { InvalidMessageError } from '../errors/errors.ts';
import { problemOf } from '../errors/problem-of.ts';
import { isPlainObject } from '../message/plain-object.ts';

/** A form that a message can be known by, and what to do with one. */
interface Form {
  readonly name: string;
  readonly isIt: (message: Fields, parts: readonly Fields[]) => boolean;
  readonly remedy: string;
  /** The formats that read it. */
  readonly formats: readonly string[];
}

type Fields = Readonly<Record<string, unknown>>;

/** A part of Google's has one of these and names no kind. */
const GOOGLE_FIELDS = ['text', 'functionCall', 'functionResponse', 'inlineData', 'fileData'];

/** Signs that no other form has, so that what is only like another is left alone. */
const FORMS: readonly Form[] = [
  {
    name: 'a message of LangChain',
    isIt: (message) => 'lc_namespace' in message || 'lc_kwargs' in message,
    remedy: 'give `format: langChainFormat` of `@agent-memory/langchain`',
    formats: ['langchain'],
  },
  {
    name: 'an item of OpenAI’s Responses API',
    isIt: ({ type, summary, call_id: callId }, parts) =>
      (type === 'reasoning' && Array.isArray(summary)) ||
      (/^(function|custom_tool)_call(_output)?$/.test(String(type)) && callId !== undefined) ||
      parts.some((part) => /^(input_(text|image|file)|output_text)$/.test(String(part.type))),
    remedy: "give `format: 'openai-responses'`",
    formats: ['openai-responses'],
  },
  {
    name: 'a content of the Gemini API',
    isIt: ({ role, parts }) =>
      role === 'model' ||
      fieldsIn(parts).some(
        (part) =>
          part.type === undefined && GOOGLE_FIELDS.some((field) => Object.hasOwn(part, field)),
      ),
    remedy: "give `format: 'google'`",
    formats: ['google'],
  },
  {
    name: 'a `UIMessage` of the AI SDK',
    isIt: ({ parts }) =>
      fieldsIn(parts).some(({ type }) =>
        /^(step-start|dynamic-tool|reasoning|file|(data|source)-.+|tool-(?!call$|result$).+)$/.test(
          String(type),
        ),
      ),
    remedy: "give `format: 'ai-sdk-ui'`",
    formats: ['ai-sdk-ui'],
  },
  {
    name: 'an Anthropic message',
    isIt: (message, parts) =>
      (message.type === 'message' && 'stop_reason' in message) ||
      parts.some(
        ({ type, source, signature }) =>
          /^((server_)?tool_use|tool_result|redacted_thinking)$/.test(String(type)) ||
          isPlainObject(source) ||
          (type === 'thinking' && signature !== undefined),
      ),
    remedy: "give `format: 'anthropic'`",
    formats: ['anthropic'],
  },
  {
    name: 'a `ModelMessage` of the AI SDK',
    isIt: (_, parts) =>
      parts.some(
        (part) =>
          /^tool-(call|result|approval-(request|response))$/.test(String(part.type)) ||
          (part.type === 'image' && 'image' in part) ||
          (part.type === 'file' && 'mediaType' in part),
      ),
    remedy: "give `format: 'ai-sdk'`",
    formats: ['ai-sdk'],
  },
  {
    name: 'a message of OpenAI Chat Completions',
    isIt: (message, parts) =>
      Array.isArray(message.tool_calls) ||
      'tool_call_id' in message ||
      parts.some(({ type }) => type === 'image_url' || type === 'input_audio'),
    remedy: "give `format: 'openai'`",
    formats: ['openai', 'chat-template'],
  },
];

/** Formats whose messages are known; of one's own anything may be a sign. */
const KNOWN: ReadonlySet<string> = new Set(FORMS.flatMap(({ formats }) => formats));

function fieldsIn(list: unknown): readonly Fields[] {
  return Array.isArray(list) ? list.filter(isPlainObject) : [];
}

/** The form of another provider that a message has; `undefined` where it may be of this format. */
function otherForm(message: unknown, format: string): Form | undefined {
  if (typeof message !== 'object' || message === null) return undefined;
  try {
    const fields = message as Fields;
    const parts = fieldsIn(fields.content);
    const form = FORMS.find(({ isIt }) => isIt(fields, parts));
    return form?.formats.includes(format) ? undefined : form;
  } catch {
    // A message that throws when it is looked at is refused by its reader, with the place.
    return undefined;
  }
}

/** The format in which messages are, by the first that has a sign of one; `openai` where none has. */
export function formatOf(messages: readonly unknown[]): string {
  for (const message of messages) {
    const form = otherForm(message, '');
    if (form) return form.formats[0] ?? 'openai';
  }
  return 'openai';
}

function words({ name, remedy }: Form): string {
  return `This looks like ${name}: ${remedy}.`;
}

/**
 * Refuses a message of another provider's form, also where this format could pass it on unread: the
 * provider that gets it would refuse it, and every call with it.
 *
 * @throws InvalidMessageError naming the form, and what to give instead [MSG-3].
 */
export function refuseOtherForm(message: unknown, format: string): void {
  const form = KNOWN.has(format) ? otherForm(message, format) : undefined;
  if (form) throw new InvalidMessageError('message', `is none of "${format}". ${words(form)}`);
}

/** A refusal that also says whose form the message has, where that can be told. */
export function explainedRefusal(cause: unknown, message: unknown, format: string): unknown {
  if (!(cause instanceof InvalidMessageError)) return cause;
  const form = otherForm(message, format);
  return form ? new InvalidMessageError(cause.field, `${problemOf(cause)} ${words(form)}`) : cause;
}
