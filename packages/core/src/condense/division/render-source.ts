import { harmless } from '../../envelope/harmless-text.ts';
import type { CondenseSource } from '../condense-source.ts';

/** The name of a tool stands in each piece of its result, and may be of any length. */
const NAME_CHARACTERS = 64;

/** A message as a model reads it. */
export interface RenderedSource {
  /** `user`, `assistant`, `tool search` … */
  readonly speaker: string;
  /** The words, and the calls with their arguments; '' if nothing was said. */
  readonly said: string;
  /** Whether words and calls stand there to the letter, and the tool's whole name. */
  readonly isAsWritten: boolean;
}

/** A message as a model reads it, harmless as its quotation will be, so that it is counted as it is sent. */
export function renderSource(source: CondenseSource): RenderedSource {
  const { role, text, toolName = '', toolArguments = [] } = source;
  const words = text.trim();
  const name = shortName(toolName);
  const calls = toolArguments.map((json) => `calls ${name || 'a tool'} with ${json}`);
  const said = [...(words === '' ? [] : [words]), ...calls].join('\n');
  const speaker = role === 'tool' && name !== '' ? `tool ${name}` : role;
  const quoted = harmless(said);
  const isAsWritten = quoted === said && name === toolName;
  return { speaker: harmless(speaker), said: quoted, isAsWritten };
}

export function shortName(toolName: string): string {
  return toolName.slice(0, NAME_CHARACTERS);
}
