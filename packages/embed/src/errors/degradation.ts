/** Something is less than it could be, and the embedder works on. */
export interface EmbedderDegradation {
  /**
   * `EMBEDDER_CACHE_UNAVAILABLE`: the model's files are downloaded anew with each load.
   * `EMBEDDER_CACHE_DAMAGED`: a file in the cache was not the one that had been put there; it is
   * downloaded anew.
   * `EMBEDDER_ON_PAGE`: there is no `Worker` here; the model runs on the thread that calls it.
   */
  readonly code: 'EMBEDDER_CACHE_UNAVAILABLE' | 'EMBEDDER_CACHE_DAMAGED' | 'EMBEDDER_ON_PAGE';
  /** Tells in a sentence or two how it went, and the consequences. */
  readonly message: string;
}

/** Hears of a degradation when it happens. */
export type ReportDegradation = (degradation: EmbedderDegradation) => void;
