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
