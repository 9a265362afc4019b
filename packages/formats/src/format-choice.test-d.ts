import type { OpenAiMessage } from '@agent-memory/core';
import type {
  ContextIn,
  FormatChoice,
  MessageFormat,
  MessageIn,
  MessageOut,
  MessagesOnly,
  OpenAiIncomingAnswer,
  OpenAiIncomingMessage,
} from '@agent-memory/core/formats';
import { expectTypeOf } from 'vitest';
import type {
  AiSdkIncomingAnswer,
  AiSdkIncomingModelMessage,
  AiSdkModelMessage,
} from './ai-sdk/model-message.ts';
import type { AiSdkIncomingUiMessage, AiSdkUiMessage } from './ai-sdk-ui/ui-message.ts';
import type { AnthropicContext, AnthropicMessage } from './anthropic/anthropic-message.ts';
import type {
  GoogleContext,
  GoogleIncomingAnswer,
  GoogleIncomingContent,
} from './google/google-content.ts';
import type { aiSdk, aiSdkUi, anthropic, chatTemplate, google, openAiResponses } from './index.ts';
import type {
  OpenAiResponsesContext,
  OpenAiResponsesIncomingItem,
} from './openai-responses/responses-item.ts';

type Own = MessageFormat<{ readonly said: string }, { readonly script: string }>;

// [MSG-2] A format stands for its messages and its context, and `openai` for those of OpenAI.
type OpenAiIncoming = OpenAiIncomingMessage | OpenAiIncomingAnswer;
expectTypeOf<MessageIn<'openai'>>().toEqualTypeOf<OpenAiIncoming>();
expectTypeOf<MessageIn<typeof chatTemplate>>().toEqualTypeOf<OpenAiIncoming>();
expectTypeOf<MessageIn<typeof openAiResponses>>().toEqualTypeOf<OpenAiResponsesIncomingItem>();
expectTypeOf<MessageIn<typeof anthropic>>().toEqualTypeOf<AnthropicMessage>();
expectTypeOf<MessageIn<typeof google>>().toEqualTypeOf<
  GoogleIncomingContent | GoogleIncomingAnswer
>();
expectTypeOf<MessageIn<typeof aiSdkUi>>().toEqualTypeOf<AiSdkIncomingUiMessage>();
expectTypeOf<MessageIn<typeof aiSdk>>().toEqualTypeOf<
  AiSdkIncomingModelMessage | AiSdkIncomingAnswer
>();
expectTypeOf<MessageIn<Own>>().toEqualTypeOf<{ readonly said: string }>();

// [MSG-2] What comes back may be less than what is taken; of what came back, everything can be given.
expectTypeOf<MessageOut<'openai'>>().toEqualTypeOf<OpenAiMessage>();
expectTypeOf<MessageOut<typeof aiSdk>>().toEqualTypeOf<AiSdkModelMessage>();
expectTypeOf<MessageOut<typeof aiSdkUi>>().toEqualTypeOf<AiSdkUiMessage>();
expectTypeOf<MessageOut<Own>>().toEqualTypeOf<{ readonly said: string }>();
expectTypeOf<MessageOut<'openai'>>().toExtend<MessageIn<'openai'>>();
expectTypeOf<MessageOut<typeof openAiResponses>>().toExtend<MessageIn<typeof openAiResponses>>();
expectTypeOf<MessageOut<typeof anthropic>>().toExtend<MessageIn<typeof anthropic>>();
expectTypeOf<MessageOut<typeof google>>().toExtend<MessageIn<typeof google>>();
expectTypeOf<MessageOut<typeof aiSdk>>().toExtend<MessageIn<typeof aiSdk>>();
expectTypeOf<MessageOut<typeof aiSdkUi>>().toExtend<MessageIn<typeof aiSdkUi>>();

// [MSG-2] A format that takes more than it gives says so; one that says nothing takes what it gives.
type Wide = MessageFormat<string | number, { readonly script: string }, string>;
expectTypeOf<MessageIn<Wide>>().toEqualTypeOf<string | number>();
expectTypeOf<MessageOut<Wide>>().toEqualTypeOf<string>();
type Unsaid = Omit<Own, 'incoming'>;
expectTypeOf<MessageIn<Unsaid>>().toEqualTypeOf<{ readonly said: string }>();
expectTypeOf<ContextIn<typeof anthropic>>().toEqualTypeOf<AnthropicContext>();
expectTypeOf<ContextIn<typeof openAiResponses>>().toEqualTypeOf<OpenAiResponsesContext>();
expectTypeOf<ContextIn<typeof google>>().toEqualTypeOf<GoogleContext>();
expectTypeOf<ContextIn<'openai'>>().toEqualTypeOf<MessagesOnly<OpenAiMessage>>();
expectTypeOf<ContextIn<Own>>().toEqualTypeOf<{ readonly script: string }>();

// [MSG-2] Any format can be chosen, whatever its messages are, and nothing else can.
expectTypeOf<Own>().toExtend<FormatChoice>();
expectTypeOf<'gemini'>().not.toExtend<FormatChoice>();
// @ts-expect-error: no format has this name
export type Unknown = MessageIn<'gemini'>;
// @ts-expect-error: a format writes and renders too
export type Half = MessageIn<Pick<Own, 'name' | 'read'>>;
