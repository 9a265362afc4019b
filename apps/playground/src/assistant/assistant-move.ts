import type { ContextText } from './context-texts.ts';

/** The assistant's next move. */
export type AssistantMove =
  | { readonly kind: 'say'; readonly text: string }
  | { readonly kind: 'call'; readonly call: ToolCall };

/** The tools that this page pretends to have. */
export type ToolCall =
  | { readonly toolName: 'lookup_order'; readonly arguments: { readonly order: string } }
  | { readonly toolName: 'read_page'; readonly arguments: { readonly about: string } }
  | { readonly toolName: 'remember'; readonly arguments: { readonly fact: string } }
  | {
      readonly toolName: 'store_memory';
      readonly arguments: {
        readonly records: readonly Statement[];
        /** The user puts something right, which wins over what is stored. */
        readonly isCorrection: boolean;
      };
    }
  | {
      readonly toolName: 'memory_at';
      readonly arguments: { readonly when: string; readonly atMs: number };
    }
  | { readonly toolName: 'forget_memory'; readonly arguments: { readonly about: string } }
  | { readonly toolName: 'erase_memory'; readonly arguments: { readonly about: string } };

/** Something about the user that is worth keeping for later conversations. */
export interface Statement {
  readonly kind: 'fact' | 'preference';
  readonly text: string;
  /** Two statements of one key are about the same thing: the later one takes the place of the other. */
  readonly key?: string;
}

/** Everything that a rule may look at: what memory assembled, and the time of day. */
export interface Turn {
  /** The user's words. */
  readonly question: string;
  /** Every text of the context, the question left out, in send order. */
  readonly texts: readonly ContextText[];
  readonly now: Date;
}

/** Answers a turn, or leaves it to the next rule. */
export type Rule = (turn: Turn) => AssistantMove | undefined;

export function say(text: string): AssistantMove {
  return { kind: 'say', text };
}
