// Checked and never run: the declarations of every other door hold in an app as well.
import { type AgentMemory, createAgentMemory } from '@agent-memory/core';
import { type MemoryCheckpoints, sessionCheckpoints } from '@agent-memory/core/checkpoints';
import type { AiSdkModelMessage, MessageFormat } from '@agent-memory/core/formats';
import { type MemoryRuns, sessionRuns } from '@agent-memory/core/runs';
import type { AnyTool } from '@agent-memory/core/tools';
import type { DevtoolsPanelProps } from '@agent-memory/devtools';
import { createOnnxEmbedder, embeddingsEndpoint, type OnnxEmbedder } from '@agent-memory/embed';
import type * as EmbedWorker from '@agent-memory/embed/worker';
import { indexedDbRecordStore, indexedDbSegmentStore } from '@agent-memory/indexeddb/long-term';
import type { AgentMemoryChatHistory } from '@agent-memory/langchain';
import {
  createLongTermMemory,
  type Embedder,
  type LongTermMemory,
  type RecordStore,
  retrievedRecords,
} from '@agent-memory/long-term';
import { createRetrievalIndex } from '@agent-memory/long-term/retrieval';
import type * as RetrievalWorker from '@agent-memory/long-term/retrieval-worker';
import { inMemorySegmentStore, type RecordStoreUnderTest } from '@agent-memory/long-term/testing';
import { anthropicMemoryTool, memoryTools } from '@agent-memory/long-term/tools';
import type { ChatModel, LocalModel } from '@agent-memory/models';
import type { UseAgentMemoryResult } from '@agent-memory/react';
import type { MemoryTransport } from '@agent-memory/react/ai-sdk';
import type * as AssistantUi from '@agent-memory/react/assistant-ui';
import { type UseMemoriesResult, useMemories } from '@agent-memory/react/long-term';
import type * as TanStackAi from '@agent-memory/react/tanstack-ai';
import type { WebLlmOptions } from '@agent-memory/webllm';
import type * as WebLlmWorker from '@agent-memory/webllm/worker';

export interface OtherDoors {
  readonly memory: AgentMemory;
  readonly format: MessageFormat<
    AiSdkModelMessage,
    { readonly messages: readonly AiSdkModelMessage[] }
  >;
  readonly tool: AnyTool;
  readonly panel: DevtoolsPanelProps;
  readonly history: AgentMemoryChatHistory;
  readonly model: ChatModel;
  readonly embedder: OnnxEmbedder & Embedder;
  readonly embedWorker: typeof EmbedWorker;
  readonly retrievalWorker: typeof RetrievalWorker;
  readonly localModel: (options: WebLlmOptions) => LocalModel;
  readonly webLlmWorker: typeof WebLlmWorker;
  readonly hook: UseAgentMemoryResult;
  readonly transport: MemoryTransport<never>;
  readonly assistantUi: typeof AssistantUi;
  readonly tanStackAi: typeof TanStackAi;
}

/** A memory joined from the doors of four packages: each gives what the next one takes. */
export function aLongTermMemory(): LongTermMemory {
  const embedder = createOnnxEmbedder({ model: '/models/all-minilm-l6-v2/' });
  const segments = indexedDbSegmentStore();
  return createLongTermMemory({
    user: 'ada',
    store: indexedDbRecordStore(),
    retrieval: { embedder, segments },
    index: () => createRetrievalIndex({ embedder, segments }),
  });
}

export function aSession(longTerm: LongTermMemory): AgentMemory {
  const tools: readonly AnyTool[] = [
    ...memoryTools(longTerm, { confirm: ({ kind }) => kind === 'save' }),
    anthropicMemoryTool(longTerm).tool,
  ];
  const features = [retrievedRecords(longTerm)];
  return createAgentMemory({ id: 'talk', contextWindow: 128_000, features, tools });
}

export function aSessionThatGoesOn(): MemoryCheckpoints {
  const checkpoints = sessionCheckpoints({ granularity: 'reply' });
  return checkpoints.of(
    createAgentMemory({ id: 'on', contextWindow: 8_000, features: [checkpoints.feature] }),
  );
}

export function aSessionThatLooksBack(): MemoryRuns {
  const runs = sessionRuns({ catalog: true });
  const features = [runs.feature];
  const tools = runs.definitions;
  return runs.of(createAgentMemory({ id: 'talk', contextWindow: 128_000, features, tools }));
}

export function useKnown(longTerm: LongTermMemory): UseMemoriesResult {
  return useMemories(longTerm, { types: ['user'] }, { limit: 20 });
}

export function aStoreInTest(store: RecordStore): RecordStoreUnderTest {
  return { store, reopen: async () => store, dump: async () => '' };
}

export async function foundByEndpoint(model: string): Promise<readonly string[]> {
  const embedder: Embedder = embeddingsEndpoint({ baseUrl: 'http://localhost:1234/v1', model });
  const index = await createRetrievalIndex({ embedder, segments: inMemorySegmentStore() });
  const { hits } = await index.search({ text: 'boat', limit: 3 });
  return hits.map(({ document }) => document.text);
}
