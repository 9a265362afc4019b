// Type-checked and never run: the declarations of every other entry point hold in an app as well.

import {
  type AnyTool,
  type MemoryCheckpoints,
  type MemoryRuns,
  sessionCheckpoints,
  sessionRuns,
} from '@agent-memory/agent';
import { type AgentMemory, createAgentMemory } from '@agent-memory/core';
import type { MessageFormat } from '@agent-memory/core/formats';
import type { MemoryDevtools } from '@agent-memory/devtools';
import {
  type AddOutcome,
  createDocuments,
  documentTools,
  retrievedDocuments,
} from '@agent-memory/documents';
import { pdfReader } from '@agent-memory/documents/pdf';
import { createOnnxEmbedder, embeddingsEndpoint, type OnnxEmbedder } from '@agent-memory/embed';
import type * as EmbedWorker from '@agent-memory/embed/worker';
import { encryptedStore, keyFromPassphrase } from '@agent-memory/encryption';
import { encryptedRecordStore } from '@agent-memory/encryption/long-term';
import type { AiSdkModelMessage } from '@agent-memory/formats';
import { indexedDbStore } from '@agent-memory/indexeddb';
import { indexedDbRecordStore, indexedDbSegmentStore } from '@agent-memory/indexeddb/long-term';
import type { AgentMemoryChatHistory } from '@agent-memory/langchain';
import {
  createLongTermMemory,
  type Embedder,
  type LongTermMemory,
  type RecordStore,
  retrievedRecords,
} from '@agent-memory/long-term';
import {
  acceptChanges,
  type ConsolidationOptions,
  declineChanges,
  proposeConsolidation,
  undoChanges,
} from '@agent-memory/long-term/consolidation';
import { memoryExtraction, memoryManifest } from '@agent-memory/long-term/extraction';
import { checkText } from '@agent-memory/long-term/guard';
import { createRetrievalIndex } from '@agent-memory/long-term/retrieval';
import type * as RetrievalWorker from '@agent-memory/long-term/retrieval-worker';
import { inMemorySegmentStore, type RecordStoreUnderTest } from '@agent-memory/long-term/testing';
import { memoryTools } from '@agent-memory/long-term/tools';
import type { ChatModel, LocalModel } from '@agent-memory/models';
import type { UseAgentMemoryResult } from '@agent-memory/react';
import type { MemoryTransport } from '@agent-memory/react/ai-sdk';
import type * as AssistantUi from '@agent-memory/react/assistant-ui';
import { type UseMemoriesResult, useMemories } from '@agent-memory/react/long-term';
import type * as TanStackAi from '@agent-memory/react/tanstack-ai';
import { sessionCatalog } from '@agent-memory/sessions';
import type { WebLlmOptions } from '@agent-memory/webllm';
import type * as WebLlmWorker from '@agent-memory/webllm/worker';

export interface OtherEntryPoints {
  readonly memory: AgentMemory;
  readonly format: MessageFormat<
    AiSdkModelMessage,
    { readonly messages: readonly AiSdkModelMessage[] }
  >;
  readonly tool: AnyTool;
  readonly devtools: typeof MemoryDevtools;
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

/** A memory that four packages join: each returns what the next one takes. */
export function aLongTermMemory(): LongTermMemory {
  const embedder = createOnnxEmbedder({ model: '/models/all-minilm-l6-v2/' });
  const segments = indexedDbSegmentStore();
  return createLongTermMemory({
    user: 'ada',
    store: indexedDbRecordStore(),
    retrieval: { embedder, segments, neighbours: false },
    index: () =>
      createRetrievalIndex({
        embedder,
        segments,
        language: 'de',
        name: 'known',
        questionTimeoutMs: 1_000,
      }),
    indexName: 'known',
    locale: 'de',
    utcOffsetMinutes: 60,
    hypothesisLifeMs: 86_400_000,
    allow: ['status'],
  });
}

export async function countOf(longTerm: LongTermMemory): Promise<number> {
  const first = await longTerm.list({}, { limit: 100 });
  if (first.next === undefined) return first.items.length;
  const second = await longTerm.list({}, { limit: 100, after: first.next });
  return first.items.length + second.items.length;
}

/** A file of the app's own is restored; what anybody else wrote is checked and stays outside. */
export async function restore(longTerm: LongTermMemory, file: File): Promise<number> {
  const text = await file.text();
  const isSafe = checkText(text, { source: 'external' }).verdict === 'pass';
  const { imported } = await longTerm.importLines(text, { from: isSafe ? 'backup' : 'outside' });
  return imported;
}

/** Files of the user beside a memory: quoted in the context, and searched by a tool. */
export async function aSessionWithDocuments(file: File): Promise<AddOutcome> {
  const documents = createDocuments({
    user: 'ada',
    store: indexedDbRecordStore(),
    retrieval: { segments: indexedDbSegmentStore() },
    pdf: pdfReader(),
    sessions: sessionCatalog(indexedDbStore()),
    limits: { maxBytes: 5_000_000 },
    chunkTokens: 512,
    overlapTokens: 64,
  });
  createAgentMemory({
    id: 'files',
    contextWindow: 128_000,
    features: [retrievedDocuments(documents)],
    tools: documentTools(documents),
  });
  const onProgress = (progress: object) => console.log(progress);
  return documents.add({ content: file }, { onProgress, evenIfErased: true });
}

export async function anEncryptedSession(passphrase: string): Promise<AgentMemory> {
  const records = indexedDbRecordStore();
  const key = await keyFromPassphrase(passphrase, await records.secret());
  const longTerm = createLongTermMemory({ store: encryptedRecordStore(records, key) });
  return createAgentMemory({
    id: 'sealed',
    contextWindow: 128_000,
    store: encryptedStore(indexedDbStore(), key),
    features: [retrievedRecords(longTerm)],
  });
}

export function aSession(longTerm: LongTermMemory): AgentMemory {
  const confirm = ({ kind }: { readonly kind: string }) => kind === 'save';
  const evidence = () => [{ sessionId: 'talk', entryId: 'entry-1' }];
  const entry = () => undefined;
  const sources = ['in_session_correction'] as const;
  const tools: readonly AnyTool[] = memoryTools(longTerm, { confirm, evidence, entry, sources });
  const extraction = memoryExtraction(longTerm, {
    chatModel: { name: 'mine', chat: async () => ({ text: '{"memories":[]}' }) },
    timeoutMs: 20_000,
    tools: { get_order: 'verified' },
    onReport: ({ taken }) => console.log(taken.length),
  });
  const features = [
    retrievedRecords(longTerm, { limit: 8 }),
    memoryManifest(longTerm),
    extraction.feature,
  ];
  return createAgentMemory({ id: 'talk', contextWindow: 128_000, features, tools });
}

export async function tidiedUp(longTerm: LongTermMemory, options: ConsolidationOptions) {
  const changes = await proposeConsolidation(longTerm, options);
  const accepted = await acceptChanges(longTerm, changes.slice(1));
  await declineChanges(longTerm, changes.slice(0, 1));
  return undoChanges(longTerm, accepted);
}

export function aSessionThatGoesOn(): MemoryCheckpoints {
  const checkpoints = sessionCheckpoints();
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
