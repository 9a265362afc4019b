export { aiSdk } from './ai-sdk/ai-sdk-format.ts';
export type { AiSdkIncomingModelMessage, AiSdkModelMessage } from './ai-sdk/model-message.ts';
export { aiSdkUi } from './ai-sdk-ui/ai-sdk-ui-format.ts';
export type { AiSdkIncomingUiMessage, AiSdkUiMessage } from './ai-sdk-ui/ui-message.ts';
export { anthropic } from './anthropic/anthropic-format.ts';
export type { AnthropicContext, AnthropicMessage } from './anthropic/anthropic-message.ts';
export { chatTemplate } from './chat-template/chat-template-format.ts';
export { inTemplateGrammar } from './chat-template/template-grammar.ts';
export type { GoogleContent, GoogleContext } from './google/google-content.ts';
export { google } from './google/google-format.ts';
export { type OpenAiEndpoint, openAiFor } from './openai-for.ts';
export { openAiResponses } from './openai-responses/openai-responses-format.ts';
export type {
  OpenAiResponsesContext,
  OpenAiResponsesItem,
} from './openai-responses/responses-item.ts';
