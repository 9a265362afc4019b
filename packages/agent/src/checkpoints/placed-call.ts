import { type Entry, toolCallsOf, toolResultsOf } from '@agent-memory/core';
import type { ToolCallPart, ToolResultPart } from '@agent-memory/core/formats';
import { placeOf } from '@agent-memory/core/internal';
import type { ToolCall } from '../tools/run-tool.ts';

/** A call of a tool that has no result yet. */
export interface OpenCall extends ToolCall {
  /** The entry that holds it. */
  readonly entryId: string;
  /** Tells it from others of its message that have its id: 1 for the second one. Absent for the first. */
  readonly copy?: number;
  /** It ended, and its result is on another branch or waits: `execute` appends that, and runs nothing. */
  readonly isKnown?: true;
}

/** A call where it stands in the conversation. */
export interface PlacedCall {
  readonly call: ToolCallPart;
  readonly entry: Entry;
  /** How many calls with its id stand before it in its message. */
  readonly copy: number;
  /** PERSISTED: names the call among all of its session. */
  readonly key: string;
}

/** A result, and the entry that holds it. */
export interface PlacedResult {
  readonly result: ToolResultPart;
  readonly entry: Entry;
}

/** The calls of a message; those that share an id are told apart by their order. */
export function placedCallsIn(entry: Entry): readonly PlacedCall[] {
  const copies = new Map<string, number>();
  return toolCallsOf(entry.message).map((call) => {
    const copy = copies.get(call.callId) ?? 0;
    copies.set(call.callId, copy + 1);
    return { call, entry, copy, key: keyOf(entry, call.callId, copy) };
  });
}

/** The call as `resume` gives it. */
export function openCallOf({ call, entry, copy }: PlacedCall): OpenCall {
  const { callId, toolName, arguments: text } = call;
  return { callId, toolName, arguments: text, entryId: entry.id, ...(copy > 0 && { copy }) };
}

/** Tells whether both are the same call of the model. */
export function isSameCall(one: ToolCall, other: ToolCall): boolean {
  return (
    one.callId === other.callId &&
    one.toolName === other.toolName &&
    one.arguments === other.arguments
  );
}

/**
 * The result of a call among the entries behind it. Calls that share an id in one message are answered in
 * their order; where the id is called again, results are the newer call's first, and a further one is the
 * older's.
 *
 * @param taken places of entries whose results are known to be of other calls.
 */
export function resultAmong(
  entries: Iterable<Entry>,
  { call: { callId }, copy }: PlacedCall,
  taken: ReadonlySet<number>,
): PlacedResult | undefined {
  let ahead = copy;
  for (const entry of entries) {
    ahead += toolCallsOf(entry.message).filter((call) => call.callId === callId).length;
    if (taken.has(placeOf(entry))) continue;
    const results = toolResultsOf(entry.message).filter((result) => result.callId === callId);
    const result = results[ahead];
    if (result) return { result, entry };
    ahead -= results.length;
  }
  return undefined;
}

export function holdsCall({ message }: Entry, callId: string): boolean {
  return toolCallsOf(message).some((call) => call.callId === callId);
}

function keyOf(entry: Entry, callId: string, copy: number): string {
  return `${placeOf(entry)}${copy > 0 ? `.${copy}` : ''}:${callId}`;
}

/** The place of the entry that holds the call of a key. */
export function placeOfKey(key: string): number {
  return Number.parseInt(key, 10);
}
