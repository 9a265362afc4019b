import { type Entry, type Message, type Part, toolCallsOf } from '@agent-memory/core';

/** One text of an original, to the letter. */
export interface Piece {
  /** `user`, `assistant` or `tool`; calls and results name their tool too. */
  readonly label: string;
  readonly text: string;
}

/** A name that a model made up may hold anything; as a label it is a word. */
const NO_WORD = /[^\p{L}\p{N}_.:-]+/gu;
const LONGEST_NAME = 64;

/**
 * The texts of an original in its order: words, arguments of calls and results to the letter, pictures
 * and documents as a word. Reasoning is not among them, and system messages have none: they stand in
 * every context anyway.
 */
export function piecesOf({ message }: Entry, toolNameOf: (callId: string) => string | undefined) {
  if (message.role === 'system') return [];
  return message.parts.flatMap((part) => pieceOf(part, message, toolNameOf));
}

function pieceOf(
  part: Part,
  { role }: Message,
  toolNameOf: (callId: string) => string | undefined,
): readonly Piece[] {
  switch (part.type) {
    case 'text':
      return part.text === '' ? [] : [{ label: role, text: part.text }];
    case 'tool-call':
      return [{ label: `${role} calls ${wordOf(part.toolName)}`, text: part.arguments }];
    case 'tool-result':
      return [{ label: resultLabel(toolNameOf(part.callId)), text: part.text }];
    case 'image':
      return [{ label: role, text: '[image]' }];
    case 'document':
      return [{ label: role, text: '[document]' }];
    case 'thinking':
    case 'unknown':
      return [];
    default:
      return part satisfies never;
  }
}

function resultLabel(toolName: string | undefined): string {
  return toolName === undefined ? 'tool result' : `result of ${wordOf(toolName)}`;
}

function wordOf(name: string): string {
  return name.replace(NO_WORD, '_').slice(0, LONGEST_NAME);
}

/** Finds the tool that a result answers, in the unit of the result. */
export function toolNamesIn(unit: readonly Entry[]): (callId: string) => string | undefined {
  const names = new Map(
    unit.flatMap(({ message }) =>
      toolCallsOf(message).map(({ callId, toolName }) => [callId, toolName] as const),
    ),
  );
  return (callId) => names.get(callId);
}
