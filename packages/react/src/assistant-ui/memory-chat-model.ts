import {
  AgentMemoryError,
  type AssembledContext,
  type FormatChoice,
  orAbort,
  type ReportedUsage,
  throwIfAborted,
} from '@agent-memory/core';
import type {
  ChatModelAdapter,
  ChatModelRunOptions,
  ChatModelRunResult,
  ThreadAssistantMessage,
  ThreadMessage,
} from '@assistant-ui/react';
import type { ChatMemory } from '../ai-sdk/chat-memory.ts';
import { isOverflow as isKnownOverflow } from '../ai-sdk/is-overflow.ts';
import { reportFault } from '../ai-sdk/report-fault.ts';
import { turnOf } from '../ai-sdk/turn-of.ts';
import { assistantUiFormat } from './assistant-ui-format.ts';

/** What a chat model is asked: the assembled context in the chosen format, and what assistant-ui says beside. */
export type MemoryRunOptions<Format extends FormatChoice = 'openai'> = Omit<
  ChatModelRunOptions,
  'messages'
> &
  AssembledContext<Format>;

/** A chat model that is given a context in place of the visible list. */
export type MemoryRun<Format extends FormatChoice = 'openai'> = (
  options: MemoryRunOptions<Format>,
) => Promise<ChatModelRunResult> | AsyncGenerator<ChatModelRunResult, void>;

/** How a memory takes part in a chat of assistant-ui; all of it has defaults. */
export interface MemoryChatModelOptions<Format extends FormatChoice = 'openai'> {
  /** The format in which the chat model reads its context. Default `openai`. */
  readonly format?: Format;
  /**
   * The usage of the call that read the context, from what the chat model gave last; `undefined` where
   * it says nothing. Default: that of the first of `metadata.steps`.
   */
  readonly usageOf?: (result: ChatModelRunResult) => ReportedUsage | undefined;
  /**
   * Whether an error that came ahead of any answer says that the context was too long. Then a smaller
   * one is assembled, up to five times. Default: what the well-known providers say.
   */
  readonly isOverflow?: (error: Error) => boolean;
  /**
   * Hears why an answer or its usage could not be kept, where `error` of the memory's state does not
   * say it. The chat goes on either way. Default: it shows as an unhandled rejection does.
   */
  readonly onError?: (error: unknown) => void;
}

/**
 * A chat model for assistant-ui's local runtime with a memory in front of it: `run` is given the
 * context that fits the budget, in the format of its provider, and what it answers is kept, also when
 * it is stopped or fails half-way.
 *
 * The visible list decides where the conversation stands: an edit, an answer given anew and another
 * branch move the head, and nothing is kept twice. Runtimes over AI SDK (`useChatRuntime`) need none of
 * this; they take `memory.transport(inner)` as it is.
 *
 * When its component is unmounted, assistant-ui aborts the run. What `run` gave until it ended is kept
 * where the memory has a store, also when a `run` that does not heed `abortSignal` ends later: what it
 * gives next is the last that is read. Without a store the session of `useAgentMemory` ends a task after
 * its last component, and what was said in it goes with it; an answer that ends after that cannot be
 * kept, and `onError` hears of it.
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
export function memoryChatModel<Format extends FormatChoice = 'openai'>(
  memory: ChatMemory,
  run: MemoryRun<Format>,
  options: MemoryChatModelOptions<Format> = {},
): ChatModelAdapter {
  return { run: (asked) => answered(memory, run, options, asked) };
}

async function* answered<Format extends FormatChoice>(
  memory: ChatMemory,
  run: MemoryRun<Format>,
  options: MemoryChatModelOptions<Format>,
  { messages, ...asked }: ChatModelRunOptions,
): AsyncGenerator<ChatModelRunResult, void> {
  const begun = messageUnderWay(asked);
  const list = begun && begun.content.length > 0 ? [...messages, begun] : messages;
  const format = options.format;
  for (let how: 'assemble' | 'onOverflow' = 'assemble'; ; how = 'onOverflow') {
    const context = await contextFor({ memory, list, signal: asked.abortSignal, format }, how);
    let last: ChatModelRunResult | undefined;
    let ending: Ending = 'cancelled';
    try {
      for await (const result of resultsOf(run({ ...asked, ...context }))) {
        last = merged(last, result);
        yield result;
      }
      ending = asked.abortSignal.aborted ? 'cancelled' : 'complete';
      return;
    } catch (error) {
      ending = asked.abortSignal.aborted ? 'cancelled' : 'error';
      const { isOverflow = isKnownOverflow } = options;
      const isTooLong = !last && error instanceof Error && isOverflow(error);
      if (!isTooLong) throw error;
    } finally {
      if (begun && last) {
        const answer = messageOf(begun, last, ending);
        await keep(memory, options, { messages, answer, last, plan: context.plan });
      }
    }
  }
}

/** A list that is to be answered. */
interface Question<Format extends FormatChoice> {
  readonly memory: ChatMemory;
  readonly list: readonly ThreadMessage[];
  readonly signal: AbortSignal;
  readonly format: Format | undefined;
}

/** The context for a list, laid beside the transcript first. */
function contextFor<Format extends FormatChoice>(
  { memory, list, signal, format }: Question<Format>,
  how: 'assemble' | 'onOverflow',
): Promise<AssembledContext<Format>> {
  const assembled = turnOf(memory)(async () => {
    throwIfAborted(signal);
    await layDown(memory, list, signal);
    // Without a format the memory takes its default, as the type of this function does.
    return memory[how]({ format: format as Format, signal });
  });
  return orAbort(assembled, signal);
}

type Ending = 'complete' | 'cancelled' | 'error';

/** The message that is answered with: empty, or with the calls that it goes on from. */
function messageUnderWay(
  asked: Omit<ChatModelRunOptions, 'messages'>,
): ThreadAssistantMessage | undefined {
  const message = asked.unstable_getMessage();
  return message.role === 'assistant' ? message : undefined;
}

async function* resultsOf(answer: ReturnType<MemoryRun>): AsyncGenerator<ChatModelRunResult, void> {
  if (Symbol.asyncIterator in answer) yield* answer;
  else yield await answer;
}

/** A later result says what it says of the whole; what it leaves out stays. */
function merged(
  last: ChatModelRunResult | undefined,
  result: ChatModelRunResult,
): ChatModelRunResult {
  const metadata = { ...last?.metadata, ...result.metadata };
  return { ...last, ...result, metadata };
}

/** The message as the thread shows it when the answer has ended. */
function messageOf(
  begun: ThreadAssistantMessage,
  { content = [], status, metadata = {} }: ChatModelRunResult,
  ending: Ending,
): ThreadAssistantMessage {
  const { custom, steps = [], unstable_state: state } = metadata;
  return {
    ...begun,
    content: [...begun.content, ...content],
    status: status && status.type !== 'running' ? status : statusOf(ending),
    metadata: {
      ...begun.metadata,
      ...(state !== undefined && { unstable_state: state }),
      steps: [...begun.metadata.steps, ...steps],
      custom: { ...begun.metadata.custom, ...custom },
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
  readonly plan: unknown;
}

/** Keeps what was answered, and what that took; the app hears of what could not be. */
async function keep<Format extends FormatChoice>(
  memory: ChatMemory,
  { usageOf = usageOfSteps, onError = reportFault }: MemoryChatModelOptions<Format>,
  { messages, answer, last, plan }: Kept,
): Promise<void> {
  const keeping = turnOf(memory)(async () => {
    if (answer.content.length > 0) await layDown(memory, [...messages, answer]);
    const usage = usageOf(last);
    // A context that was assembled since is not the one that was read.
    if (usage && memory.getState().plan === plan) await memory.reportUsage(usage);
  });
  await keeping.catch(onError);
}

function usageOfSteps({ metadata }: ChatModelRunResult): ReportedUsage | undefined {
  const usage = metadata?.steps?.[0]?.usage;
  return usage && { inputTokens: usage.inputTokens };
}

/** Brings the transcript to what the list says. */
async function layDown(
  memory: ChatMemory,
  list: readonly ThreadMessage[],
  signal?: AbortSignal,
): Promise<void> {
  try {
    await memory.sync(list, { format: assistantUiFormat, ...(signal && { signal }) });
  } catch (error) {
    // What could not be stored is in the transcript, and the memory's state says so.
    if (!AgentMemoryError.isInstance(error) || error.phase !== 'store') throw error;
  }
}
