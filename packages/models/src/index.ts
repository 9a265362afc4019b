export { type ReadBaseUrl, readBaseUrl } from './address/base-url.ts';
export type {
  BuiltInAvailability,
  LanguageModelApi,
  SummarizerApi,
} from './built-in/built-in-api.ts';
export {
  type BuiltInChatModel,
  type BuiltInChatOptions,
  builtInChat,
} from './built-in/built-in-chat.ts';
export type { BuiltInModel, BuiltInOptions } from './built-in/built-in-session.ts';
export {
  type BuiltInSummarizer,
  type BuiltInSummarizerOptions,
  builtInSummarizer,
} from './built-in/built-in-summarizer.ts';
export type { ChatDelta, ChatModel, ChatRequest } from './chat/chat-model.ts';
export {
  assistantMessage,
  type ChatReply,
  type ChatUsage,
  EMPTY_REPLY,
} from './chat/chat-reply.ts';
export { type AnthropicCounterOptions, anthropicCounter } from './counting/anthropic-counter.ts';
export type { CounterOptions } from './counting/counter-endpoint.ts';
export { type GoogleCounterOptions, googleCounter } from './counting/google-counter.ts';
export {
  type ChooseModelOptions,
  chooseModel,
  type ModelChoice,
  type PassedOverOffer,
} from './device/choose-model.ts';
export { type DeviceFacts, probeDevice, type WebGpuFacts } from './device/device-facts.ts';
export { type ModelOffer, RECOMMENDED_MODELS } from './device/model-offer.ts';
export type { Fetch } from './endpoint/connection.ts';
export { type EndpointOptions, isSendableKey } from './endpoint/endpoint.ts';
export { listModels } from './endpoint/list-models.ts';
export { type OpenAiCompatibleOptions, openAiCompatible } from './endpoint/open-ai-compatible.ts';
export {
  BrokenStreamError,
  ContextTooLongError,
  EmptyAnswerError,
  EndpointError,
  EndpointNotFoundError,
  ModelNotFoundError,
  ModelTimeoutError,
  ModelUnauthorizedError,
  ModelUnreachableError,
  RateLimitedError,
  RequestRefusedError,
  ServerFaultError,
  UnreadableAnswerError,
} from './errors/endpoint-error.ts';
export type { ModelErrorCode } from './errors/error-codes.ts';
export type { Explanation, FailedRequest, Remedy } from './errors/explain-failure.ts';
export type { LocalFailure, LocalFailureKind } from './errors/local-failure.ts';
export { LocalModelError } from './errors/local-model-error.ts';
export { ModelError, type ModelErrorFields } from './errors/model-error.ts';
export type {
  FailureOf,
  ModelFailure,
  ModelFailureKind,
  ServerFailure,
} from './errors/model-failure.ts';
export {
  type ChatFallbackOptions,
  type FallbackChatModel,
  type FallbackOptions,
  type FallbackSummarizer,
  fallback,
} from './fallback/fallback.ts';
export type { FallbackReport, FallbackStatus, PassedOver } from './fallback/fallback-report.ts';
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
export type { WaitingRequests } from './local/request-queue.ts';
export { type MeteringOptions, metered } from './metering/metered.ts';
export { type ModelLedger, modelLedger } from './metering/model-ledger.ts';
export type { ModelPrice } from './metering/model-price.ts';
export { type RetryOptions, withRetry } from './retry/with-retry.ts';
export { type ModelSummarizerOptions, modelSummarizer } from './summary/model-summarizer.ts';
export { SummaryRejectedError } from './summary/summary-rejected-error.ts';
