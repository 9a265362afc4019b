// The code of docs/recipes/own-format.md; `npm run docs` writes it.
import { InvalidMessageError, type Part } from '@agent-memory/core';
import type { MessageFormat, WritableEntry } from '@agent-memory/core/formats';

/** A message as your server has it. */
export interface Line {
  readonly id: string;
  readonly from: 'person' | 'bot';
  readonly text: string;
}

export const lines: MessageFormat<Line, { readonly lines: readonly Line[] }> = {
  name: 'lines',
  read(line) {
    if (!isLine(line)) throw new InvalidMessageError('line', 'must be { id, from, text } alone.');
    const role = line.from === 'bot' ? ('assistant' as const) : ('user' as const);
    const parts = Object.freeze([Object.freeze({ type: 'text' as const, text: line.text })]);
    return [{ id: line.id, message: Object.freeze({ role, parts, format: 'lines' }) }];
  },
  write: (entries) => entries.map(lineOf),
  render: ({ items }) => ({
    lines: items.filter(({ kind }) => kind !== 'tools').map(lineOf),
  }),
};

function lineOf({ id, message: { role, parts } }: WritableEntry): Line {
  const isBot = role === 'assistant' || role === 'tool';
  return { id, from: isBot ? 'bot' : 'person', text: parts.flatMap(wordsOf).join('\n') };
}

/** Lines have words alone: calls, results and pictures of other formats become words in brackets. */
function wordsOf(part: Part): string[] {
  if (part.type === 'text') return [part.text];
  if (part.type === 'tool-call') return [`[calls ${part.toolName} with ${part.arguments}]`];
  if (part.type === 'tool-result') return [`[was given: ${part.text}]`];
  return part.type === 'thinking' ? [] : [`[${part.type}]`];
}

function isLine(value: unknown): value is Line {
  if (typeof value !== 'object' || value === null) return false;
  const { id, from, text, ...others } = value as Partial<Line>;
  const isWhole = typeof id === 'string' && id !== '' && typeof text === 'string';
  return isWhole && (from === 'person' || from === 'bot') && Object.keys(others).length === 0;
}
