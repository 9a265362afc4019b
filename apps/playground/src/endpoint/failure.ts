/** Why there is no answer, or no whole one. `said` is what the server itself said of it, if anything. */
export type Failure =
  /** The browser does not even send it: an encrypted page, a plain server. */
  | { readonly kind: 'mixed-content' }
  | { readonly kind: 'offline' }
  /** Nothing answers at the address. */
  | { readonly kind: 'unreachable' }
  /** A server answers, and does not allow this page to read what it says. */
  | { readonly kind: 'cors' }
  /** A server answers this page in general; this request got nowhere. */
  | { readonly kind: 'dropped' }
  /** Nothing came, and nothing could be found out about it. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'key'; readonly status: number; readonly said: string }
  | { readonly kind: 'no-model'; readonly said: string }
  | { readonly kind: 'no-path'; readonly status: number }
  | { readonly kind: 'too-many'; readonly said: string; readonly retryAfterS?: number }
  | { readonly kind: 'too-long'; readonly said: string }
  | { readonly kind: 'server'; readonly status: number; readonly said: string }
  | { readonly kind: 'refused'; readonly status: number; readonly said: string }
  /** What arrived is not an answer of this kind of API. */
  | { readonly kind: 'unreadable'; readonly excerpt: string }
  /** The connection was lost in the middle of the answer. */
  | { readonly kind: 'broke-off' }
  /** The server ended its answer with an error. */
  | { readonly kind: 'gave-up'; readonly said: string }
  /** It ended as it should, without a word. */
  | { readonly kind: 'empty' };
