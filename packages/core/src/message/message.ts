/** The speaker of a message. `tool` messages carry results only. */
export type Role = 'system' | 'user' | 'assistant' | 'tool';

/**
 * Words. `extra` keeps fields of the part that this library does not read (a `cache_control`), so
 * that they come back out unchanged. They are not counted as tokens: such fields are for the
 * provider, and the model does not read them.
 */
export interface TextPart {
  readonly type: 'text';
  readonly text: string;
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** How closely a model looks at a picture, in the terms of OpenAI. */
export type ImageDetail = 'auto' | 'low' | 'high';

/** A picture, by address or as a data URL. `width` and `height` in pixels, where known, give its token cost. */
export interface ImagePart {
  readonly type: 'image';
  readonly url: string;
  readonly detail?: ImageDetail;
  readonly width?: number;
  readonly height?: number;
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** A file the model may read: by provider file id, or inline as a data URL. */
export interface DocumentPart {
  readonly type: 'document';
  readonly fileId?: string;
  readonly data?: string;
  readonly filename?: string;
  readonly extra?: Readonly<Record<string, unknown>>;
}

/**
 * A request of the model to run a tool. `arguments` is the JSON text exactly as the model wrote it.
 * `extra` keeps fields of the call that this library does not read (a provider's signature), so
 * that they come back out unchanged.
 */
export interface ToolCallPart {
  readonly type: 'tool-call';
  readonly callId: string;
  readonly toolName: string;
  readonly arguments: string;
  readonly extra?: Readonly<Record<string, unknown>>;
}

/**
 * The answer of a tool to the call with the same `callId`. `extra` is that of its text part, if it
 * came as one.
 */
export interface ToolResultPart {
  readonly type: 'tool-result';
  readonly callId: string;
  readonly text: string;
  /** The tool failed, and `text` says how. */
  readonly isError?: true;
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** Reasoning of the model; lives and dies with the tool calls of its message. */
export interface ThinkingPart {
  readonly type: 'thinking';
  readonly text: string;
  readonly signature?: string;
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** A part of a kind this library does not know; passed through in the format it came in, untouched. */
export interface UnknownPart {
  readonly type: 'unknown';
  readonly value: unknown;
}

/** One piece of a message; what this library does not know is an unknown part, kept as it came. */
export type Part =
  | TextPart
  | ImagePart
  | DocumentPart
  | ToolCallPart
  | ToolResultPart
  | ThinkingPart
  | UnknownPart;

/**
 * One message, neutral between providers [MSG-1].
 *
 * `providerMessageId` joins messages that a provider streamed apart but means as one: neighbours
 * with the same id form one unit [MSG-4]. `extra` keeps message-level fields that this library
 * does not read (a `name`, a `refusal`), so that they come back out unchanged.
 *
 * `format` names the format a message came in; absent, it is OpenAI's or this library's own. What is
 * kept unread (`extra`, unknown parts) is of that format and goes back to it alone.
 */
export interface Message {
  readonly role: Role;
  readonly parts: readonly Part[];
  readonly providerMessageId?: string;
  readonly format?: string;
  /**
   * In the format it came in it is one message with the one before it: that format has calls and
   * their results, or several steps, in one message. Here they stay apart and may leave one by one.
   */
  readonly continues?: true;
  /**
   * One item of an answer, in a format that has each piece of one apart and under an id of its own.
   * Items of the assistant that stand beside each other are one unit [MSG-4].
   */
  readonly isItem?: true;
  /** An answer that ended before it was complete, with its page. A model is told so [STO-10]. */
  readonly isInterrupted?: true;
  /** A model by whose rule pictures and documents are priced where the session names none [TOK-4]. */
  readonly pricedAs?: string;
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** Whether a value names how closely a model is to look at an image. */
export function isImageDetail(value: unknown): value is ImageDetail {
  return value === 'auto' || value === 'low' || value === 'high';
}

export function isRole(value: unknown): value is Role {
  return value === 'system' || value === 'user' || value === 'assistant' || value === 'tool';
}

/**
 * The words of a message: its text parts and tool results, joined by newlines.
 *
 * @example
 * const lastWords = memory.entries().map((entry) => textOf(entry.message)).at(-1);
 */
export function textOf(message: Message): string {
  const texts: string[] = [];
  for (const part of message.parts) {
    if (part.type === 'text' || part.type === 'tool-result') texts.push(part.text);
  }
  return texts.join('\n');
}

/**
 * The tool calls of a message, in order.
 *
 * @example
 * for (const { toolName, arguments: json } of toolCallsOf(message)) console.log(toolName, json);
 */
export function toolCallsOf(message: Message): readonly ToolCallPart[] {
  return message.parts.filter((part) => part.type === 'tool-call');
}

/**
 * The tool results of a message, in order.
 *
 * @example
 * const failed = toolResultsOf(message).filter((result) => result.isError);
 */
export function toolResultsOf(message: Message): readonly ToolResultPart[] {
  return message.parts.filter((part) => part.type === 'tool-result');
}

/** The message with the text of each tool result replaced. */
export function mapResults(
  message: Message,
  textOfResult: (result: ToolResultPart) => string,
): Message {
  return {
    ...message,
    parts: message.parts.map((part) =>
      part.type === 'tool-result' ? { ...part, text: textOfResult(part) } : part,
    ),
  };
}

/** Stands for the id that items of one answer have in common: they have ids of their own. */
export const OF_ITEMS = '(items)';

/**
 * The id that the pieces of one answer have in common: neighbours with the same one belong together
 * [MSG-4]. Items have none, so all that stand beside each other are one answer.
 */
export function answerIdOf({ role, isItem, providerMessageId }: Message): string | undefined {
  if (role !== 'assistant') return undefined;
  return isItem ? OF_ITEMS : providerMessageId;
}
