import { isRecalled } from '@agent-memory/agent';
import { type Entry, type Message, textOf, toolCallsOf, toolResultsOf } from '@agent-memory/core';
import { words } from '@agent-memory/core/internal';

/** A message as extraction reads it. */
export interface ReadableEntry {
  readonly entryId: string;
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly text: string;
  /** The tool whose result it is. */
  readonly toolName?: string;
}

/**
 * The words of messages without thoughts, with the names of the tools whose results they hold. A message
 * that brings back what was said before has no words: its originals were read when they were said. Of a
 * user's message only what they typed counts [GRD-1].
 */
export function readableEntries(entries: readonly Entry[]): readonly ReadableEntry[] {
  const toolNames = new Map<string, string>();
  return entries.map(({ id: entryId, message }) => {
    for (const call of toolCallsOf(message)) toolNames.set(call.callId, call.toolName);
    const [result] = toolResultsOf(message);
    const toolName = result && toolNames.get(result.callId);
    return {
      entryId,
      role: message.role,
      text: isRecalled(message) ? '' : inPlainSpace(wordsOf(message)),
      ...(toolName !== undefined && { toolName }),
    };
  });
}

const LINE_BREAKS = new RegExp(words.LINE_BREAK.source, 'gu');
const BLANK = /[^\S\t\n]/gu;

/** The text with one kind of line break and one kind of blank: what reads like two lines is two. */
function inPlainSpace(text: string): string {
  return text.replace(LINE_BREAKS, '\n').replace(BLANK, ' ');
}

/**
 * A client that attaches a file as text sends it in a part of its own, before the user's words or
 * behind them: of several parts nobody can tell which one was typed.
 */
function wordsOf(message: Message): string {
  if (message.role !== 'user') return textOf(message);
  const texts = message.parts.filter((part) => part.type === 'text');
  const [typed, ...others] = texts.filter(({ extra }) => extra?.type === undefined);
  return typed && others.length === 0 ? typed.text : '';
}
