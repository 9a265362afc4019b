import { type Entry, type Message, toolResultsOf } from '@agent-memory/core';
import { toolNamesIn } from './pieces.ts';
import { quotedSources } from './quotation.ts';
import { RECALL } from './recall-tool.ts';
import { SEARCH_SESSION } from './search-tool.ts';

/** A message that a tool of this session's runs brought back, and the places of what it quotes. */
export interface Recalled {
  readonly toolName: string;
  /** Places of the originals in the conversation, in the order of the quotes. */
  readonly seqs: readonly number[];
}

const TOOLS: readonly string[] = [RECALL.name, SEARCH_SESSION.name];
const HERE = /^message="(\d+)" from="([^"]*)"/;
const ELSEWHERE = 'on another branch';

/**
 * Tells which originals the results of `recall` and `search_session` in a message quote; `undefined`
 * where the message has no result of these tools. The call decides, and no text: a page from outside
 * that reads like a quotation is not one.
 *
 * @param unit entries from the call up to the message
 * @example
 * ```ts
 * const quoted = recalledIn(message, entries);
 * ```
 */
export function recalledIn(message: Message, unit: readonly Entry[]): Recalled | undefined {
  const nameOf = toolNamesIn(unit);
  const results = toolResultsOf(message).flatMap(({ callId, text }) => {
    const toolName = nameOf(callId);
    return toolName !== undefined && TOOLS.includes(toolName) ? [{ toolName, text }] : [];
  });
  const [first] = results;
  if (!first) return undefined;
  const seqs = results.flatMap(({ text }) => quotedSources(text).flatMap(placeOf));
  return { toolName: first.toolName, seqs: [...new Set(seqs)] };
}

function placeOf(source: string): readonly number[] {
  const [, seq, label = ''] = HERE.exec(source) ?? [];
  return seq === undefined || label.includes(ELSEWHERE) ? [] : [Number(seq)];
}
