/**
 * Why there are no vectors, as data: it can be cloned, logged and sent to another thread.
 * `file` is the path of a file inside of the model's folder or address.
 */
export type EmbedderFailure =
  /** The model has no such file. */
  | { readonly kind: 'file-missing'; readonly file: string; readonly place: string }
  /** The server did not give the file out. */
  | {
      readonly kind: 'file-refused';
      readonly file: string;
      readonly place: string;
      readonly status: number;
    }
  /** No answer came for the file, or not the whole of it. */
  | { readonly kind: 'file-unreachable'; readonly file: string; readonly place: string }
  /** The file is there and is something else; `found` says what. */
  | {
      readonly kind: 'file-unreadable';
      readonly file: string;
      readonly place: string;
      readonly found: string;
    }
  /** The files are whole, and the model is none of a kind that can be run here. */
  | { readonly kind: 'model-unsupported'; readonly problem: string }
  /** ONNX Runtime's WebAssembly did not start. */
  | { readonly kind: 'runtime-unavailable'; readonly problem: string }
  | { readonly kind: 'out-of-memory' }
  /** The model was started, and failed on a text. */
  | { readonly kind: 'run-failed'; readonly problem: string }
  | { readonly kind: 'worker-lost'; readonly problem: string }
  | { readonly kind: 'disposed' }
  /** The server of an endpoint gave no answer, or its answer broke off. */
  | { readonly kind: 'server-unreachable'; readonly server: string }
  | {
      readonly kind: 'unauthorized';
      readonly server: string;
      readonly status: number;
      readonly serverMessage: string;
      /** Whether a key was sent. */
      readonly hadKey: boolean;
    }
  | {
      readonly kind: 'rate-limited';
      readonly server: string;
      readonly serverMessage: string;
      /** How long the server asks to wait; absent where it does not say. */
      readonly retryAfterMs?: number;
    }
  | {
      readonly kind: 'server-fault';
      readonly server: string;
      readonly status: number;
      readonly serverMessage: string;
    }
  | {
      readonly kind: 'request-refused';
      readonly server: string;
      readonly status: number;
      readonly serverMessage: string;
    }
  /** The answer holds no vectors for the texts; `found` says what it holds. */
  | { readonly kind: 'answer-unreadable'; readonly server: string; readonly found: string };

/** Names of the ways in which embedding can fail. */
export type EmbedderFailureKind = EmbedderFailure['kind'];
