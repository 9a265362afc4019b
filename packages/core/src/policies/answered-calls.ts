import { type ToolCallPart, toolCallsOf, toolResultsOf } from '../message/message.ts';
import type { Entry } from '../transcript/entry.ts';

/** An entry with results and the calls that they answer, in order. */
export interface AnsweredCalls {
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
