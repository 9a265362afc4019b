import type { Part } from '../message/message.ts';
import type { Entry } from '../transcript/entry.ts';

/** A part with more characters is quoted by its start and its end. */
const LONGEST_PART = 2_000;

/** The newest messages that fit so many tokens as originals, one below the other; at least the last. */
export function quotedConversation(entries: readonly Entry[], maxTokens: number): string {
  let left = maxTokens;
  let first = entries.length;
  while (first > 0) {
    left -= entries[first - 1]?.tokens.value ?? 0;
    if (left < 0 && first < entries.length) break;
    first -= 1;
  }
  return entries
    .slice(first)
    .flatMap(({ message }) => message.parts.map((part) => line(message.role, part)))
    .filter((text) => text !== '')
    .join('\n');
}

function line(role: string, part: Part): string {
  switch (part.type) {
    case 'text':
      return `${role}: ${shortened(part.text)}`;
    case 'tool-call':
      return `${role} calls ${part.toolName}: ${shortened(part.arguments)}`;
    case 'tool-result':
      return `result${part.isError ? ' (failed)' : ''}: ${shortened(part.text)}`;
    case 'image':
      return `${role}: [image]`;
    case 'document':
      return `${role}: [document]`;
    case 'thinking':
    case 'unknown':
      return '';
    default:
      return part satisfies never;
  }
}

function shortened(text: string): string {
  if (text.length <= LONGEST_PART) return text;
  const half = LONGEST_PART / 2;
  return `${text.slice(0, half)} … ${text.slice(-half)}`.toWellFormed();
}
