export { readBaseUrl } from './address/base-url.ts';
export {
  type BuiltInChatModel,
  type BuiltInOptions,
  builtInChat,
} from './built-in/built-in-chat.ts';
export type { ChatDelta, ChatModel, ChatRequest, ModelSpeed } from './chat/chat-model.ts';
export { type ChatReply, type ChatUsage, EMPTY_REPLY } from './chat/chat-reply.ts';
export {
  type ChooseModelOptions,
  chooseModel,
  type ModelChoice,
} from './device/choose-model.ts';
export { type DeviceFacts, probeDevice } from './device/device-facts.ts';
export { type ModelOffer, RECOMMENDED_MODELS } from './device/model-offer.ts';
export { type EndpointOptions, isSendableKey } from './endpoint/endpoint.ts';
export { listModels } from './endpoint/list-models.ts';
export { type OpenAiCompatibleOptions, openAiCompatible } from './endpoint/open-ai-compatible.ts';
export { EndpointError } from './errors/endpoint-error.ts';
export type { ModelErrorCode } from './errors/error-codes.ts';
export type { Explanation, Remedy } from './errors/explain-failure.ts';
export type { LocalFailure } from './errors/local-failure.ts';
export { LocalModelError } from './errors/local-model-error.ts';
export { ModelError } from './errors/model-error.ts';
export type {
  ModelFailure,
  ServerFailure,
} from './errors/model-failure.ts';
export type { FallbackReport, FallbackStatus } from './fallback/chain.ts';
export { fallback } from './fallback/fallback.ts';
export type {
  LoadedEngine,
  LoadProgress,
  LocalModelSize,
} from './local/engine.ts';
export type {
  LoadOptions,
  LocalModel,
  LocalModelOptions,
  LocalModelStatus,
} from './local/local-model.ts';
export { metered } from './metering/metered.ts';
export { type SpendingLimitOptions, spendingLimit } from './metering/spending-limit.ts';
export { modelSummarizer } from './summary/model-summarizer.ts';
