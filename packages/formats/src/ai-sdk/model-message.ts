import type { OfEitherVersion } from './of-either-version.ts';
import type { AiSdkFileContent, AiSdkJson, AiSdkJsonObject, PlatformUrl } from './plain-values.ts';

/**
 * Messages of the AI SDK as its functions for models take them, `ModelMessage`, as far as this
 * library reads them. Types of its own, so that nothing here needs the package `ai`; they can be
 * given to it and taken from it. Lists are mutable in type because those of the AI SDK are.
 *
 * Source: `@ai-sdk/provider-utils`, `model-message.ts` and what it is made of, versions 4 and 5.
 */
export type AiSdkModelMessage<Item = AiSdkOutputItem> =
  | AiSdkSystemMessage
  | AiSdkUserMessage
  | AiSdkAssistantMessage<Item>
  | AiSdkToolMessage<Item>;

/** A message of a context: without the one kind of piece (`media`) that version 7 does not take. */
export type AiSdkContextMessage = AiSdkModelMessage<
  Exclude<AiSdkOutputItem, { readonly type: 'media' }>
>;

/** A message that is given: with the parts and the shapes of files, too, that version 7 alone has. */
export type AiSdkIncomingModelMessage = OfEitherVersion<
  | AiSdkSystemMessage
  | With<AiSdkUserMessage, AiSdkFilePartOf7>
  | With<AiSdkAssistantMessage<AnyOutputItem>, AiSdkFilePartOf7 | AiSdkCustomPart>
  | AiSdkToolMessage<AnyOutputItem>
>;

/** What `generateText` gives. */
export interface AiSdkIncomingAnswer {
  readonly role?: undefined;
  readonly response: { readonly messages: readonly object[] };
}

type AnyOutputItem = AiSdkOutputItem | AiSdkOutputItemOf7;

/** The message with these parts among its own. */
type With<Message extends { readonly content: unknown }, Part> = Omit<Message, 'content'> & {
  readonly content: Message['content'] | (PartOf<Message['content']> | Part)[];
};

type PartOf<Content> = Content extends readonly (infer Part)[] ? Part : never;

/** A part of a provider's own kind; version 7 has it. */
export interface AiSdkCustomPart extends WithProviderOptions {
  readonly type: 'custom';
  readonly kind: `${string}.${string}`;
}

/** Fields for one provider each, by its name; passed through unread. */
export type AiSdkProviderFields = Record<string, AiSdkJsonObject>;

interface WithProviderOptions {
  readonly providerOptions?: AiSdkProviderFields;
}

/** Rules and identity. `generateText` of version 7 takes it among messages with `allowSystemInMessages`. */
export interface AiSdkSystemMessage extends WithProviderOptions {
  readonly role: 'system';
  readonly content: string;
}

/** The user's words, pictures and files. */
export interface AiSdkUserMessage extends WithProviderOptions {
  readonly role: 'user';
  readonly content: string | (AiSdkTextPart | AiSdkImagePart | AiSdkFilePart)[];
}

/** One step of the model; results are here where the provider ran the tool. */
export interface AiSdkAssistantMessage<Item = AiSdkOutputItem> extends WithProviderOptions {
  readonly role: 'assistant';
  readonly content:
    | string
    | (
        | AiSdkTextPart
        | AiSdkFilePart
        | AiSdkReasoningPart
        | AiSdkToolCallPart
        | AiSdkToolResultPart<Item>
        | AiSdkApprovalRequest
      )[];
}

/** The answers of tools, and of the user to requests for approval. */
export interface AiSdkToolMessage<Item = AiSdkOutputItem> extends WithProviderOptions {
  readonly role: 'tool';
  readonly content: (AiSdkToolResultPart<Item> | AiSdkApprovalResponse)[];
}

/** Words. */
export interface AiSdkTextPart extends WithProviderOptions {
  readonly type: 'text';
  readonly text: string;
}

/** A picture: by address, as a data URL, base64 or bytes. */
export interface AiSdkImagePart extends WithProviderOptions {
  readonly type: 'image';
  readonly image: AiSdkFileContent;
  readonly mediaType?: string;
}

/** A file: by address, as a data URL, base64 or bytes. */
export interface AiSdkFilePart extends WithProviderOptions {
  readonly type: 'file';
  readonly data: AiSdkFileContent;
  readonly mediaType: string;
  readonly filename?: string;
}

/** Files as version 7 has them: it says in an object what their content is, and whose a reference is. */
export type AiSdkFilePartOf7 = WithProviderOptions &
  (
    | {
        readonly type: 'image';
        readonly image: AiSdkFileContent | Record<string, string>;
        readonly mediaType?: string;
      }
    | {
        readonly type: 'file';
        readonly data: AiSdkFileContent | FileContentOf7 | Record<string, string>;
        readonly mediaType: string;
        readonly filename?: string;
      }
    | {
        readonly type: 'reasoning-file';
        readonly data: AiSdkFileContent | FileContentOf7;
        readonly mediaType: string;
      }
  );

type FileContentOf7 =
  | { readonly type: 'data'; readonly data: string | Uint8Array | ArrayBuffer }
  | { readonly type: 'url'; readonly url: PlatformUrl }
  | { readonly type: 'reference'; readonly reference: Record<string, string> }
  | { readonly type: 'text'; readonly text: string };

/** One piece of a tool's answer that version 7 alone has. */
export type AiSdkOutputItemOf7 = WithProviderOptions &
  (
    | {
        readonly type: 'file';
        readonly data: FileContentOf7;
        readonly mediaType: string;
        readonly filename?: string;
      }
    | {
        readonly type: 'file-reference' | 'image-file-reference';
        readonly providerReference: Record<string, string>;
      }
  );

/** Reasoning of the model. */
export interface AiSdkReasoningPart extends WithProviderOptions {
  readonly type: 'reasoning';
  readonly text: string;
}

/** A request of the model to run a tool. */
export interface AiSdkToolCallPart extends WithProviderOptions {
  readonly type: 'tool-call';
  readonly toolCallId: string;
  readonly toolName: string;
  readonly input: unknown;
  readonly providerExecuted?: boolean;
}

/** The answer of a tool to the call with the same `toolCallId`. */
export interface AiSdkToolResultPart<Item = AiSdkOutputItem> extends WithProviderOptions {
  readonly type: 'tool-result';
  readonly toolCallId: string;
  readonly toolName: string;
  readonly output: AiSdkToolOutput<Item>;
}

/** The answer of a tool, in one of the kinds that a model can be given. */
export type AiSdkToolOutput<Item = AiSdkOutputItem> = WithProviderOptions &
  (
    | { readonly type: 'text' | 'error-text'; readonly value: string }
    | { readonly type: 'json' | 'error-json'; readonly value: AiSdkJson }
    | { readonly type: 'execution-denied'; readonly reason?: string }
    | { readonly type: 'content'; readonly value: Item[] }
  );

/** One piece of a tool's answer of several. */
export type AiSdkOutputItem =
  | ({ readonly type: 'text'; readonly text: string } & WithProviderOptions)
  | { readonly type: 'media'; readonly data: string; readonly mediaType: string }
  | ({
      readonly type: 'file-data';
      readonly data: string;
      readonly mediaType: string;
      readonly filename?: string;
    } & WithProviderOptions)
  | ({
      readonly type: 'file-url';
      readonly url: string;
      readonly mediaType?: string;
    } & WithProviderOptions)
  | ({
      readonly type: 'image-data';
      readonly data: string;
      readonly mediaType: string;
    } & WithProviderOptions)
  | ({ readonly type: 'image-url'; readonly url: string } & WithProviderOptions)
  | ({
      readonly type: 'file-id' | 'image-file-id';
      readonly fileId: string | Record<string, string>;
    } & WithProviderOptions)
  | ({ readonly type: 'custom' } & WithProviderOptions);

/** The model may run the tool only after the user allowed it. */
export interface AiSdkApprovalRequest {
  readonly type: 'tool-approval-request';
  readonly approvalId: string;
  readonly toolCallId: string;
  readonly signature?: string;
  readonly inputSchemaInput?: unknown;
}

/** The user's answer to a request for approval. */
export interface AiSdkApprovalResponse {
  readonly type: 'tool-approval-response';
  readonly approvalId: string;
  readonly approved: boolean;
  readonly reason?: string;
  readonly providerExecuted?: boolean;
}
