/**
 * Messages of Anthropic's Messages API, as far as this library reads them. Blocks and fields that
 * have no name here come through too, as they are.
 * Source: Claude API reference, "Messages", request body, `messages`.
 */
export interface AnthropicMessage {
  readonly role: 'user' | 'assistant' | 'system';
  readonly content: string | readonly AnthropicBlock[];
}

/**
 * A context for Anthropic's Messages API: it goes into the body of a request as it is, beside
 * `model`, `max_tokens` and `tools`. `system` is an empty list where there is none.
 *
 * Lists are typed as changeable because the types of Anthropic's SDK are; the blocks in them belong
 * to later contexts too and cannot be changed.
 */
export interface AnthropicContext {
  readonly system: AnthropicTextBlock[];
  readonly messages: AnthropicTurn[];
}

/** A message of a context. Blocks that have no name here are in it as they came. */
export interface AnthropicTurn {
  readonly role: 'user' | 'assistant';
  readonly content: AnthropicSentBlock[];
}

/** One piece of a message's `content`. */
export type AnthropicBlock =
  | AnthropicContentBlock
  | AnthropicToolResultBlock<
      AnthropicTextBlock | AnthropicImageBlock | AnthropicDocumentBlock | AnthropicOtherBlock
    >
  | AnthropicOtherBlock;

/** One piece of a message in a context. */
export type AnthropicSentBlock =
  | AnthropicContentBlock
  | AnthropicToolResultBlock<AnthropicTextBlock | AnthropicImageBlock | AnthropicDocumentBlock>;

type AnthropicContentBlock =
  | AnthropicTextBlock
  | AnthropicImageBlock
  | AnthropicDocumentBlock
  | AnthropicThinkingBlock
  | AnthropicRedactedThinkingBlock
  | AnthropicToolUseBlock;

/** A cache breakpoint: everything up to the block that has it can be read from the cache later. */
export interface AnthropicCacheControl {
  readonly type: 'ephemeral';
  /** How long it is kept. Default `5m`. */
  readonly ttl?: '5m' | '1h';
}

interface Cacheable {
  readonly cache_control?: AnthropicCacheControl | null;
}

/** Words. */
export interface AnthropicTextBlock extends Cacheable {
  readonly type: 'text';
  readonly text: string;
}

/** A picture: inline, by address, or by the id of an uploaded file. */
export interface AnthropicImageBlock extends Cacheable {
  readonly type: 'image';
  readonly source:
    | {
        readonly type: 'base64';
        readonly media_type: 'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp';
        readonly data: string;
      }
    | { readonly type: 'url'; readonly url: string }
    | { readonly type: 'file'; readonly file_id: string };
}

/** A document: a PDF, a text, or blocks of its own. */
export interface AnthropicDocumentBlock extends Cacheable {
  readonly type: 'document';
  readonly source:
    | { readonly type: 'base64'; readonly media_type: 'application/pdf'; readonly data: string }
    | { readonly type: 'text'; readonly media_type: 'text/plain'; readonly data: string }
    | { readonly type: 'url'; readonly url: string }
    | { readonly type: 'file'; readonly file_id: string }
    | {
        readonly type: 'content';
        readonly content: string | (AnthropicTextBlock | AnthropicImageBlock)[];
      };
  readonly title?: string | null;
  readonly context?: string | null;
  readonly citations?: { readonly enabled?: boolean } | null;
}

/** Reasoning; the signature shows that it is the model's own. */
export interface AnthropicThinkingBlock {
  readonly type: 'thinking';
  readonly thinking: string;
  readonly signature: string;
}

/** Reasoning that only the provider can read. */
export interface AnthropicRedactedThinkingBlock {
  readonly type: 'redacted_thinking';
  readonly data: string;
}

/** A request of the model to run a tool. */
export interface AnthropicToolUseBlock extends Cacheable {
  readonly type: 'tool_use';
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

/** The answer of a tool. */
export interface AnthropicToolResultBlock<Content> extends Cacheable {
  readonly type: 'tool_result';
  readonly tool_use_id: string;
  readonly content?: string | Content[];
  readonly is_error?: boolean;
}

/** A block that this library passes through unread: tools that run at the provider, its compaction. */
export interface AnthropicOtherBlock {
  readonly type:
    | `${string}_tool_use`
    | `${string}_tool_result`
    | `mcp_${string}`
    | 'browser_state'
    | 'compaction'
    | 'container_upload'
    | 'fallback'
    | 'search_result'
    | 'tool_addition'
    | 'tool_reference'
    | 'tool_removal';
}
