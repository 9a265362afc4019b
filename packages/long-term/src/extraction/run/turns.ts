import { type Entry, toolCallsOf, toolResultsOf } from '@agent-memory/core';

/** A user's message with everything up to the next one; the first may begin in the middle. */
export type Turn = readonly Entry[];

export function turnsOf(entries: readonly Entry[]): readonly Turn[] {
  const turns: Entry[][] = [];
  for (const entry of entries) {
    const newest = turns.at(-1);
    if (newest && entry.message.role !== 'user') newest.push(entry);
    else turns.push([entry]);
  }
  return turns;
}

/** How many entries the runs that have ended make up: what stands behind the last answer waits. */
export function endOfRuns(entries: readonly Entry[]): number {
  return entries.findLastIndex(isAnswer) + 1;
}

/** A message of the assistant that calls no tool ends the run. */
export function isAnswer({ message }: Entry): boolean {
  return message.role === 'assistant' && toolCallsOf(message).length === 0;
}

/** Tools by which a model writes memory, and the commands of theirs that do. */
const WRITING_TOOLS: Readonly<Record<string, readonly string[] | undefined>> = {
  save_memory: [],
  forget_memory: [],
  memory: ['create', 'str_replace', 'insert', 'delete', 'rename'],
};
const REFUSED = /^(?:not saved|nothing was|not forgotten|error)/iu;

/** Whether the agent itself wrote memory in a turn, and its tool did not refuse [EXT-3]. */
export function wroteMemory(turn: Turn, ownTools: readonly string[]): boolean {
  const failed = new Set(
    turn
      .flatMap(({ message }) => toolResultsOf(message))
      .filter(({ isError, text }) => isError === true || REFUSED.test(text))
      .map(({ callId }) => callId),
  );
  return turn
    .flatMap(({ message }) => toolCallsOf(message))
    .some(
      ({ callId, toolName, arguments: json }) =>
        !failed.has(callId) && (ownTools.includes(toolName) || isWrite(toolName, json)),
    );
}

function isWrite(toolName: string, json: string): boolean {
  const commands = Object.hasOwn(WRITING_TOOLS, toolName) ? WRITING_TOOLS[toolName] : undefined;
  if (!commands) return false;
  return commands.length === 0 || commands.some((command) => json.includes(`"${command}"`));
}
