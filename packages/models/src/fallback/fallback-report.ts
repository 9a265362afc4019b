/** Which of the models answered, and why those ahead of it did not: plain data, to be shown or logged. */
export interface FallbackReport {
  /** The model that answered, or has begun to; absent where none did. */
  readonly taken?: string;
  /** Those ahead of it, in their order; all of them where none answered. */
  readonly passedOver: readonly PassedOver[];
}

/** A model that did not answer. */
export interface PassedOver {
  readonly name: string;
  /** Its error. */
  readonly error: {
    /** The code of an error of this library; absent for any other. */
    readonly code?: string;
    readonly message: string;
  };
  /** Whether it was asked this time; if not, it failed not long ago in a way that lasts. */
  readonly wasAsked: boolean;
}

/** The reports of a chain of models. */
export interface FallbackStatus {
  /** The report of the newest answer; ahead of the first one nothing is taken or passed over. */
  readonly status: FallbackReport;
  /** Calls back after each change of `status`; gives the function that ends it. */
  subscribe(listener: () => void): () => void;
}
