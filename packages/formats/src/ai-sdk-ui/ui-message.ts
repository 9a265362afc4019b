import type { AiSdkProviderFields } from '../ai-sdk/model-message.ts';
import type { OfEitherVersion } from '../ai-sdk/of-either-version.ts';
import type { AiSdkJsonObject } from '../ai-sdk/plain-values.ts';

/**
 * A message of the AI SDK as an app shows it, `UIMessage`, as far as this library reads it. A type
 * of its own, so that nothing here needs the package `ai`; it can be given to it and taken from it.
 * Lists are mutable in type because those of the AI SDK are.
 *
 * Source: `ai`, `src/ui/ui-messages.ts`, versions 6 and 7.
 */
export interface AiSdkUiMessage {
  readonly id: string;
  readonly role: 'system' | 'user' | 'assistant';
  readonly metadata?: unknown;
  readonly parts: AiSdkUiPart[];
}

/** A message that is given: with the parts, too, that version 7 alone has. They are kept unread. */
export type AiSdkIncomingUiMessage = OfEitherVersion<
  Omit<AiSdkUiMessage, 'parts'> & { readonly parts: (AiSdkUiPart | AiSdkUiPartOf7)[] }
>;

/** One piece of a `UIMessage` of version 7. */
export type AiSdkUiPartOf7 =
  | ({ readonly type: 'custom'; readonly kind: `${string}.${string}` } & WithProviderMetadata)
  | ({
      readonly type: 'reasoning-file';
      readonly mediaType: string;
      readonly url: string;
    } & WithProviderMetadata)
  | {
      readonly type: 'steering-message';
      readonly id: string;
      readonly parts: (AiSdkUiTextPart | AiSdkUiFilePart)[];
    };

/** One piece of a `UIMessage`. */
export type AiSdkUiPart =
  | AiSdkUiTextPart
  | AiSdkUiReasoningPart
  | AiSdkUiFilePart
  | AiSdkUiSourcePart
  | AiSdkUiToolPart
  | { readonly type: 'step-start' }
  | { readonly type: `data-${string}`; readonly id?: string; readonly data: unknown };

interface WithProviderMetadata {
  readonly providerMetadata?: AiSdkProviderFields;
}

/** Words. */
export interface AiSdkUiTextPart extends WithProviderMetadata {
  readonly type: 'text';
  readonly text: string;
  readonly state?: 'streaming' | 'done';
}

/** Reasoning of the model. */
export interface AiSdkUiReasoningPart extends WithProviderMetadata {
  readonly type: 'reasoning';
  readonly id?: string;
  readonly text: string;
  readonly state?: 'streaming' | 'done';
}

/** A file by address or as a data URL. */
export interface AiSdkUiFilePart extends WithProviderMetadata {
  readonly type: 'file';
  readonly mediaType: string;
  readonly filename?: string;
  readonly url: string;
}

/** Where an answer comes from; shown to people, not read by models. */
export type AiSdkUiSourcePart = WithProviderMetadata &
  (
    | {
        readonly type: 'source-url';
        readonly sourceId: string;
        readonly url: string;
        readonly title?: string;
      }
    | {
        readonly type: 'source-document';
        readonly sourceId: string;
        readonly mediaType: string;
        readonly title: string;
        readonly filename?: string;
      }
  );

/** A call and, as soon as there is one, its result. */
export type AiSdkUiToolPart = {
  readonly toolCallId: string;
  readonly title?: string;
  readonly toolMetadata?: AiSdkJsonObject;
  readonly providerExecuted?: boolean;
} & (
  | { readonly type: `tool-${string}` }
  | { readonly type: 'dynamic-tool'; readonly toolName: string; readonly dynamic?: false }
) &
  AiSdkUiToolState;

/** How far a call has come. */
export type AiSdkUiToolState =
  | {
      readonly state: 'input-streaming';
      readonly input?: unknown;
      readonly rawInput?: string;
      readonly inputEncoding?: 'json' | 'text';
      readonly output?: never;
      readonly errorText?: never;
      readonly callProviderMetadata?: AiSdkProviderFields;
      readonly approval?: never;
    }
  | {
      readonly state: 'input-available';
      readonly input: unknown;
      readonly output?: never;
      readonly errorText?: never;
      readonly callProviderMetadata?: AiSdkProviderFields;
      readonly approval?: never;
    }
  | {
      readonly state: 'approval-requested';
      readonly input: unknown;
      readonly output?: never;
      readonly errorText?: never;
      readonly callProviderMetadata?: AiSdkProviderFields;
      readonly approval: ApprovalFields & { readonly approved?: never; readonly reason?: never };
    }
  | {
      readonly state: 'approval-responded';
      readonly input: unknown;
      readonly output?: never;
      readonly errorText?: never;
      readonly callProviderMetadata?: AiSdkProviderFields;
      readonly approval: ApprovalFields & { readonly approved: boolean; readonly reason?: string };
    }
  | {
      readonly state: 'output-available';
      readonly input: unknown;
      readonly output: unknown;
      readonly errorText?: never;
      readonly callProviderMetadata?: AiSdkProviderFields;
      readonly resultProviderMetadata?: AiSdkProviderFields;
      readonly preliminary?: boolean;
      readonly approval?: ApprovalFields & { readonly approved: true; readonly reason?: string };
    }
  | {
      readonly state: 'output-error';
      readonly input: unknown;
      readonly rawInput?: unknown;
      readonly output?: never;
      readonly errorText: string;
      readonly callProviderMetadata?: AiSdkProviderFields;
      readonly resultProviderMetadata?: AiSdkProviderFields;
      readonly approval?: ApprovalFields & { readonly approved: true; readonly reason?: string };
    }
  | {
      readonly state: 'output-denied';
      readonly input: unknown;
      readonly output?: never;
      readonly errorText?: never;
      readonly callProviderMetadata?: AiSdkProviderFields;
      readonly approval: ApprovalFields & { readonly approved: false; readonly reason?: string };
    };

interface ApprovalFields {
  readonly id: string;
  readonly descriptor?: unknown;
  readonly signature?: string;
  readonly inputSchemaInput?: unknown;
}
