import type { LocalFailure } from './local-failure.ts';

/** Why there is no answer, or no whole one, as data: it can be cloned, logged and sent to another thread. */
export type ModelFailure = ServerFailure | LocalFailure;

/**
 * Why a server gave no answer, or no whole one. `serverMessage` is what the server itself said about
 * it, one line without the key; '' if nothing.
 */
export type ServerFailure =
  /** The browser does not send it: an encrypted page, a plain server elsewhere. */
  | { readonly kind: 'mixed-content' }
  | { readonly kind: 'offline' }
  /** Nothing answers at the address. */
  | { readonly kind: 'unreachable' }
  /** A server answers, and does not allow this page to read what it says. */
  | { readonly kind: 'cors' }
  /** The server sends the request elsewhere; a conversation does not follow. */
  | { readonly kind: 'redirected' }
  /** The server answers in general; this request got no answer. */
  | { readonly kind: 'request-lost' }
  /** Nothing came, and nothing could be found out about it. */
  | { readonly kind: 'no-answer' }
  /** Nothing arrived for `timeoutMs`; the request was given up. */
  | { readonly kind: 'timed-out'; readonly timeoutMs: number }
  | {
      readonly kind: 'unauthorized';
      readonly status: number;
      readonly serverMessage: string;
      /** Whether a key was sent. */
      readonly hadKey: boolean;
    }
  | { readonly kind: 'model-not-found'; readonly serverMessage: string }
  /** The server has nothing at this address. */
  | { readonly kind: 'endpoint-not-found'; readonly status: number }
  | {
      readonly kind: 'rate-limited';
      readonly serverMessage: string;
      /** How long the server asks to wait; absent where it does not say. */
      readonly retryAfterMs?: number;
    }
  | { readonly kind: 'context-too-long'; readonly serverMessage: string }
  | {
      readonly kind: 'server-fault';
      readonly status: number;
      readonly serverMessage: string;
      /** How long the server asks to wait; absent where it does not say. */
      readonly retryAfterMs?: number;
    }
  | { readonly kind: 'request-refused'; readonly status: number; readonly serverMessage: string }
  /** The answer is not one of this kind of API; `excerpt` is how it begins. */
  | { readonly kind: 'answer-unreadable'; readonly excerpt: string }
  /** The connection was lost before the end of the answer. */
  | { readonly kind: 'connection-lost' }
  /** The server ended its answer with an error. */
  | { readonly kind: 'stream-error'; readonly serverMessage: string }
  /** The answer ended as it should, without a word or a call. */
  | { readonly kind: 'answer-empty' };
