import { expectTypeOf } from 'vitest';
import type { AiSdkIncomingModelMessage, AiSdkModelMessage } from './ai-sdk/model-message.ts';
import type { AiSdkIncomingUiMessage, AiSdkUiMessage } from './ai-sdk-ui/ui-message.ts';
import type { AnthropicContext, AnthropicMessage } from './anthropic/anthropic-message.ts';
import type { GoogleContext, GoogleIncomingContent } from './google/google-content.ts';
import type { MessageFormat } from './message-format.ts';
import type {
  ContextIn,
  FormatChoice,
  FormatName,
  MessageIn,
  MessageOut,
  MessagesOnly,
} from './named-formats.ts';
import type { OpenAiIncomingMessage, OpenAiMessage } from './openai/openai-message.ts';
import type {
  OpenAiResponsesContext,
  OpenAiResponsesIncomingItem,
} from './openai-responses/responses-item.ts';

type Own = MessageFormat<{ readonly said: string }, { readonly script: string }>;

// [MSG-2] These are the names.
expectTypeOf<FormatName>().toEqualTypeOf<
  'openai' | 'openai-responses' | 'anthropic' | 'google' | 'ai-sdk' | 'ai-sdk-ui' | 'chat-template'
>();

// [MSG-2] A name stands for the messages and the context of its format; a format of one's own for itself.
expectTypeOf<MessageIn<'openai'>>().toEqualTypeOf<OpenAiIncomingMessage>();
expectTypeOf<MessageIn<'chat-template'>>().toEqualTypeOf<OpenAiIncomingMessage>();
expectTypeOf<MessageIn<'openai-responses'>>().toEqualTypeOf<OpenAiResponsesIncomingItem>();
expectTypeOf<MessageIn<'anthropic'>>().toEqualTypeOf<AnthropicMessage>();
expectTypeOf<MessageIn<'google'>>().toEqualTypeOf<GoogleIncomingContent>();
expectTypeOf<MessageIn<'ai-sdk-ui'>>().toEqualTypeOf<AiSdkIncomingUiMessage>();
expectTypeOf<MessageIn<'ai-sdk'>>().toEqualTypeOf<AiSdkIncomingModelMessage>();
expectTypeOf<MessageIn<Own>>().toEqualTypeOf<{ readonly said: string }>();

// [MSG-2] What comes back may be less than what is taken; of what came back, everything can be given.
expectTypeOf<MessageOut<'openai'>>().toEqualTypeOf<OpenAiMessage>();
expectTypeOf<MessageOut<'ai-sdk'>>().toEqualTypeOf<AiSdkModelMessage>();
expectTypeOf<MessageOut<'ai-sdk-ui'>>().toEqualTypeOf<AiSdkUiMessage>();
expectTypeOf<MessageOut<Own>>().toEqualTypeOf<{ readonly said: string }>();
expectTypeOf<MessageOut<'openai'>>().toExtend<MessageIn<'openai'>>();
expectTypeOf<MessageOut<'openai-responses'>>().toExtend<MessageIn<'openai-responses'>>();
expectTypeOf<MessageOut<'anthropic'>>().toExtend<MessageIn<'anthropic'>>();
expectTypeOf<MessageOut<'google'>>().toExtend<MessageIn<'google'>>();
expectTypeOf<MessageOut<'ai-sdk'>>().toExtend<MessageIn<'ai-sdk'>>();
expectTypeOf<MessageOut<'ai-sdk-ui'>>().toExtend<MessageIn<'ai-sdk-ui'>>();

// [MSG-2] A format that takes more than it gives says so; one that says nothing takes what it gives.
type Wide = MessageFormat<string | number, { readonly script: string }, string>;
expectTypeOf<MessageIn<Wide>>().toEqualTypeOf<string | number>();
expectTypeOf<MessageOut<Wide>>().toEqualTypeOf<string>();
type Unsaid = Omit<Own, 'incoming'>;
expectTypeOf<MessageIn<Unsaid>>().toEqualTypeOf<{ readonly said: string }>();
expectTypeOf<ContextIn<'anthropic'>>().toEqualTypeOf<AnthropicContext>();
expectTypeOf<ContextIn<'openai-responses'>>().toEqualTypeOf<OpenAiResponsesContext>();
expectTypeOf<ContextIn<'google'>>().toEqualTypeOf<GoogleContext>();
expectTypeOf<ContextIn<'openai'>>().toEqualTypeOf<MessagesOnly<OpenAiMessage>>();
expectTypeOf<ContextIn<Own>>().toEqualTypeOf<{ readonly script: string }>();

// [MSG-2] Any format can be chosen, whatever its messages are, and nothing else can.
expectTypeOf<Own>().toExtend<FormatChoice>();
expectTypeOf<'gemini'>().not.toExtend<FormatChoice>();
// @ts-expect-error: no format has this name
export type Unknown = MessageIn<'gemini'>;
// @ts-expect-error: a format writes and renders too
export type Half = MessageIn<Pick<Own, 'name' | 'read'>>;
