/**
 * The formats that come with the library, as one door: what they have in common is fetched once, and
 * an app that names none does not carry it.
 */

export { aiSdkFormat } from './ai-sdk/ai-sdk-format.ts';
export { aiSdkUiFormat } from './ai-sdk-ui/ai-sdk-ui-format.ts';
export { anthropicFormat } from './anthropic/anthropic-format.ts';
export { chatTemplateFormat } from './chat-template/chat-template-format.ts';
export { googleFormat } from './google/google-format.ts';
export { openAiFormat } from './openai/openai-format.ts';
export { openAiResponsesFormat } from './openai-responses/openai-responses-format.ts';
