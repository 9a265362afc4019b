import { type Message, toolResultsOf } from '../message/message.ts';
import type { Entry } from '../transcript/entry.ts';
import { answeredCallsOf } from './answered-calls.ts';
import { resultLimit } from './hint-for.ts';
import type { ShownUnit } from './measured-units.ts';
import type { ToolHints } from './tool-hints.ts';

/** A result that its tool's own limit shortens [POL-8]. */
export interface OverLimit {
  readonly entry: Entry;
  readonly limitTokens: number;
}

/** The entries of a unit that are shown whole and hold a result above the limit of its tool. */
export function resultsOverLimit(
  { entries, members }: Pick<ShownUnit, 'entries' | 'members'>,
  hints: ToolHints,
  count: (text: string) => number,
): readonly OverLimit[] {
  const whole = new Set(
    members.flatMap((member) => (member.kind === 'entry' && !member.overlay ? [member.entry] : [])),
  );
  return answeredCallsOf(entries).flatMap(({ entry, calls }) => {
    const limits = calls.map(({ toolName }) => resultLimit(toolName, hints, Infinity));
    const limitTokens = Math.min(...limits);
    // The whole bounds its parts, so that most are never counted again.
    if (!whole.has(entry) || entry.tokens.value <= limitTokens) return [];
    return hasTextOver(entry.message, limitTokens, count) ? [{ entry, limitTokens }] : [];
  });
}

function hasTextOver(
  message: Message,
  limitTokens: number,
  count: (text: string) => number,
): boolean {
  return toolResultsOf(message).some(({ text }) => count(text) > limitTokens);
}
