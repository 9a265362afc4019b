// The code of docs/recipes/own-format.md; `npm run docs` writes it.
import { InvalidMessageError, textOf } from '@agent-memory/core';
import type { MessageFormat } from '@agent-memory/core/formats';

/** A message as your server has it. */
export interface Line {
  readonly id: string;
  readonly from: 'person' | 'bot';
  readonly text: string;
}

export const lines: MessageFormat<Line, { readonly lines: readonly Line[] }> = {
  name: 'lines',
  read(line) {
    if (!isLine(line)) throw new InvalidMessageError('line', 'must be { id, from, text }.');
    const role = line.from === 'bot' ? ('assistant' as const) : ('user' as const);
    const parts = Object.freeze([Object.freeze({ type: 'text' as const, text: line.text })]);
    return [{ id: line.id, message: Object.freeze({ role, parts, format: 'lines' }) }];
  },
  write: (entries) =>
    entries.map(({ id, message }) => ({
      id,
      from: message.role === 'assistant' ? 'bot' : 'person',
      text: textOf(message),
    })),
  render: ({ items }) => ({
    lines: items
      .filter(({ kind }) => kind !== 'tools')
      .map(({ id, message }) => ({
        id,
        from: message.role === 'assistant' ? 'bot' : 'person',
        text: textOf(message),
      })),
  }),
};

function isLine(value: unknown): value is Line {
  if (typeof value !== 'object' || value === null) return false;
  const { id, from, text } = value as Partial<Line>;
  return (
    typeof id === 'string' && (from === 'person' || from === 'bot') && typeof text === 'string'
  );
}
