import { InvalidMessageError } from '../../ground/errors/errors.ts';
import { problemOf } from '../../ground/errors/problem-of.ts';
import { isPlainObject } from '../../message/plain-object.ts';
import { isText } from '../../message/read-field.ts';

/** A form that a message can be known by, and what to do with one. */
interface Form {
  readonly name: string;
  readonly isIt?: (message: Fields) => boolean;
  /** Tells it by a part of its content. */
  readonly isPart?: (part: Fields, type: string) => boolean;
  /** Fields of its messages, answers and requests that hold content; nobody else would send it. */
  readonly fields?: readonly string[];
  readonly remedy: string;
  /** The formats that read it. */
  readonly formats?: readonly string[];
}

type Fields = Readonly<Record<string, unknown>>;

/** A part of Google's has one of these and names no kind. */
const GOOGLE_FIELDS = ['text', 'functionCall', 'functionResponse', 'inlineData', 'fileData'];

/** Signs that no other form has, so that what is only like another is left alone. */
const FORMS: readonly Form[] = [
  {
    name: 'a message with other words beside its parts',
    isIt: ({ content, parts }) => Array.isArray(parts) && says(content) && !holds(parts, content),
    remedy: 'give all of it in one of the two',
  },
  {
    name: 'a message of LangChain',
    isIt: (message) => 'lc_namespace' in message || 'lc_kwargs' in message,
    remedy: 'give `format: langChainFormat` of `@agent-memory/langchain`',
    formats: ['langchain'],
  },
  {
    name: 'an item of OpenAI’s Responses API',
    isIt: ({ type, summary, call_id: callId }) =>
      (type === 'reasoning' && Array.isArray(summary)) ||
      (/^(function|custom_tool)_call(_output)?$/.test(String(type)) && callId !== undefined),
    isPart: (_, type) => /^(input_(text|image|file)|output_text)$/.test(type),
    fields: ['input', 'output', 'instructions'],
    remedy: 'give `format: openAiResponses` of `@agent-memory/formats`',
    formats: ['openai-responses'],
  },
  {
    name: 'a content of the Gemini API',
    isIt: ({ role, parts }) => role === 'model' || fieldsIn(parts).some(isOfGoogle),
    fields: ['contents', 'candidates', 'systemInstruction', 'system_instruction'],
    remedy: 'give `format: google` of `@agent-memory/formats`',
    formats: ['google'],
  },
  {
    name: 'content of MCP',
    isPart: ({ data, resource, uri = resource }, type) =>
      (/^(image|audio)$/.test(type) && isText(data)) ||
      (/^resource(_link)?$/.test(type) && uri !== undefined),
    remedy: 'give a picture as a part of this format, and anything else as text',
  },
  {
    name: 'a message of the AI SDK before version 5',
    isIt: ({ parts }) => fieldsIn(parts).some(isOfOldAiSdk),
    isPart: isOfOldAiSdk,
    fields: ['toolInvocations', 'experimental_attachments'],
    remedy: 'migrate it to that version',
  },
  {
    name: 'a message of Ollama',
    fields: ['images'],
    remedy: 'give pictures as parts of the content',
  },
  {
    name: 'a request',
    fields: ['messages', 'system'],
    remedy: 'append its messages, and give its system text to `createAgentMemory`',
  },
  {
    name: 'a `UIMessage` of the AI SDK',
    isIt: ({ parts }) => fieldsIn(parts).some(({ type }) => UI_PART.test(String(type))),
    remedy: 'give `format: aiSdkUi` of `@agent-memory/formats`',
    formats: ['ai-sdk-ui'],
  },
  {
    name: 'an Anthropic message',
    isIt: (message) => message.type === 'message' && 'stop_reason' in message,
    isPart: ({ source, signature }, type) =>
      /^((server_)?tool_use|tool_result|redacted_thinking)$/.test(type) ||
      isPlainObject(source) ||
      (type === 'thinking' && signature !== undefined),
    remedy: 'give `format: anthropic` of `@agent-memory/formats`',
    formats: ['anthropic'],
  },
  {
    name: 'a `ModelMessage` of the AI SDK',
    isPart: (part, type) =>
      /^tool-(call|result|approval-(request|response))$/.test(type) ||
      (type === 'image' && 'image' in part) ||
      (type === 'file' && 'mediaType' in part),
    remedy: 'give `format: aiSdk` of `@agent-memory/formats`',
    formats: ['ai-sdk'],
  },
  {
    name: 'a message of OpenAI Chat Completions',
    isIt: (message) => Array.isArray(message.tool_calls) || 'tool_call_id' in message,
    isPart: ({ file }, type) =>
      /^(image|audio|video)_url$/.test(type) || (type === 'file' && isPlainObject(file)),
    fields: ['choices', 'function_call', 'refusal', 'audio'],
    remedy: "give `format: 'openai'`",
    formats: ['openai', 'chat-template'],
  },
  {
    name: 'a message of OpenAI',
    isPart: (_, type) => type === 'input_audio',
    remedy: "give `format: 'openai'`",
    formats: ['openai', 'chat-template', 'openai-responses'],
  },
  {
    name: 'a message with files beside its content',
    fields: ['attachments'],
    remedy: 'give them as parts of the content',
  },
];

const UI_PART =
  /^(step-start|dynamic-tool|reasoning|file|(data|source)-.+|tool-(?!call$|result$).+)$/;

function isOfGoogle(part: Fields): boolean {
  return part.type === undefined && GOOGLE_FIELDS.some((field) => Object.hasOwn(part, field));
}

function isOfOldAiSdk(part: Fields): boolean {
  const { type } = part;
  return (
    type === 'tool-invocation' ||
    ('mimeType' in part && /^(image|file)$/.test(String(type))) ||
    (type === 'tool-call' && 'args' in part && !('input' in part))
  );
}

function says(value: unknown): boolean {
  return isText(value) ? value !== '' : Object.keys(Object(value)).length > 0;
}

/** Earlier versions of the AI SDK had the words in both. */
function holds(parts: readonly unknown[], content: unknown): boolean {
  return (
    isText(content) && fieldsIn(parts).some(({ text }) => isText(text) && content.includes(text))
  );
}

function fieldsIn(list: unknown): readonly Fields[] {
  return Array.isArray(list) ? list.filter(isPlainObject) : [];
}

/** The form of another provider that a message has; `undefined` where it may be of this format. */
function otherForm(message: unknown, format: string): Form | undefined {
  if (typeof message !== 'object' || message === null) return undefined;
  try {
    const fields = message as Fields;
    const parts = fieldsIn(fields.content);
    const form = FORMS.find(
      ({ isIt, isPart, fields: own }) =>
        isIt?.(fields) ||
        parts.some((part) => isPart?.(part, String(part.type))) ||
        fieldOf(own, fields) !== undefined,
    );
    return form?.formats?.includes(format) ? undefined : form;
  } catch {
    // A message that throws when it is looked at is refused by its reader, with the place.
    return undefined;
  }
}

/** The field of a form in which a message has content. */
function fieldOf(fields: Form['fields'], message: Fields): string | undefined {
  return fields?.find((name) => Object.hasOwn(message, name) && says(message[name]));
}

function words({ name, remedy }: Form): string {
  return `This looks like ${name}: ${remedy}.`;
}

/**
 * Refuses a message of another provider's form, also where this format could pass it on unread. The provider that gets it would refuse it, and every call with it.
 *
 * @param format the name of the format that has read it.
 * @throws InvalidMessageError naming the form, and what to give instead [MSG-3].
 */
export function refuseOtherForm(message: unknown, format: string): void {
  const form = otherForm(message, format);
  if (!form) return;
  const field = fieldOf(form.fields, message as Fields) ?? 'message';
  throw new InvalidMessageError(
    field,
    `is not of "${format}" and would not be sent. ${words(form)}`,
  );
}

/** A refusal that also says whose form the message has, where that can be told. */
export function explainedRefusal(cause: unknown, message: unknown, format: string): unknown {
  if (!(cause instanceof InvalidMessageError)) return cause;
  const form = otherForm(message, format);
  return form ? new InvalidMessageError(cause.field, `${problemOf(cause)} ${words(form)}`) : cause;
}
