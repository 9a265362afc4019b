import type { AbortSignalLike } from '@agent-memory/core';

/** A text that can be found: a record, or a turn of a conversation [RET-6]. */
export interface RetrievalDocument {
  /** Names it in the index; a document of the same id replaces it. */
  readonly id: string;
  readonly text: string;
  /** The speaker of a turn; whom a record is about. */
  readonly author?: string;
  /** Who says it in a chat with an assistant: the user's words count more than answers that repeat them. */
  readonly role?: 'user' | 'assistant';
  /** Documents of one session follow one another in the order in which they were added. */
  readonly sessionId?: string;
  /** Milliseconds since 1970. */
  readonly createdAtMs?: number;
  /** Not found from then on. */
  readonly expiresAtMs?: number;
  /**
   * What it is called: a question that has one of these phrases names it. In any inflection, and with one slip
   * in a word of five letters or more.
   */
  readonly names?: readonly string[];
  /** Values to filter by: `namespace`, `type`, `kind`, `source` of a record. */
  readonly fields?: Readonly<Record<string, string>>;
}

/** A search: its words, its filters and its limits. */
export interface RetrievalQuery {
  readonly text: string;
  /** Most hits. Default: 5 [RET-2]. */
  readonly limit?: number;
  /** For each field the values that are let through. */
  readonly fields?: Readonly<Record<string, readonly string[]>>;
  /** Created at that time or later. */
  readonly fromMs?: number;
  /** Created before that time. */
  readonly toMs?: number;
  /** Most tokens of the texts of all hits together, by `count`. Default: no limit. */
  readonly maxTokens?: number;
  /**
   * A hit scores at least that. Default: no limit.
   *
   * A score of about 1 is a text with every word of the question **that any text has**: words that no
   * text has count for nothing, so a high score does not say that the question is answered. Scores of
   * one question compare with one another; a low limit (0.1) drops what barely touches it.
   */
  readonly minScore?: number;
  /** The time for which expiry is reckoned. Default: now. */
  readonly nowMs?: number;
  readonly signal?: AbortSignalLike;
}

/** The measure, rank and share that one signal gives a hit. */
export interface SignalScore {
  /** Its own measure: BM25, a cosine. */
  readonly score: number;
  /** 1 for the best by this signal alone. */
  readonly rank: number;
  /** The part of the hit's score that comes from it. */
  readonly share: number;
}

/** A document that was found, and why [RET-3]. */
export interface RetrievalHit {
  readonly document: RetrievalDocument;
  readonly rank: number;
  readonly score: number;
  /**
   * By the name of the signal: `name`, `words`, `neighbour-words`, `meaning`, `around`, `author`, `session`,
   * `date`, `form` (below 0 for what is short or only asks), `role` (below 0 for an answer). The shares add up to the score; a signal
   * that says nothing is left out.
   */
  readonly signals: Readonly<Record<string, SignalScore>>;
  /** The one of its names that stands in the question. */
  readonly named?: string;
  /** How much of what is asked its words have, 0 to 1: those that name some document do not count for it, rare ones count more. */
  readonly covered?: number;
}

/** Why a candidate is not among the hits. */
export type CutRule =
  | 'BELOW_LIMIT'
  | 'SCORE_BELOW_CUT'
  | 'EXPIRED'
  | 'DUPLICATE'
  | 'OVER_TOKEN_BUDGET';

/** A candidate that is not among the hits. */
export interface CutCandidate {
  readonly id: string;
  readonly rule: CutRule;
  readonly score: number;
  /** The hit whose duplicate it is. */
  readonly duplicateOf?: string;
}

/** The answer to a search. */
export interface RetrievalResult {
  readonly hits: readonly RetrievalHit[];
  /** The best of those that were cut, best first. */
  readonly cut: readonly CutCandidate[];
  /** A sentence for each signal that could not speak: the embedder failed, vectors are still made. */
  readonly degraded: readonly string[];
}

/** How an index stands. */
export interface RetrievalStatus {
  readonly documents: number;
  /** Documents that have a vector of the present embedder. */
  readonly withVector: number;
  /** A sentence for each part that does not work, or was lost and has to be added again. */
  readonly problems: readonly string[];
  /**
   * `false` where what it holds is not stored: another tab stores the index, or the last write failed.
   * Absent: it is, or need not be.
   */
  readonly isStored?: boolean;
}

/** Port: finds documents by words and by meaning. */
export interface RetrievalIndex {
  /** Adds or replaces. Resolves when they can be found by words; vectors follow. @throws InvalidOptionError if one is no document or has a field that is not known. */
  add(documents: readonly RetrievalDocument[]): Promise<void>;
  /** Resolves when neither a search nor what is stored has a word of them [LTM-8]. */
  remove(ids: readonly string[]): Promise<void>;
  /** @throws InvalidOptionError if a name is not known or a value makes no sense. */
  search(query: RetrievalQuery): Promise<RetrievalResult>;
  /**
   * Resolves when every document that was added has its vector, and all is stored. Where the embedder
   * or the storage fails it resolves as well; a search says what failed.
   */
  settled(): Promise<void>;
  /**
   * Stores what is not stored yet and lets go of worker and storage; other calls reject from then on.
   *
   * @throws Error if something could not be stored; all is let go of all the same.
   */
  close(): Promise<void>;
  /** Says how it stands. Absent: it is trusted to hold what it was given under its name. */
  status?(): Promise<RetrievalStatus>;
  /** The ids of all documents. Absent: what a deleted store left in it stays until the page is left. */
  ids?(): Promise<readonly string[]>;
}

/** The index that `createRetrievalIndex` makes: it also says what it has and how it stands. */
export interface HybridRetrievalIndex extends RetrievalIndex {
  /** The ids of all documents, so that an owner can add what is missing and remove what is too much. */
  ids(): Promise<readonly string[]>;
  status(): Promise<RetrievalStatus>;
}

/** The model behind a vector: vectors of different models or versions are never compared [RET-7]. */
export interface EmbeddingModel {
  readonly id: string;
  /** Changes with the weights, the pooling and the prefixes. */
  readonly version: string;
}

/** How a batch of texts is embedded. */
export interface EmbedOptions {
  /** Some models put another prefix before a query than before a passage. */
  readonly purpose: 'query' | 'passage';
  /** The work ends with its reason; texts that were not begun are not embedded. */
  readonly signal?: AbortSignalLike;
}

/**
 * Port: makes vectors of texts whose cosine says how alike their meaning is.
 *
 * An implementer owes:
 * - One vector a text, in their order, all of one dimension and of length 1.
 * - A query waits for one text of a passage backlog at most.
 * - A failure rejects the call and leaves the embedder usable for the next one.
 * - An empty list gives an empty list; an empty text gives a vector.
 *
 * @example
 * // A pipeline of transformers.js:
 * const extract = await pipeline('feature-extraction', 'Xenova/all-MiniLM-L6-v2');
 * const toVectors = async (texts: readonly string[]) =>
 *   (await extract([...texts], { pooling: 'mean', normalize: true })).tolist();
 * const byPipeline: Embedder = {
 *   model: { id: 'Xenova/all-MiniLM-L6-v2', version: 'mean' },
 *   embed: async (texts) => (await toVectors(texts)).map((values) => Float32Array.from(values)),
 * };
 */
export interface Embedder {
  /**
   * The model of its vectors. `undefined` until the first `embed` has succeeded, where the version is
   * made of weights that are loaded late: read it with the vectors, not before them.
   */
  readonly model: EmbeddingModel | undefined;
  embed(texts: readonly string[], options: EmbedOptions): Promise<readonly Float32Array[]>;
  /** Frees what it holds; later calls reject. */
  dispose?(): void;
}

/**
 * Port: where an index keeps its parts over reloads, as named bytes [RET-5].
 *
 * An implementer owes: `write` is atomic, all of it or nothing; what it acknowledged, `read` gives
 * back; bytes come back equal and are never the same buffer.
 */
export interface SegmentStore {
  /**
   * Names the data: the same in every tab that shares it. Of the tabs that open one index there, one
   * stores it. Absent: each index that is opened stores itself.
   */
  readonly address?: string;
  /** Every segment of an index, by name. */
  read(index: string): Promise<ReadonlyMap<string, ArrayBuffer>>;
  /** Puts and, where the value is `undefined`, takes segments away. */
  write(index: string, segments: ReadonlyMap<string, ArrayBuffer | undefined>): Promise<void>;
  close(): Promise<void>;
}
