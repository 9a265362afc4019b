import type { ImageDetail } from '../../message/message.ts';

/**
 * A message of OpenAI Chat Completions, as far as this library reads them; by its role it may be given
 * to the package `openai`. Fields that have no name here are in it as they came.
 *
 * Lists are typed as changeable because those of `openai` are; what is in them belongs to later
 * contexts too and cannot be changed.
 *
 * Source: OpenAI API reference, "Create chat completion", request body, `messages`.
 */
export type OpenAiMessage =
  | OpenAiSystemMessage
  | OpenAiDeveloperMessage
  | OpenAiUserMessage
  | OpenAiAssistantMessage
  | OpenAiToolMessage;

/** Identity and rules. */
export interface OpenAiSystemMessage extends WithoutCalls, WithoutCallId {
  readonly role: 'system';
  readonly content: string | OpenAiTextPart[];
}

/** Rules, as newer models call them. */
export interface OpenAiDeveloperMessage extends WithoutCalls, WithoutCallId {
  readonly role: 'developer';
  readonly content: string | OpenAiTextPart[];
}

/** The words of the user, with pictures and files. */
export interface OpenAiUserMessage extends WithoutCalls, WithoutCallId {
  readonly role: 'user';
  readonly content: string | OpenAiContentPart[];
}

/** The answer of a model: words, calls, or both. */
export interface OpenAiAssistantMessage extends WithoutCallId {
  readonly role: 'assistant';
  readonly content?: string | OpenAiTextPart[] | null;
  readonly tool_calls?: OpenAiToolCall[];
}

/** The answer of a tool. */
export interface OpenAiToolMessage extends WithoutCalls {
  readonly role: 'tool';
  readonly content: string | OpenAiTextPart[];
  readonly tool_call_id: string;
}

interface WithoutCalls {
  readonly tool_calls?: undefined;
}

interface WithoutCallId {
  readonly tool_call_id?: undefined;
}

/**
 * A message of OpenAI Chat Completions that is given: whatever the package `openai` types as one, and what
 * servers like it answer. What this library has no name for is kept with the original.
 */
export interface OpenAiIncomingMessage {
  /** `function` is a result, as it was before there were tools. */
  readonly role: OpenAiMessage['role'] | `function${string}`;
  readonly content?: string | readonly OpenAiIncomingPart[] | null;
  readonly tool_calls?: readonly OpenAiIncomingCall[] | null | undefined;
  /** Without one, a result answers the first open call, or the first of the tool that `name` says. */
  readonly tool_call_id?: string | number | null | undefined;
}

/** A whole answer of Chat Completions. */
export interface OpenAiIncomingAnswer {
  readonly role?: undefined;
  readonly choices: readonly { readonly message: object }[];
}

/** A call that is given. Without an id it goes by the name of its tool. */
export type OpenAiIncomingCall = { readonly id?: string | number | null | undefined } & (
  | {
      readonly type?: 'function' | undefined;
      readonly function: { readonly name: string; readonly arguments?: string | object | null };
    }
  | {
      readonly type: 'custom';
      readonly custom: { readonly name: string; readonly input: string };
    }
);

/** One piece of the `content` of a message that is given. */
export type OpenAiIncomingPart =
  | OpenAiContentPart
  | {
      readonly type: 'image_url';
      readonly image_url: { readonly url: string; readonly detail?: 'original' | ImageDetail };
    }
  | { readonly type: 'input_audio'; readonly input_audio: object }
  | { readonly type: 'refusal'; readonly refusal: string };

/** Words in a list. */
export interface OpenAiTextPart {
  readonly type: 'text';
  readonly text: string;
}

/** One piece of a message's `content` in OpenAI Chat Completions. */
export type OpenAiContentPart =
  | OpenAiTextPart
  | {
      readonly type: 'image_url';
      readonly image_url: { readonly url: string; readonly detail?: ImageDetail };
    }
  | {
      readonly type: 'file';
      readonly file: {
        readonly file_id?: string;
        readonly file_data?: string;
        readonly filename?: string;
      };
    };

/** A call in an assistant's message of OpenAI Chat Completions; `arguments` is JSON text. */
export interface OpenAiToolCall {
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; readonly arguments: string };
}
