import {
  functionCallingModelIds,
  prebuiltAppConfig,
  MLCEngine as WebLlmEngine,
} from '@mlc-ai/web-llm';
import type { WebLlmModel } from '../model/model-record.ts';
import type { InitReport } from '../progress/read-report.ts';
import type { WebLlmRequest } from '../requests/engine-request.ts';

// The one file that imports web-llm. Its types lead nowhere from an ES module (their imports lack
// extensions), so the part of it that is used here is written down here.

/** One piece of a streamed answer. */
export interface MlcChunk {
  readonly choices: readonly {
    readonly delta: {
      readonly content?: string | null;
      readonly tool_calls?: readonly {
        readonly function?: { readonly name?: string; readonly arguments?: string };
      }[];
    };
    readonly finish_reason: string | null;
  }[];
  readonly usage?: { readonly prompt_tokens: number; readonly completion_tokens: number };
}

/** web-llm's engine, as far as it is used here. */
export interface MlcEngine {
  reload(modelId: string, overrides: Readonly<Record<string, unknown>>): Promise<void>;
  chatCompletion(request: WebLlmRequest): Promise<AsyncIterable<MlcChunk>>;
  interruptGenerate(): Promise<void>;
  /** Forgets the kept conversation. */
  resetChat(): Promise<void>;
}

const EMBEDDER = 1;

/** web-llm's own list, without its embedders. */
export const LISTED_MODELS: readonly WebLlmModel[] = prebuiltAppConfig.model_list.filter(
  ({ model_type: type }: WebLlmModel) => type !== EMBEDDER,
);

/** Names of the models that web-llm lets call tools. */
export const TOOL_MODELS: readonly string[] = functionCallingModelIds;

export function createMlcEngine(
  record: WebLlmModel,
  onReport: (report: InitReport) => void,
): MlcEngine {
  return new WebLlmEngine({
    appConfig: { model_list: [record], cacheBackend: 'cache' },
    initProgressCallback: onReport,
    logLevel: 'SILENT',
  });
}
