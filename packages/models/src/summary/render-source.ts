import type { CondenseSource } from '@agent-memory/core';
import { harmless } from '@agent-memory/core/internal';

/** The name of a tool stands in each piece of its result, and may be of any length. */
const NAME_CHARACTERS = 64;

/** A message as a model reads it. */
export interface RenderedSource {
  /** `user`, `assistant`, `tool search` … */
  readonly speaker: string;
  /** The words, and the calls with their arguments; '' if nothing was said. */
  readonly said: string;
}

/** A message as a model reads it, harmless as its quotation will be, so that it is counted as it is sent. */
export function renderSource(source: CondenseSource): RenderedSource {
  const { role, text, toolName = '', toolArguments = [] } = source;
  const words = text.trim();
  const name = toolName.slice(0, NAME_CHARACTERS);
  const calls = toolArguments.map((json) => `calls ${name || 'a tool'} with ${json}`);
  const said = [...(words === '' ? [] : [words]), ...calls].join('\n');
  const speaker = role === 'tool' && name !== '' ? `tool ${name}` : role;
  return { speaker: harmless(speaker), said: harmless(said) };
}
