import type { ContextBlock } from './context-block.ts';
import { findValue, type ValuePlace } from './find-value.ts';

/** One of the two contexts of a call. */
export interface ComparedContext {
  /** In send order. */
  readonly blocks: readonly ContextBlock[];
  readonly tokens: number;
  /** Tokens above the limit; 0 where it fits. */
  readonly tooMany: number;
  /** Messages of the conversation that are not sent as they are. */
  readonly notSent: number;
  /** Where the value stands in it; absent where it does not. */
  readonly place: ValuePlace | undefined;
}

/** Both contexts of one call of the model, from the same messages. */
export interface ComparisonFrame {
  /** Counts from 1. */
  readonly call: number;
  /** Messages of the conversation so far. */
  readonly messages: number;
  /** The user's newest words. */
  readonly question: string;
  /** Whether anybody has said the value yet. */
  readonly isSaid: boolean;
  readonly limitTokens: number;
  readonly isEstimated: boolean;
  readonly lastMessages: ComparedContext;
  readonly memory: ComparedContext;
  /** Compactions of the memory so far. */
  readonly compactions: number;
}

/** A context of these blocks, held against the limit and searched for the value. */
export function comparedContext(
  blocks: readonly ContextBlock[],
  about: { readonly limitTokens: number; readonly notSent: number; readonly value: string },
): ComparedContext {
  const tokens = blocks.reduce((sum, block) => sum + block.tokens, 0);
  return {
    blocks,
    tokens,
    tooMany: Math.max(0, tokens - about.limitTokens),
    notSent: about.notSent,
    place: findValue(blocks, about.value),
  };
}
