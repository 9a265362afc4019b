/**
 * Why a model on this device gave no answer, or no whole one. `problem` is what the engine or the
 * browser said about it; '' if nothing.
 */
export type LocalFailure =
  /** The device has nothing that the engine runs on, or lacks a feature that the model needs. */
  | { readonly kind: 'device-unsupported'; readonly problem: string }
  /** The engine knows no model of this name. */
  | { readonly kind: 'model-unknown'; readonly known: readonly string[] }
  /** The model is not on this device, and nobody allowed its download. */
  | { readonly kind: 'download-not-allowed' }
  /** A file did not come, or not the whole of it. */
  | { readonly kind: 'download-failed'; readonly file: string; readonly problem: string }
  /**
   * The files came and are no model of this engine, or of another version of it. `isGiven`: a person gave
   * the files themselves, and no address.
   */
  | { readonly kind: 'files-unreadable'; readonly problem: string; readonly isGiven?: true }
  /** The browser gives the origin no more room. */
  | { readonly kind: 'storage-full'; readonly problem: string }
  | { readonly kind: 'out-of-memory'; readonly problem: string }
  /** The graphics device went away. */
  | { readonly kind: 'device-lost'; readonly problem: string }
  /** The worker of the engine ended. */
  | { readonly kind: 'engine-lost'; readonly problem: string }
  /** Nothing came from the engine for `timeoutMs`; it was ended. */
  | { readonly kind: 'silent'; readonly timeoutMs: number }
  /** The request is longer than the model's window. */
  | { readonly kind: 'window-exceeded'; readonly windowTokens: number; readonly problem: string }
  /** The engine took the request, and failed on it. */
  | { readonly kind: 'run-failed'; readonly problem: string }
  /** The answer ended without a word. */
  | { readonly kind: 'nothing-said' }
  /** The model was unloaded while the request waited; `isDownloading`: before the last of its bytes. */
  | { readonly kind: 'unloaded'; readonly isDownloading?: true }
  | { readonly kind: 'disposed' };
