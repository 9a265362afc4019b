import type {
  ChatDelta,
  ChatReply,
  LoadedEngine,
  LoadProgress,
  LocalFailure,
} from '@agent-memory/models';
import type { EngineRequest } from '@agent-memory/models/device';
import type { WebLlmModel } from '../model/model-record.ts';

/** The model to load. */
export interface ModelSettings {
  /** A record of one's own, with whole addresses, or an id of web-llm's list. */
  readonly model: string | WebLlmModel;
  /** Default: the model's own. */
  readonly contextWindow?: number;
}

/** All that the page asks of the worker. */
export type WebLlmCalls = {
  find(modelId: string): Promise<WebLlmModel>;
  /** A load is ended by ending the worker. */
  load(
    settings: ModelSettings,
    mayDownload: boolean,
    onProgress: (progress: LoadProgress) => void,
  ): Promise<LoadedEngine>;
  generate(
    request: EngineRequest,
    onDelta: (delta: ChatDelta) => Promise<void>,
  ): Promise<ChatReply>;
  /** Ends what is being generated at its next word; the answer to `generate` still comes. */
  interrupt(): Promise<void>;
  /** Resolves when the device went away: nothing more comes of this worker. */
  loss(): Promise<LocalFailure>;
};
