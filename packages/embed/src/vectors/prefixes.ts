import type { EmbedOptions } from '@agent-memory/long-term';

/** Texts that a model wants in front, `query: ` and `passage: ` for instance. */
export interface Prefixes {
  /** Default: none. */
  readonly query?: string;
  /** Default: none. */
  readonly passage?: string;
}

/** The text as the model wants it. */
export function withPrefix(
  text: string,
  purpose: EmbedOptions['purpose'],
  prefixes: Prefixes,
): string {
  return `${prefixes[purpose] ?? ''}${text}`;
}
