import {
  type AbortSignalLike,
  type Clock,
  estimateTokens,
  StoreUnavailableError,
} from '@agent-memory/core';
import { errorText, orAbort, throwIfAborted, withDeadline } from '@agent-memory/core/internal';
import * as check from '../platform/check-argument.ts';
import type { QuestionVector } from './engine.ts';
import type { Gathered } from './gather.ts';
import type {
  CutCandidate,
  CutRule,
  Embedder,
  HybridRetrievalIndex,
  RetrievalDocument,
  RetrievalHit,
  RetrievalQuery,
  RetrievalResult,
} from './retrieval-index.ts';
import type { IndexTabs } from './shell/index-tabs.ts';
import type { SegmentWriter } from './shell/segment-writer.ts';
import { isVector, modelOf, VectorBacklog } from './shell/vector-backlog.ts';
import type { EngineAnswer, EngineHost } from './worker/engine-host.ts';

/** The parts that the shell joins. */
interface HybridIndexParts {
  readonly host: EngineHost;
  /** Ends the worker that the engine is in, and lets go of the storage. */
  readonly release: () => Promise<void>;
  /** Sentences about trouble while the index was opened. */
  readonly problems: readonly string[];
  /** Why the worker did not start; each search says it, since it now takes its time from the page. */
  readonly workerProblem: string | undefined;
  readonly writer: SegmentWriter;
  /** Absent: no other tab can open this index. */
  readonly tabs: IndexTabs | undefined;
  readonly embedder: Embedder | undefined;
  readonly questionTimeoutMs: number;
  readonly clock: Clock;
}

const DEFAULT_LIMIT = 5;

/** The shell around an engine: it asks the embedder and the storage, and decides nothing. */
export function hybridIndex(parts: HybridIndexParts): HybridRetrievalIndex {
  const { host, writer, tabs, embedder, workerProblem, questionTimeoutMs, clock } = parts;
  const backlog = embedder && new VectorBacklog(embedder, host, () => writer.write());
  let isClosed = false;
  void writer.write();
  void backlog?.start();

  function checkOpen(): void {
    if (isClosed) {
      throw new StoreUnavailableError('This index was closed; nothing was done. Make a new one.');
    }
  }

  function throwUnwritten(): void {
    if (writer.problem !== undefined) throw new Error(writer.problem);
  }

  /**
   * Embeds a question. An embedder that fails, or that gives no answer in time, leaves the words to
   * decide; its late answer is dropped.
   */
  async function embedQuestion(
    text: string,
    signal: AbortSignalLike | undefined,
  ): Promise<EmbeddedQuestion> {
    if (embedder === undefined || backlog === undefined) return { degraded: [] };
    // No abort when time is up: it would end the loading of a model that the next question needs.
    const ask = () => embedder.embed([text], { purpose: 'query', ...(signal && { signal }) });
    const limits = { limitMs: questionTimeoutMs, clock, signal };
    try {
      const [values] = await backlog.ahead(withDeadline(ask, limits));
      if (!isVector(values)) throw new Error('It gave no usable vector for the question.');
      return comparable(modelOf(embedder), values, backlog);
    } catch (error) {
      throwIfAborted(signal);
      const why = errorText(error).replace(/\.?$/, '.');
      return { degraded: [`The embedder gave no vector, so words alone decided: ${why}`] };
    }
  }

  function withoutMeaning(
    { documents, withVector }: EngineAnswer,
    isEmbedded: boolean,
  ): readonly string[] {
    if (backlog?.problem !== undefined) return [backlog.problem];
    if (!isEmbedded || withVector >= documents) return [];
    // Vectors of another dimension that an earlier page stored were let go, and nobody else noticed.
    void backlog?.start();
    const missing = documents - withVector;
    return [
      `Vectors are still being made: ${missing} of ${documents} documents are found by words alone.`,
    ];
  }

  return {
    async add(documents) {
      checkOpen();
      checkDocuments(documents);
      if (documents.length === 0) return;
      await host.add(documents);
      void writer.write();
      void backlog?.start();
    },
    async remove(ids) {
      checkIds(ids);
      checkOpen();
      if (ids.length === 0) return;
      await host.remove(ids);
      // Not `settled`: an erasure does not wait for vectors of other documents.
      await writer.settle();
      await tabs?.noteRemoved(ids);
      throwUnwritten();
    },
    async search(query) {
      checkOpen();
      checkQuery(query);
      const { text, signal, fields, fromMs, toMs } = query;
      const { limit = DEFAULT_LIMIT, maxTokens } = query;
      throwIfAborted(signal);
      const { vector, degraded } = await embedQuestion(text, signal);
      const asked = host.search({
        text,
        // A token budget chooses among more than fit.
        wanted: maxTokens === undefined ? limit : limit * 3,
        nowMs: query.nowMs ?? clock.nowMs(),
        vector,
        ...(fields && { fields }),
        ...(fromMs !== undefined && { fromMs }),
        ...(toMs !== undefined && { toMs }),
      });
      const answer = await orAbort(asked, signal);
      return {
        ...pack(answer, query),
        degraded: [
          ...(workerProblem === undefined ? [] : [workerProblem]),
          ...degraded,
          ...answer.degraded,
          ...withoutMeaning(answer, vector !== undefined),
        ],
      };
    },
    async ids() {
      checkOpen();
      return host.ids();
    },
    async status() {
      checkOpen();
      const counts = await host.count(embedder?.model);
      const now = [writer.problem, backlog?.problem];
      const problems = [...parts.problems, ...now.filter((problem) => problem !== undefined)];
      const isUnstored = writer.problem !== undefined || writer.isElsewhere;
      return { ...counts, problems, ...(isUnstored && { isStored: false }) };
    },
    async settled() {
      checkOpen();
      await backlog?.start();
      await writer.settle();
      // A worker that ended stored nothing, and its owner has to know.
      await host.count(undefined);
    },
    async close() {
      isClosed = true;
      backlog?.stop();
      tabs?.close();
      await writer.close();
      await parts.release();
      throwUnwritten();
    },
  };
}

/**
 * Fits ranked candidates into a limit and a token budget [RET-2]. A hit that is too long for the room
 * that is left is cut, and shorter ones behind it still come in.
 */
function pack(
  { candidates, cut }: Gathered,
  { limit = DEFAULT_LIMIT, maxTokens, minScore = Number.NEGATIVE_INFINITY }: RetrievalQuery,
): Pick<RetrievalResult, 'hits' | 'cut'> {
  const hits: RetrievalHit[] = [];
  const left: CutCandidate[] = [];
  let roomTokens = maxTokens ?? Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const { document, score } = candidate;
    const cutBy = (rule: CutRule) => left.push({ id: document.id, rule, score });
    const tokens = maxTokens === undefined ? 0 : estimateTokens(document.text);
    if (score < minScore) cutBy('SCORE_BELOW_CUT');
    else if (hits.length >= limit) cutBy('BELOW_LIMIT');
    else if (tokens > roomTokens) cutBy('OVER_TOKEN_BUDGET');
    else {
      roomTokens -= tokens;
      hits.push({ ...candidate, rank: hits.length + 1 });
    }
  }
  return { hits, cut: [...left, ...cut].sort((a, b) => b.score - a.score) };
}

const DOCUMENT: check.Checks<RetrievalDocument> = {
  id: check.aText,
  text: check.aText,
  author: check.aText,
  role: check.oneOf(['user', 'assistant']),
  sessionId: check.aText,
  createdAtMs: check.aNumber,
  expiresAtMs: check.aNumber,
  names: check.listOf(),
  fields: check.checkThat('must have texts alone', (value) =>
    Object.values(Object(value)).every((field) => typeof field === 'string'),
  ),
};
const QUERY: check.Checks<RetrievalQuery> = {
  text: check.aText,
  limit: check.whole(0),
  fields: check.checkThat(
    'must have a list of values for each field',
    (value) =>
      typeof value === 'object' && value !== null && Object.values(value).every(Array.isArray),
  ),
  fromMs: check.aNumber,
  toMs: check.aNumber,
  maxTokens: check.checkThat('must be a number of 0 or more', (value) => Number(value) >= 0),
  minScore: check.aNumber,
  nowMs: check.aNumber,
  signal: check.aSignal,
};

/** @throws InvalidOptionError if one of them is no document; none of them was added. */
function checkDocuments(documents: readonly RetrievalDocument[]): void {
  check.checkValue(documents, 'documents', check.aList);
  for (const [at, document] of documents.entries()) {
    check.checkFields(document, DOCUMENT, `documents.${at}`, ['id', 'text']);
  }
}

/** @throws InvalidOptionError if they are no texts; nothing was removed. */
function checkIds(ids: readonly string[]): void {
  check.checkValue(ids, 'remove.ids', check.listOf());
}

/** @throws InvalidOptionError if a field is not known or makes no sense. */
function checkQuery(query: RetrievalQuery): void {
  check.checkFields(query, QUERY, 'search', ['text']);
}

/** A question's vector where it came in time and can be compared; else a sentence why not. */
interface EmbeddedQuestion {
  readonly vector?: QuestionVector;
  readonly degraded: readonly string[];
}

function comparable(
  model: QuestionVector['model'],
  values: Float32Array,
  backlog: VectorBacklog,
): EmbeddedQuestion {
  const made = backlog.dimensionOf(model);
  if (made === undefined || made === values.length) {
    return { vector: { model, values, outdatesOthers: made === undefined }, degraded: [] };
  }
  const sentence = `The embedder gives vectors of ${values.length} numbers for questions and of ${made} for documents, which cannot be compared, so words alone decided.`;
  return { degraded: [sentence] };
}
