/** What the server reported for a call, in its own tokens. */
export interface Usage {
  readonly inputTokens: number;
  readonly cachedInputTokens?: number;
}

/** What has arrived of an answer. */
export interface Reply {
  readonly text: string;
  /** What the model thought ahead of its words, where the server tells. */
  readonly thinking: string;
  /** Why the model ended, in the server's word (`stop`, `length` …). */
  readonly finish?: string;
  readonly usage?: Usage;
  /** Pieces that could not be read, and so are missing. */
  readonly unreadable: number;
}

export const NOTHING_SAID: Reply = { text: '', thinking: '', unreadable: 0 };
