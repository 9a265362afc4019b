export type { Embedder } from '@agent-memory/long-term';
export {
  type EmbeddingsEndpointOptions,
  type EndpointEmbedder,
  embeddingsEndpoint,
} from './endpoint/embeddings-endpoint.ts';
export type { LoadedModel } from './engine/embed-engine.ts';
export type { FileHashes } from './files/model-source.ts';
export { createOnnxEmbedder, type OnnxEmbedder } from './onnx/create-onnx-embedder.ts';
export type { OnnxEmbedderOptions } from './onnx/onnx-options.ts';
