import { type AgentMemory, type Entry, textOf } from '@agent-memory/core';

type ReadableMemory = Pick<AgentMemory, 'entries'>;

/** The message that is being answered. */
export function askedEntry(memory: ReadableMemory): Entry | undefined {
  return memory.entries().findLast(({ message }) => message.role === 'user');
}

/** The step that a run is at, from 1: each answer of the assistant is one, and a call without its result is the step that it is at. */
export function stepOfRun(memory: ReadableMemory): number {
  const entries = memory.entries();
  const asked = entries.findLastIndex(({ message }) => message.role === 'user');
  const since = entries.slice(asked + 1);
  const isAnswered = since.at(-1)?.message.role !== 'assistant';
  const steps = since.filter(({ message }) => message.role === 'assistant').length;
  return isAnswered ? steps + 1 : Math.max(1, steps);
}

const LONGEST_TITLE = 60;

/** The beginning of the question, on one line. */
export function titleOfRun(memory: ReadableMemory): string {
  const asked = askedEntry(memory);
  const text = asked ? textOf(asked.message).replace(/\s+/g, ' ').trim() : '';
  return text.length > LONGEST_TITLE ? `${text.slice(0, LONGEST_TITLE).trimEnd()}…` : text;
}
