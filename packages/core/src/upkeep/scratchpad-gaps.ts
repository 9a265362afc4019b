import { findArgumentValues } from '../condense/find-values.ts';
import { holdsValue } from '../condense/value-in-message.ts';
import { checkGiven } from '../errors/check-option.ts';
import { type KnownNames, refuseUnknown } from '../errors/refuse-unknown.ts';

import { type Message, toolCallsOf, toolResultsOf } from '../message/message.ts';
import type { ContextPlan } from '../plan/context-plan.ts';
import { type AbortSignalLike, checkSignal, throwIfAborted } from '../platform/abort.ts';
import type { AgentMemory } from '../session/agent-memory.ts';
import type { Entry } from '../transcript/entry.ts';

/** A value that the agent used in a call of a tool, and that neither scratchpad nor summary carried to it. */
export interface ScratchpadGap {
  readonly value: string;
  /** The call of the model, as history counts them. */
  readonly call: number;
  readonly usedBy: { readonly entryId: string; readonly seq: number; readonly toolName: string };
  /** The original that said it first; it had left the context. */
  readonly saidBy: { readonly entryId: string; readonly seq: number };
  /** The tool whose result brought it back; absent where nothing in the context had it. */
  readonly recalledBy?: string;
}

/** Which calls are looked at. */
export interface ScratchpadGapsOptions {
  /** The newest so many calls of the model. Default 50. */
  readonly calls?: number;
  /** Tools that look into the past. Default `recall` and `search_session`. */
  readonly recallTools?: readonly string[];
  readonly signal?: AbortSignalLike;
}

const OPTIONS = {
  calls: true,
  recallTools: true,
  signal: true,
} as const satisfies KnownNames<ScratchpadGapsOptions>;

const CALLS = 50;
const RECALL_TOOLS = ['recall', 'search_session'];

/**
 * Reports what the scratchpad lacked: values in the arguments of tools that were said earlier, had left the
 * context by then, and stood neither in the scratchpad nor in the text that stands for what left. A value that
 * had to be recalled is one of them.
 *
 * Made from the history; costs what the session costs for each call that is looked at.
 *
 * @example
 * for (const { value, saidBy, usedBy } of await scratchpadGaps(memory)) {
 *   console.log(`${value} of message #${saidBy.seq} was needed by ${usedBy.toolName}`);
 * }
 *
 * @throws InvalidOptionError if an option makes no sense; the reason of `signal`.
 */
export async function scratchpadGaps(
  memory: Pick<AgentMemory, 'history' | 'stateAt' | 'entries'>,
  options: ScratchpadGapsOptions = {},
): Promise<readonly ScratchpadGap[]> {
  refuseUnknown(options, OPTIONS, 'scratchpadGaps');
  const { calls = CALLS, recallTools = RECALL_TOOLS, signal } = options;
  checkGiven(Number.isSafeInteger(calls) && calls >= 1, 'calls', 'a whole number from 1 up', calls);
  const isNames =
    Array.isArray(recallTools) && recallTools.every((name) => typeof name === 'string');
  checkGiven(isNames, 'recallTools', 'a list of names of tools', recallTools);
  checkSignal(signal);
  const entries = memory.entries();
  const records = memory
    .history()
    .filter((record) => record.kind === 'context')
    .slice(-calls);
  const gaps: ScratchpadGap[] = [];
  for (const { call, headId, entries: length } of records) {
    throwIfAborted(signal);
    const answer = entries[length];
    // On a branch that was left nobody looks for gaps any more.
    if (!answer || answer.parentId !== headId) continue;
    const used = valuesUsedBy(answer, recallTools);
    const plan = used.length > 0 ? await memory.stateAt(call, signal && { signal }) : undefined;
    if (plan) gaps.push(...gapsOf({ call, plan }, answer, used, recalledIn(entries, recallTools)));
  }
  return gaps;
}

interface UsedValue {
  readonly value: string;
  readonly toolName: string;
}

function valuesUsedBy({ message }: Entry, recallTools: readonly string[]): readonly UsedValue[] {
  return toolCallsOf(message)
    .filter(({ toolName }) => !recallTools.includes(toolName))
    .flatMap(({ toolName, arguments: json }) =>
      findArgumentValues(json).map(({ text }) => ({ value: text, toolName })),
    );
}

/** The results of tools that look into the past, by entry. */
interface Recalled {
  readonly entries: readonly Entry[];
  toolOf(message: Message): string | undefined;
}

function recalledIn(entries: readonly Entry[], recallTools: readonly string[]): Recalled {
  const tools = new Map(
    entries.flatMap(({ message }) =>
      toolCallsOf(message).map(({ callId, toolName }) => [callId, toolName] as const),
    ),
  );
  return {
    entries,
    toolOf: (message) =>
      toolResultsOf(message)
        .map(({ callId }) => tools.get(callId))
        .find((name) => name !== undefined && recallTools.includes(name)),
  };
}

function gapsOf(
  { call, plan }: { readonly call: number; readonly plan: ContextPlan },
  answer: Entry,
  used: readonly UsedValue[],
  { entries, toolOf }: Recalled,
): readonly ScratchpadGap[] {
  return used.flatMap(({ value, toolName }) => {
    const holders = plan.items.filter(({ message }) => holdsValue(message, value));
    const recalledBy = holders.map(({ message }) => toolOf(message)).find(Boolean);
    if (holders.some(({ message }) => toolOf(message) === undefined)) return [];
    const said = entries
      .slice(0, answer.seq)
      .find(({ message }) => toolOf(message) === undefined && holdsValue(message, value));
    if (!said) return [];
    return [
      {
        value,
        call,
        usedBy: { entryId: answer.id, seq: answer.seq, toolName },
        saidBy: { entryId: said.id, seq: said.seq },
        ...(recalledBy !== undefined && { recalledBy }),
      },
    ];
  });
}
