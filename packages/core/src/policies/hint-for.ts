import type { Entry } from '../transcript/entry.ts';
import { answeredCallsOf } from './answered-calls.ts';
import type { ToolHint, ToolHints } from './tool-hints.ts';

/** The hint for a tool; an empty one where nothing is known. */
export function hintFor(hints: ToolHints, toolName: string): ToolHint {
  return (Object.hasOwn(hints, toolName) ? hints[toolName] : undefined) ?? {};
}

/** Tells whether a unit holds a result of a pinned tool; then it never leaves. */
export function isPinnedUnit(
  unit: { readonly entries: readonly Entry[] },
  hints: ToolHints,
): boolean {
  if (Object.keys(hints).length === 0) return false;
  return answeredCallsOf(unit.entries).some(({ calls }) =>
    calls.some((call) => hintFor(hints, call.toolName).pinned === true),
  );
}

/** Tokens above which a result is shortened: the tool's own limit, or the one for all tools. */
export function resultLimit(
  toolName: string | undefined,
  hints: ToolHints,
  defaultTokens: number,
): number {
  return (toolName === undefined ? undefined : hintFor(hints, toolName).maxTokens) ?? defaultTokens;
}
