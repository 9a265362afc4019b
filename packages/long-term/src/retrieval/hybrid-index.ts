import { type AbortSignalLike, type Clock, StoreUnavailableError } from '@agent-memory/core';
import { orAbort, throwIfAborted } from '@agent-memory/core/internal';
import type { Embedder } from './embedder.ts';
import type { EngineQuery } from './engine.ts';
import { type Packing, pack } from './pack.ts';
import type { Reranker } from './reranker.ts';
import type {
  HybridRetrievalIndex,
  RetrievalDocument,
  RetrievalQuery,
  RetrievalResult,
  RetrievalStatus,
} from './retrieval-index.ts';
import { checkDocuments, checkIds, checkQuery } from './shell/check-calls.ts';
import type { IndexTabs } from './shell/index-tabs.ts';
import { type EmbeddedQuestion, embedQuestion } from './shell/question-vector.ts';
import { nameRerankedAway, RERANKED, rerank } from './shell/rerank.ts';
import type { SegmentWriter } from './shell/segment-writer.ts';
import { VectorBacklog } from './shell/vector-backlog.ts';
import type { EngineAnswer, EngineHost } from './worker/engine-host.ts';

/** The parts that the shell joins. */
export interface HybridIndexParts {
  readonly host: EngineHost;
  /** Ends the worker that the engine is in, and lets go of the storage. */
  readonly release: () => Promise<void>;
  /** Sentences about trouble while the index was opened. */
  readonly problems: readonly string[];
  readonly writer: SegmentWriter;
  /** Absent: no other tab can open this index. */
  readonly tabs: IndexTabs | undefined;
  readonly embedder: Embedder | undefined;
  readonly reranker: Reranker | undefined;
  readonly count: (text: string) => number;
  readonly questionTimeoutMs: number;
  readonly clock: Clock;
}

const DEFAULT_LIMIT = 5;

/** The shell around an engine: it asks the embedder, the reranker and the storage, and decides nothing. */
export class HybridIndex implements HybridRetrievalIndex {
  readonly #parts: HybridIndexParts;
  readonly #writer: SegmentWriter;
  readonly #backlog: VectorBacklog | undefined;
  #isClosed = false;

  constructor(parts: HybridIndexParts) {
    const { host, embedder } = parts;
    this.#parts = parts;
    this.#writer = parts.writer;
    this.#backlog = embedder && new VectorBacklog(embedder, host, () => this.#writer.write());
    void this.#writer.write();
    void this.#backlog?.start();
  }

  async add(documents: readonly RetrievalDocument[]): Promise<void> {
    this.#checkOpen();
    checkDocuments(documents);
    if (documents.length === 0) return;
    await this.#parts.host.add(documents);
    void this.#writer.write();
    void this.#backlog?.start();
  }

  async remove(ids: readonly string[]): Promise<void> {
    checkIds(ids);
    this.#checkOpen();
    if (ids.length === 0) return;
    await this.#parts.host.remove(ids);
    // Not `settled`: an erasure does not wait for vectors of other documents.
    await this.#writer.settle();
    await this.#parts.tabs?.noteRemoved(ids);
    const { problem } = this.#writer;
    if (problem !== undefined) throw new Error(problem);
  }

  async search(query: RetrievalQuery): Promise<RetrievalResult> {
    this.#checkOpen();
    checkQuery(query);
    const { signal, limit = DEFAULT_LIMIT, maxTokens, minScore } = query;
    throwIfAborted(signal);
    const { vector, degraded } = await this.#embedQuestion(query.text, signal);
    const asked = this.#parts.host.search(this.#engineQuery(query, vector));
    const answer = await orAbort(asked, signal);
    const { gathered, degraded: unranked } = await this.#rerank(query.text, answer, signal);
    const packing: Packing = { limit, maxTokens, minScore, count: this.#parts.count };
    const packed = pack(gathered, packing);
    return {
      hits: packed.candidates,
      cut: nameRerankedAway(packed.cut, answer.candidates, limit),
      degraded: [
        ...degraded,
        ...answer.degraded,
        ...unranked,
        ...this.#withoutMeaning(answer, vector !== undefined),
      ],
    };
  }

  async ids(): Promise<readonly string[]> {
    this.#checkOpen();
    return this.#parts.host.ids();
  }

  async status(): Promise<RetrievalStatus> {
    this.#checkOpen();
    const counts = await this.#parts.host.count(this.#parts.embedder?.model);
    const now = [this.#writer.problem, this.#backlog?.problem];
    const problems = [...this.#parts.problems, ...now.filter((problem) => problem !== undefined)];
    const isUnstored = this.#writer.problem !== undefined || this.#writer.isElsewhere;
    return { ...counts, problems, ...(isUnstored && { isStored: false }) };
  }

  async settled(): Promise<void> {
    this.#checkOpen();
    await this.#backlog?.start();
    await this.#writer.settle();
    // A worker that ended stored nothing, and its owner has to know.
    await this.#parts.host.count(undefined);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#backlog?.stop();
    this.#parts.tabs?.close();
    await this.#writer.close();
    await this.#parts.release();
    const { problem } = this.#writer;
    if (problem !== undefined) throw new Error(problem);
  }

  #checkOpen(): void {
    if (this.#isClosed) {
      throw new StoreUnavailableError('This index was closed; nothing was done. Make a new one.');
    }
  }

  /** A reranker and a token budget choose among more than fit. */
  #wanted({ limit = DEFAULT_LIMIT, maxTokens }: RetrievalQuery): number {
    const forBudget = maxTokens === undefined ? limit : limit * 3;
    return this.#parts.reranker === undefined ? forBudget : Math.max(forBudget, RERANKED);
  }

  async #embedQuestion(
    text: string,
    signal: AbortSignalLike | undefined,
  ): Promise<EmbeddedQuestion> {
    const { embedder, questionTimeoutMs: timeoutMs, clock } = this.#parts;
    const backlog = this.#backlog;
    if (embedder === undefined || backlog === undefined) return { degraded: [] };
    return embedQuestion(text, { embedder, backlog, timeoutMs, clock }, signal);
  }

  async #rerank(question: string, answer: EngineAnswer, signal: AbortSignalLike | undefined) {
    const { reranker } = this.#parts;
    if (reranker === undefined) return { gathered: answer, degraded: [] };
    return rerank(reranker, question, answer, signal);
  }

  #withoutMeaning({ documents, withVector }: EngineAnswer, isEmbedded: boolean): readonly string[] {
    const problem = this.#backlog?.problem;
    if (problem !== undefined) return [problem];
    if (!isEmbedded || withVector >= documents) return [];
    // Vectors of another dimension that an earlier page stored were let go, and nobody else noticed.
    void this.#backlog?.start();
    const missing = documents - withVector;
    return [
      `Vectors are still being made: ${missing} of ${documents} documents are found by words alone.`,
    ];
  }

  #engineQuery(query: RetrievalQuery, vector: EngineQuery['vector']): EngineQuery {
    const { text, fields, fromMs, toMs, nowMs = this.#parts.clock.nowMs() } = query;
    return {
      text,
      wanted: this.#wanted(query),
      nowMs,
      vector,
      ...(fields && { fields }),
      ...(fromMs !== undefined && { fromMs }),
      ...(toMs !== undefined && { toMs }),
    };
  }
}
