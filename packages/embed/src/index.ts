export type { Embedder } from '@agent-memory/long-term';
export { type EndpointEmbedder, embeddingsEndpoint } from './endpoint/embeddings-endpoint.ts';
export type { EmbeddingsEndpointOptions } from './endpoint/endpoint-options.ts';
export type { EmbedderDegradation } from './errors/degradation.ts';
export { EmbedderError, type EmbedderErrorCode } from './errors/embedder-error.ts';
export type { EmbedderFailure, EmbedderFailureKind } from './errors/embedder-failure.ts';
export type { ModelSize } from './files/measure-files.ts';
export {
  createOnnxEmbedder,
  type LoadOptions,
  type OnnxEmbedder,
} from './onnx/create-onnx-embedder.ts';
export type { OnnxEmbedderOptions } from './onnx/onnx-options.ts';
export type { Pooling } from './vectors/pool.ts';
export type { Prefixes } from './vectors/prefixes.ts';
export type { LoadedModel, LoadProgress } from './worker/engine.ts';
