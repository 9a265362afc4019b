import type { ImagePart } from '@agent-memory/core/formats';

type ImageDetail = NonNullable<ImagePart['detail']>;
/**
 * An item of OpenAI's Responses API, as far as this library reads them. Items, fields and pieces of
 * content that have no name here come through too, as they are.
 *
 * Lists are typed as changeable because those of `openai` are; what is in them belongs to later
 * contexts too and cannot be changed.
 *
 * Source: OpenAI API reference, "Create a model response", request body, `input`, and "The response
 * object", `output`.
 */
export type OpenAiResponsesItem =
  | OpenAiResponsesMessage
  | OpenAiResponsesSpokenMessage
  | OpenAiResponsesOutputMessage
  | OpenAiResponsesReasoning
  | OpenAiResponsesFunctionCall
  | OpenAiResponsesFunctionOutput
  | OpenAiResponsesCustomCall
  | OpenAiResponsesCustomOutput;

/**
 * An item that is given: whatever the package `openai` types as one, of a request or of a response, or a
 * whole response.
 * References to items (`item_reference`) fit the type, so that lists typed by `openai` do, and are
 * refused when they are read: nobody here knows the item that they stand for.
 */
export type OpenAiResponsesIncomingItem =
  | (Given & {
      readonly type?: 'message';
      readonly role: 'user' | 'system' | 'developer' | 'assistant';
      readonly content: string | readonly OpenAiResponsesIncomingContent[];
      readonly phase?: 'commentary' | 'final_answer' | null | undefined;
    })
  | (Given & {
      readonly type: 'reasoning';
      readonly summary: readonly { readonly type: 'summary_text'; readonly text: string }[];
      readonly content?: readonly { readonly type: 'reasoning_text'; readonly text: string }[];
      readonly encrypted_content?: string | null | undefined;
    })
  | (Given & {
      readonly type: 'function_call';
      readonly call_id: string;
      readonly name: string;
      readonly arguments: string;
    })
  | (Given & {
      readonly type: 'custom_tool_call';
      readonly call_id: string;
      readonly name: string;
      readonly input: string;
    })
  | (Given & {
      readonly type: 'function_call_output' | 'custom_tool_call_output';
      readonly call_id?: string | null | undefined;
      readonly output: string | readonly OpenAiResponsesIncomingContent[];
    })
  | OpenAiResponsesOtherItem
  | {
      readonly object: 'response';
      readonly type?: undefined;
      readonly output: readonly object[];
    };

/** Fields that any item may have. */
interface Given {
  readonly id?: string | null | undefined;
  readonly status?: OpenAiResponsesStatus | null | undefined;
}

/** One piece of the content of a message or an output that is given. */
export type OpenAiResponsesIncomingContent =
  | { readonly type: 'input_text'; readonly text: string }
  | {
      readonly type: 'input_image';
      readonly image_url?: string | null | undefined;
      readonly file_id?: string | null | undefined;
      readonly detail?: ImageDetail | 'original' | null | undefined;
    }
  | {
      readonly type: 'input_file';
      readonly file_id?: string | null | undefined;
      readonly file_data?: string | null | undefined;
      readonly file_url?: string | null | undefined;
      readonly filename?: string | null | undefined;
    }
  | { readonly type: 'input_audio'; readonly input_audio: object }
  | {
      readonly type: 'output_text';
      readonly text: string;
      readonly annotations?: readonly object[];
    }
  | { readonly type: 'refusal'; readonly refusal: string };

/** An item that this library passes through unread: tools that run at the provider, its compaction. */
export interface OpenAiResponsesOtherItem {
  readonly type?:
    | `${OtherCall}_call`
    | `${OtherCall}_call_output`
    | `mcp_${string}`
    | 'tool_search_output'
    | 'program'
    | 'program_output'
    | 'additional_tools'
    | 'configuration_update'
    | 'compaction'
    | 'compaction_trigger'
    | 'item_reference'
    | null
    | undefined;
  readonly id?: string | null | undefined;
}

type OtherCall =
  | 'file_search'
  | 'web_search'
  | 'computer'
  | 'image_generation'
  | 'code_interpreter'
  | 'local_shell'
  | 'shell'
  | 'apply_patch'
  | 'tool_search'
  | 'mcp';

/** A context for OpenAI's Responses API: it goes into a request beside `model` and `tools`. */
export interface OpenAiResponsesContext {
  readonly input: OpenAiResponsesItem[];
}

/** Words of the user or of the app, with pictures and files. */
export interface OpenAiResponsesMessage {
  readonly type?: 'message';
  readonly role: 'user' | 'system' | 'developer';
  readonly content: string | OpenAiResponsesContent[];
}

/** Words of the assistant that came from elsewhere: another provider, another app. */
export interface OpenAiResponsesSpokenMessage {
  readonly type?: 'message';
  readonly role: 'assistant';
  readonly content: string;
  readonly phase?: 'commentary' | 'final_answer' | null;
}

/** Words of the assistant as the provider gave them. */
export interface OpenAiResponsesOutputMessage {
  readonly type: 'message';
  readonly role: 'assistant';
  readonly id: string;
  readonly status: OpenAiResponsesStatus;
  readonly content: (OpenAiResponsesOutputText | OpenAiResponsesRefusal)[];
  readonly phase?: 'commentary' | 'final_answer' | null;
}

/** How far an item has come. */
export type OpenAiResponsesStatus = 'in_progress' | 'completed' | 'incomplete';

/** Reasoning. Where the provider stores nothing, `encrypted_content` holds all of it. */
export interface OpenAiResponsesReasoning {
  readonly type: 'reasoning';
  readonly id: string;
  readonly summary: { type: 'summary_text'; text: string }[];
  readonly content?: { type: 'reasoning_text'; text: string }[];
  readonly encrypted_content?: string | null;
  readonly status?: OpenAiResponsesStatus;
}

/** A call of a function; `arguments` is JSON text. */
export interface OpenAiResponsesFunctionCall {
  readonly type: 'function_call';
  readonly call_id: string;
  readonly name: string;
  readonly arguments: string;
  readonly id?: string;
  readonly status?: OpenAiResponsesStatus;
}

/** The answer of a function. */
export interface OpenAiResponsesFunctionOutput {
  readonly type: 'function_call_output';
  readonly call_id: string;
  readonly output: string | OpenAiResponsesContent[];
  readonly id?: string;
  readonly status?: OpenAiResponsesStatus;
}

/** A call of a tool that takes any text. */
export interface OpenAiResponsesCustomCall {
  readonly type: 'custom_tool_call';
  readonly call_id: string;
  readonly name: string;
  readonly input: string;
  readonly id?: string;
}

/** The answer of a tool that takes any text. */
export interface OpenAiResponsesCustomOutput {
  readonly type: 'custom_tool_call_output';
  readonly call_id: string;
  readonly output: string | OpenAiResponsesContent[];
  readonly id?: string;
}

/** One piece of what the user says or a tool answers. */
export type OpenAiResponsesContent =
  | { readonly type: 'input_text'; readonly text: string }
  | {
      readonly type: 'input_image';
      readonly detail: ImageDetail;
      readonly image_url?: string | null;
      readonly file_id?: string | null;
    }
  | {
      readonly type: 'input_file';
      readonly file_id?: string | null;
      readonly file_data?: string;
      readonly file_url?: string;
      readonly filename?: string;
    };

/** Words of an answer. */
export interface OpenAiResponsesOutputText {
  readonly type: 'output_text';
  readonly text: string;
  readonly annotations: never[];
}

/** Words with which a model declines. */
export interface OpenAiResponsesRefusal {
  readonly type: 'refusal';
  readonly refusal: string;
}
