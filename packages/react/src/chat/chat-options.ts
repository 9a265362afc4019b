/** Options that the adapters to chat libraries share; all have defaults. */
export interface ChatOptions {
  /**
   * Whether an error that came ahead of any answer says that the context was too long. Then a smaller
   * one is sent, up to five times. Default: recognises the messages of well-known providers.
   */
  readonly isOverflow?: (error: Error) => boolean;
  /**
   * Called with the error when an answer or its usage could not be kept and `error` of the memory's
   * state does not show it. The chat goes on either way. Default: it shows as an unhandled rejection.
   */
  readonly onError?: (error: unknown) => void;
}
