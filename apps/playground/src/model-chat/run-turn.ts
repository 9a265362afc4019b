import {
  type AgentMemory,
  AgentMemoryError,
  type Entry,
  type OpenAiMessage,
} from '@agent-memory/core';
import type { ChatReply, ChatUsage, ModelError } from '@agent-memory/models';
import type { ContextRequest, ContextResult } from '../session/use-session.ts';
import type { Answer } from './ask-model.ts';
import { notesOn } from './turn-notes.ts';

/** The task that a turn begins with. */
export type Task =
  | { readonly kind: 'say'; readonly text: string }
  /** The last question once more; an answer that it has already makes room and stays stored. */
  | { readonly kind: 'answer-again' };

/** The parts that a turn works with. */
export interface TurnPorts {
  readonly memory: AgentMemory;
  readonly requestContext: (request: ContextRequest) => Promise<ContextResult>;
  readonly ask: (messages: readonly OpenAiMessage[]) => Promise<Answer>;
  /** Gives an id that the next entry can have. */
  readonly createId: () => string;
  /** Takes what was thought ahead of an answer, before the answer is an entry. */
  readonly onThought: (entryId: string, thinking: string) => void;
  readonly signal: AbortSignal;
}

/** How a turn ended. `notes` are sentences about an answer that did arrive. */
export type TurnEnd =
  | { readonly kind: 'answered'; readonly notes: readonly string[] }
  | { readonly kind: 'stopped' }
  /** Memory gave no context: what must be sent is larger than the budget. */
  | { readonly kind: 'no-context' }
  | {
      readonly kind: 'failed';
      readonly error: ModelError;
      readonly reply: ChatReply;
      readonly notes: readonly string[];
    };

/**
 * One turn: append, assemble, ask, append what came.
 *
 * - A context that the model calls too long is made smaller, if it can be, and asked with once more.
 * - What arrived of an answer that was stopped or broke off is kept, with `…` at its end.
 * - A question that is asked again and gets not a word keeps the answer that it had.
 */
export async function runTurn(task: Task, ports: TurnPorts): Promise<TurnEnd> {
  const { memory, signal } = ports;
  const before = memory.getState().headId;
  if (task.kind === 'say') await memory.append({ role: 'user', content: task.text });
  else await moveToQuestion(memory);
  const outcome = await unlessStopped(answerOf(ports), signal);
  const answer = outcome?.kind === 'no-context' ? undefined : outcome;
  const notes = await learn(answer?.reply.usage, memory);
  const wasKept = answer !== undefined && (await keep(answer, ports));
  const isAhead = memory.getState().headId !== before;
  if (task.kind === 'answer-again' && !wasKept && isAhead) await memory.moveHead(before);
  return endOf(outcome, notes);
}

type Outcome = Answer | { readonly kind: 'no-context' };

/** The question that can be asked once more: the last thing that the user said. */
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

async function answerOf({ requestContext, ask, signal }: TurnPorts): Promise<Outcome> {
  const first = await requestContext({ signal });
  if (first.kind === 'refused') return { kind: 'no-context' };
  const answer = await ask(first.context.messages);
  const wasTooLong = answer.kind === 'failed' && answer.error.code === 'MODEL_CONTEXT_TOO_LONG';
  if (!wasTooLong || answer.reply.text !== '') return answer;
  const smaller = await requestContext({ signal, wasTooLong });
  return smaller.kind === 'refused' ? answer : ask(smaller.context.messages);
}

/** `undefined` when the wait was ended from outside. */
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

/** Appends what was said. Says whether there was anything. */
async function keep(
  { kind, reply }: Answer,
  { memory, createId, onThought }: TurnPorts,
): Promise<boolean> {
  if (reply.text.trim() === '') return false;
  const id = createId();
  if (reply.thinking !== '') onThought(id, reply.thinking);
  const content = kind === 'whole' ? reply.text : `${reply.text.trimEnd()} …`;
  await memory.append({ id, role: 'assistant', content });
  return true;
}

/** Tells memory what the model counted; gives the sentence of a report that it could not use. */
async function learn(
  usage: ChatUsage | undefined,
  memory: AgentMemory,
): Promise<readonly string[]> {
  if (!usage) return [];
  try {
    await memory.reportUsage(usage);
    return [];
  } catch (error) {
    if (AgentMemoryError.isInstance(error) && error.code === 'INVALID_USAGE') {
      return [error.message];
    }
    throw error;
  }
}

function endOf(answer: Outcome | undefined, notes: readonly string[]): TurnEnd {
  switch (answer?.kind) {
    case undefined:
    case 'stopped':
      return { kind: 'stopped' };
    case 'no-context':
      return { kind: 'no-context' };
    case 'whole':
      return { kind: 'answered', notes: [...notesOn(answer.reply), ...notes] };
    case 'failed':
      return {
        kind: 'failed',
        error: answer.error,
        reply: answer.reply,
        notes: [...notesOn(answer.reply), ...notes],
      };
    default:
      return answer satisfies never;
  }
}
