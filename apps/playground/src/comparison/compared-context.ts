import type { Message, PlanItem } from '@agent-memory/core';

/** One message of a context as it is drawn: as high as its share of the tokens. */
export interface ContextBlock {
  /** Stays the same from call to call for the same message. */
  readonly key: string;
  readonly kind: 'system' | 'user' | 'assistant' | 'tool' | 'summary';
  readonly text: string;
  readonly tokens: number;
}

/** A message as a block, with the tokens that memory counts for it. */
export function messageBlock(message: Message, key: string, tokens: number): ContextBlock {
  return { key, kind: message.role, text: wordsOf(message), tokens };
}

/** An item of memory's plan as a block, as it is sent. */
export function planBlock({ id, kind, message, decision }: PlanItem): ContextBlock {
  const block = messageBlock(message, id, decision.tokens.sent);
  return kind === 'condensed' ? { ...block, kind: 'summary' } : block;
}

/** Everything in a message that a model reads. */
export function wordsOf({ parts }: Message): string {
  const texts = parts.map((part) => {
    switch (part.type) {
      case 'text':
      case 'tool-result':
        return part.text;
      case 'tool-call':
        return `${part.toolName} ${part.arguments}`;
      default:
        return '';
    }
  });
  return texts.filter((text) => text !== '').join('\n');
}

/** The first place of a value in a context. */
export interface ValuePlace {
  /** Position of the block in send order. */
  readonly at: number;
  readonly kind: ContextBlock['kind'];
  /** The words around it, in one line. */
  readonly before: string;
  readonly after: string;
}

/** Characters that are shown ahead of the value and behind it: it is to be seen in a narrow column too. */
const AHEAD = 28;
const BEHIND = 90;

/**
 * Finds the first place of a value in a context. Text in which letters or digits stand right beside it
 * is another value.
 */
export function findValue(blocks: readonly ContextBlock[], value: string): ValuePlace | undefined {
  for (const [at, { kind, text }] of blocks.entries()) {
    const start = startOf(text, value);
    if (start === -1) continue;
    const end = start + value.length;
    return {
      at,
      kind,
      before: `${start > AHEAD ? '… ' : ''}${oneLine(text.slice(Math.max(0, start - AHEAD), start), 'trimStart')}`,
      after: `${oneLine(text.slice(end, end + BEHIND), 'trimEnd')}${text.length > end + BEHIND ? ' …' : ''}`,
    };
  }
  return undefined;
}

function startOf(text: string, value: string): number {
  const isPartOfMore = (character: string | undefined): boolean =>
    character !== undefined && /[\p{L}\p{N}]/u.test(character);
  let start = text.indexOf(value);
  while (start !== -1) {
    const isWhole = !isPartOfMore(text[start - 1]) && !isPartOfMore(text[start + value.length]);
    if (isWhole) return start;
    start = text.indexOf(value, start + 1);
  }
  return -1;
}

function oneLine(text: string, trim: 'trimStart' | 'trimEnd'): string {
  return text.replace(/\s+/g, ' ')[trim]();
}

/** One of the two contexts of a call. */
export type ComparedContext = ReturnType<typeof comparedContext>;

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
  readonly isEstimated: boolean;
  readonly newest: ComparedContext;
  readonly memory: ComparedContext;
  /** Compactions of the memory so far. */
  readonly compactions: number;
}

/** A context of these blocks, searched for the value. */
export function comparedContext(
  blocks: readonly ContextBlock[],
  about: { readonly notSent: number; readonly value: string },
) {
  return {
    /** In send order. */
    blocks,
    tokens: blocks.reduce((sum, block) => sum + block.tokens, 0),
    /** Messages of the conversation that are not sent as they are. */
    notSent: about.notSent,
    /** Where the value stands in it; absent where it does not. */
    place: findValue(blocks, about.value),
  };
}
