import { mediaApart } from '../../message/media-apart.ts';
import { type ToolCallPart, toolCallsOf, toolResultsOf } from '../../message/message.ts';
import type { Entry } from '../../transcript/entry.ts';
import type { ViewUnit } from '../../view/view.ts';
import type { ToolHint, ToolHints } from './tool-hints.ts';

/** An entry with results and the calls that they answer, in order. */
interface AnsweredCalls {
  readonly entry: Entry;
  /** One for each result; never empty. */
  readonly calls: readonly ToolCallPart[];
}

/**
 * The results in a unit, each with its call. An entry that holds a result without an open call is
 * left out: such a result came late, twice or from nowhere, and is passed on as text.
 */
export function answeredCallsOf(entries: readonly Entry[]): readonly AnsweredCalls[] {
  const open = new Map<string, ToolCallPart>();
  const answered: AnsweredCalls[] = [];
  let isAnswering = false;
  for (const entry of entries) {
    const isResult = entry.message.role === 'tool';
    // Where the model spoke on, calls that were open before stay open for good.
    if (isAnswering && !isResult) open.clear();
    isAnswering = isResult;
    for (const call of toolCallsOf(entry.message)) open.set(call.callId, call);
    const calls = toolResultsOf(entry.message).map(({ callId }) => taken(open, callId));
    if (calls.length > 0 && calls.every((call) => call !== undefined)) {
      answered.push({ entry, calls });
    }
  }
  return answered;
}

function taken(open: Map<string, ToolCallPart>, callId: string): ToolCallPart | undefined {
  const call = open.get(callId);
  open.delete(callId);
  return call;
}

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
export function resultLimit(toolName: string, hints: ToolHints, defaultTokens: number): number {
  return hintFor(hints, toolName).maxTokens ?? defaultTokens;
}

/** A marker is about thirty tokens; a result must be worth several to be replaced by one. */
export const LEAST_EVICTED_TOKENS = 120;

/** A result to which a hint of its tool applies at once, whatever room there is [POL-8]. */
interface HintedResult {
  readonly entry: Entry;
  /** 0 for one that was of use once and has been used. */
  readonly limitTokens: number;
}

type Unit = Pick<ViewUnit, 'members'> & { readonly entries: readonly Entry[] };

/** The results that are over the limit of their tool, and those of use once that the model has answered. */
export function hintedResults(
  units: readonly Unit[],
  hints: ToolHints,
  count: (text: string) => number,
): readonly HintedResult[] {
  const usedBefore = newestWordOfTheModel(units);
  return units.flatMap(({ entries, members }) => {
    const shown = new Map(
      members.flatMap((member) => (member.kind === 'entry' ? [[member.entry, member]] : [])),
    );
    return answeredCallsOf(entries).flatMap(({ entry, calls }) => {
      const { overlay, tokens = 0 } = shown.get(entry) ?? {};
      if (overlay?.kind === 'evicted-results') return [];
      const isUsedUp =
        entry.seq < usedBefore && calls.every(({ toolName }) => hintFor(hints, toolName).ephemeral);
      if (isUsedUp) return tokens < LEAST_EVICTED_TOKENS ? [] : [{ entry, limitTokens: 0 }];
      const limits = calls.map(({ toolName }) => resultLimit(toolName, hints, Infinity));
      const limitTokens = Math.min(...limits);
      // The whole bounds its parts, so that most are never counted again.
      if (overlay || tokens <= limitTokens) return [];
      const isOver = toolResultsOf(mediaApart(entry.message)).some(
        ({ text }) => count(text) > limitTokens,
      );
      return isOver ? [{ entry, limitTokens }] : [];
    });
  });
}

function newestWordOfTheModel(units: readonly Unit[]): number {
  for (const { entries } of units.toReversed()) {
    const spoken = entries.findLast(({ message }) => message.role === 'assistant');
    if (spoken) return spoken.seq;
  }
  return -1;
}
