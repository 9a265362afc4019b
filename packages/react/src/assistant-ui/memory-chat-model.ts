import type { AssembledContext, ContextPlan } from '@agent-memory/core';
import type {
  ChatModelAdapter,
  ChatModelRunOptions,
  ChatModelRunResult,
  ThreadAssistantMessage,
  ThreadMessage,
} from '@assistant-ui/react';
import type { ChatMemory } from '../chat/chat-memory.ts';
import { keepAnswer } from '../chat/keep-answer.ts';
import { keepDraft } from '../chat/keep-draft.ts';
import { openedAnswer } from '../chat/opened-answer.ts';
import { reportedUsage } from '../chat/reported-usage.ts';
import { takeTurn } from '../chat/take-turn.ts';
import type { VisibleList } from '../chat/visible-list.ts';
import { assistantUiFormat } from './assistant-ui-format.ts';

/** The options of a run: the assembled context in OpenAI's format, and assistant-ui's own options. */
export type MemoryRunInput = Omit<ChatModelRunOptions, 'messages'> & AssembledContext;

/** A chat model that is given a context in place of the visible list. */
export type MemoryRun = (
  options: MemoryRunInput,
) => Promise<ChatModelRunResult> | AsyncGenerator<ChatModelRunResult, void>;

/**
 * Makes a chat model for assistant-ui's local runtime with a memory in front of it: `run` gets a context
 * that fits the budget, in OpenAI's format, and its answer is kept, also when it is stopped or
 * fails half-way.
 *
 * The visible list says where the conversation continues: an edit, a regenerated answer and another branch
 * move the head, and nothing is kept twice. Runtimes over AI SDK (`useChatRuntime`) do not need this;
 * they take `memory.transport(inner)` as it is.
 *
 * When its component is unmounted, assistant-ui aborts the run. Where the memory has a store, the results
 * that `run` gave until then are kept, also when a `run` that ignores `abortSignal` ends later: its next
 * result is the last one that is read. Without a store the session of `useAgentMemory` ends a task after
 * its last component unmounted, with everything in it; an answer that ends after that cannot be kept.
 *
 * @example
 * ```tsx
 * import { useLocalRuntime } from '@assistant-ui/react';
 *
 * const { memory } = useAgentMemory({ id: 'support', contextWindow: 128_000 });
 * const [model] = useState(() =>
 *   memoryChatModel(memory, async function* ({ messages, abortSignal }) {
 *     let text = '';
 *     for await (const delta of streamWords(messages, abortSignal)) {
 *       text += delta;
 *       yield { content: [{ type: 'text', text }] };
 *     }
 *   }),
 * );
 * const runtime = useLocalRuntime(model);
 * ```
 */
export function memoryChatModel(memory: ChatMemory, run: MemoryRun): ChatModelAdapter {
  return { run: (asked) => answered(memory, run, asked) };
}

async function* answered(
  memory: ChatMemory,
  run: MemoryRun,
  { messages, ...asked }: ChatModelRunOptions,
): AsyncGenerator<ChatModelRunResult, void> {
  const unfinished = unfinishedMessage(asked);
  const list = unfinished && unfinished.content.length > 0 ? [...messages, unfinished] : messages;
  const turn = {
    memory,
    list: visibleList(list),
    contextFormat: 'openai' as const,
    signal: asked.abortSignal,
  };
  const { plan, results } = await takeTurn(turn, async (context) => ({
    plan: context.plan,
    results: await openedAnswer(resultsOf(run({ ...asked, ...context }))),
  }));
  let last: ChatModelRunResult | undefined;
  let ending: Ending = 'cancelled';
  try {
    for await (const result of results) {
      last = merged(last, result);
      const answer = unfinished && endedMessage(unfinished, last, 'cancelled');
      if (answer?.content.length) keepDraft(memory, visibleList([...messages, answer]));
      yield result;
    }
    ending = asked.abortSignal.aborted ? 'cancelled' : 'complete';
  } catch (error) {
    ending = asked.abortSignal.aborted ? 'cancelled' : 'error';
    throw error;
  } finally {
    if (unfinished && last) {
      const answer = endedMessage(unfinished, last, ending);
      await keep(memory, { messages, answer, last, plan });
    }
  }
}

type Ending = 'complete' | 'cancelled' | 'error';

/** The message that the run fills: empty, or with the calls that were answered since. */
function unfinishedMessage(
  asked: Omit<ChatModelRunOptions, 'messages'>,
): ThreadAssistantMessage | undefined {
  const message = asked.unstable_getMessage();
  return message.role === 'assistant' ? message : undefined;
}

async function* resultsOf(answer: ReturnType<MemoryRun>): AsyncGenerator<ChatModelRunResult, void> {
  if (Symbol.asyncIterator in answer) yield* answer;
  else yield await answer;
}

/** A later result replaces the fields that it has; the others stay. */
function merged(
  last: ChatModelRunResult | undefined,
  result: ChatModelRunResult,
): ChatModelRunResult {
  const metadata = { ...last?.metadata, ...result.metadata };
  return { ...last, ...result, metadata };
}

/** The message as the thread shows it when the answer has ended. */
function endedMessage(
  unfinished: ThreadAssistantMessage,
  { content = [], status, metadata = {} }: ChatModelRunResult,
  ending: Ending,
): ThreadAssistantMessage {
  const { custom, steps = [], unstable_state: state } = metadata;
  return {
    ...unfinished,
    content: [...unfinished.content, ...content],
    status: status && status.type !== 'running' ? status : statusOf(ending),
    metadata: {
      ...unfinished.metadata,
      ...(state !== undefined && { unstable_state: state }),
      steps: [...unfinished.metadata.steps, ...steps],
      custom: { ...unfinished.metadata.custom, ...custom },
    },
  };
}

function statusOf(ending: Ending): ThreadAssistantMessage['status'] {
  return ending === 'complete'
    ? { type: 'complete', reason: 'unknown' }
    : { type: 'incomplete', reason: ending };
}

interface Kept {
  readonly messages: readonly ThreadMessage[];
  readonly answer: ThreadAssistantMessage;
  readonly last: ChatModelRunResult;
  readonly plan: ContextPlan;
}

/** Keeps an answer as the thread shows it; usage is reported also where it shows nothing. */
async function keep(memory: ChatMemory, { messages, answer, last, plan }: Kept): Promise<void> {
  const isAnswered = answer.content.length > 0;
  const list = isAnswered ? visibleList([...messages, answer]) : undefined;
  // The first step is the one that read the context.
  const usage = () => reportedUsage(last.metadata?.steps?.[0]?.usage?.inputTokens);
  await keepAnswer(memory, { listWithAnswer: () => list, plan, usage });
}

function visibleList(messages: readonly ThreadMessage[]): VisibleList<typeof assistantUiFormat> {
  return { messages, format: assistantUiFormat };
}
