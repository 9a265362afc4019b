import { type AgentMemory, AgentMemoryError, type Entry } from '@agent-memory/core';
import type { ChatReply, ModelError } from '@agent-memory/models';
import type { Answerer, Asked } from './answerer.ts';

/** The input of a turn. */
export type Task =
  | { readonly kind: 'say'; readonly text: string }
  /** The last question once more; an answer that it has already makes room and stays stored. */
  | { readonly kind: 'answer-again' };

/** How a turn ended. */
export type TurnEnd =
  | { readonly kind: 'answered'; readonly text: string }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'no-context' }
  | { readonly kind: 'failed'; readonly error: ModelError };

/**
 * One turn: append the question, ask, append the answer.
 *
 * - What arrived of an answer that was stopped or broke off is kept, with `…` at its end.
 * - A question that is asked again and gets no answer keeps the answer that it had.
 */
export async function runTurn(task: Task, answerer: Answerer, asked: Asked): Promise<TurnEnd> {
  const { memory, signal } = asked;
  const before = memory.getState().headId;
  if (task.kind === 'say') await memory.append({ role: 'user', content: task.text });
  else await moveToQuestion(memory);
  const answer = await unlessStopped(answerer.answer(asked), signal);
  const reply = answer && 'reply' in answer ? answer.reply : undefined;
  try {
    if (reply?.usage) await memory.reportUsage(reply.usage);
  } finally {
    const wasKept = reply !== undefined && (await keep(reply, answer?.kind === 'whole', memory));
    const isAhead = memory.getState().headId !== before;
    if (task.kind === 'answer-again' && !wasKept && isAhead) await memory.moveHead(before);
  }
  if (answer?.kind === 'whole') return { kind: 'answered', text: answer.reply.text };
  return answer ?? { kind: 'stopped' };
}

/** The last thing that the user said: the question that can be asked once more. */
export function questionOf(memory: AgentMemory): Entry | undefined {
  // From the end, where it is almost always one of the last two.
  for (let toSeq = memory.getState().entries; toSeq > 0; toSeq -= 1) {
    const [entry] = memory.entries({ fromSeq: toSeq - 1, toSeq });
    if (entry?.message.role === 'user') return entry;
  }
  return undefined;
}

async function moveToQuestion(memory: AgentMemory): Promise<void> {
  const question = questionOf(memory);
  const isLast = question?.id === memory.getState().headId;
  if (question && !isLast) await memory.moveHead(question.id);
}

/** `undefined` if the wait was ended from outside. */
async function unlessStopped<Value>(
  work: Promise<Value>,
  signal: AbortSignal,
): Promise<Value | undefined> {
  try {
    return await work;
  } catch (error) {
    if (signal.aborted && !AgentMemoryError.isInstance(error)) return undefined;
    throw error;
  }
}

/** Appends what was said. Returns whether there was anything. */
async function keep({ text }: ChatReply, isWhole: boolean, memory: AgentMemory): Promise<boolean> {
  if (text.trim() === '') return false;
  await memory.append({ role: 'assistant', content: isWhole ? text : `${text.trimEnd()} …` });
  return true;
}
