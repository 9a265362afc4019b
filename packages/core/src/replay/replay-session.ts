import type { CompactionRecord } from '../compaction/compaction-record.ts';
import { ContextOverflowError } from '../errors/context-overflow-error.ts';
import { InvalidOptionError } from '../errors/errors.ts';
import type { ContextIn, FormatChoice } from '../formats/named-formats.ts';
import { isStreamedApart } from '../formats/streamed-apart.ts';
import { textOf } from '../message/message.ts';
import type { ContextPlan } from '../plan/context-plan.ts';
import { decisionOn } from '../plan/explain.ts';
import { checkSignal, throwIfAborted } from '../platform/abort.ts';
import { systemClock } from '../platform/clock.ts';
import { createIdMaker } from '../platform/ids.ts';
import { nextTask } from '../platform/next-task.ts';
import type { AgentMemory, ToolDefinition } from '../session/agent-memory.ts';
import { memoryMeasuredBy } from '../session/create-agent-memory.ts';
import { encodingOfModel } from '../tokens/encoding-of-model.ts';
import { estimatingCounter } from '../tokens/estimate-tokens.ts';
import { createMeasurer } from '../tokens/measurer.ts';
import { providerMedia } from '../tokens/media-tokens.ts';
import { loadTiktokenCounter } from '../tokens/tiktoken-counter.ts';
import type { TokenCounter } from '../tokens/token-counter.ts';
import { PLACEHOLDER, recordedSummaries } from './recorded-summaries.ts';
import {
  type RecordedMessage,
  type RecordedSession,
  type Recording,
  readRecording,
} from './recording.ts';
import { type ReplayClock, replayClock } from './replay-clock.ts';
import { checkReplayOptions, type ReplayOptions } from './replay-options.ts';
import { figuresOf, type ReplayedCall, type ReplayedSession } from './replayed-call.ts';

/** A replay: its calls one after another, or all of them. */
export interface SessionReplay<Format extends FormatChoice = 'openai'>
  extends AsyncIterable<ReplayedCall<Format>> {
  /** Replays to the end; once, however often it is asked for. */
  all(): Promise<ReplayedSession<Format>>;
}

/**
 * Replays a recorded session under any settings: the plan and the context of each call of the model,
 * which stands ahead of each message that it answered with. The same file and the same settings give the
 * same calls.
 *
 * - No store is opened and no model asked, unless `summarizer` asks one. Time is the session's own:
 *   timers never ring.
 * - Each iteration begins anew, and ends where the caller leaves it. Work is done in slices.
 * - Figures are estimates, unless `model` names one whose encoding is at hand or `tokenCounter` is given.
 * - Live text (scratchpad, notes, retrieved records) is not replayed: a file keeps only the newest.
 * - Costs what the contexts cost.
 *
 * @example
 * const file = await sessionCatalog(store).export('support');
 * for await (const { call, plan } of replaySession(file, { contextWindow: 16_000 })) {
 *   console.log(call, plan.totalTokens);
 * }
 *
 * @param file a file that `sessionCatalog(store).export` gave, or a list of messages in any format of this
 * library.
 * @throws InvalidOptionError if an option is not known. What iterating and `all` throw: SessionFileError or
 * InvalidMessageError if the file cannot be read; InvalidOptionError if neither it nor the options name a
 * window; the reason of `signal`.
 */
export function replaySession<Format extends FormatChoice = 'openai'>(
  file: RecordedSession,
  options: ReplayOptions<Format> = {},
): SessionReplay<Format> {
  checkReplayOptions(options as ReplayOptions<FormatChoice>);
  checkSignal(options.signal);
  let whole: Promise<ReplayedSession<Format>> | undefined;
  return {
    [Symbol.asyncIterator]: () => callsOf(file, options),
    all: () => {
      whole ??= wholeSession(callsOf(file, options));
      return whole;
    },
  };
}

type Calls<Format extends FormatChoice> = AsyncGenerator<
  ReplayedCall<Format>,
  Pick<AgentMemory, 'id' | 'entries'>
>;

async function wholeSession<Format extends FormatChoice>(
  calls: Calls<Format>,
): Promise<ReplayedSession<Format>> {
  const all: ReplayedCall<Format>[] = [];
  for (;;) {
    const { done, value } = await calls.next();
    if (done)
      return { id: value.id, calls: all, entries: value.entries(), figures: figuresOf(all) };
    all.push(value);
  }
}

async function* callsOf<Format extends FormatChoice>(
  file: RecordedSession,
  options: ReplayOptions<Format>,
): Calls<Format> {
  const { signal } = options;
  const recording = await readRecording(file);
  const clock = replayClock();
  let importance: number | undefined;
  const memory = await memoryFor(recording, options as ReplayOptions<FormatChoice>, {
    clock,
    score: () => importance,
  });
  try {
    // Fetches the code that compacts and compares: without it the first plans would say less.
    await memory.previewCompaction(signal && { signal });
    const pace = pacedBy(() => throwIfAborted(signal));
    let call = 0;
    let known: readonly CompactionRecord[] = [];
    for (const [seq, said] of recording.messages.entries()) {
      if (isAnswer(recording.messages, seq)) {
        const context = await contextNow(memory, options);
        const { compactions } = memory.getState();
        call += 1;
        yield replayedCall(memory, context, {
          call,
          answerSeq: seq,
          atMs: clock.nowMs(),
          compactions: newerThan(known, compactions),
        });
        known = compactions;
      }
      clock.moveTo(said.atMs);
      importance = said.importance;
      await memory.append(said.id === undefined ? said.message : { ...said.message, id: said.id });
      await pace();
    }
    return memory;
  } finally {
    await memory.dispose();
  }
}

/** Whether the model was asked for this message: pieces of one answer are one. */
function isAnswer(messages: readonly RecordedMessage[], at: number): boolean {
  const message = messages[at]?.message;
  const before = messages[at - 1]?.message;
  if (message?.role !== 'assistant' || !before) return false;
  return !isStreamedApart(before, message);
}

async function memoryFor(
  { id, summaries, hasModelSummaries, ...recorded }: Recording,
  { format: _, signal: __, ...given }: ReplayOptions<FormatChoice>,
  { clock, score }: { readonly clock: ReplayClock; readonly score: () => number | undefined },
): Promise<AgentMemory> {
  const { contextWindow, budget, model } = given;
  const window = contextWindow ?? budget ?? recorded.budget;
  if (window === undefined) {
    const rule =
      "is missing, and the file tells of none: give the model's window in tokens, or a `budget`.";
    throw new InvalidOptionError('contextWindow', rule);
  }
  const tokenCounter = given.tokenCounter ?? (await exactCounterFor(model));
  const measurer = createMeasurer(tokenCounter ?? estimatingCounter, model, providerMedia);
  const summarizer =
    given.summarizer ?? (hasModelSummaries ? recordedSummaries(summaries) : undefined);
  clock.moveTo(recorded.messages[0]?.atMs ?? 0);
  return memoryMeasuredBy(measurer, {
    id,
    ...(recorded.system !== undefined && { system: recorded.system }),
    ...(recorded.tools !== undefined && { tools: toolsOf(recorded.tools) }),
    ...(typeof window === 'number' ? { contextWindow: window } : { budget: window }),
    ...given,
    ...(tokenCounter && { tokenCounter }),
    ...(summarizer && { summarizer }),
    ...(recorded.messages.some((said) => said.importance !== undefined) && { score }),
    compaction: { ...given.compaction, prepareAt: 1 },
    clock,
    createId: createIdMaker(clock, () => 0),
  });
}

/** Counts that come from the start, and not whenever they are ready. */
async function exactCounterFor(model: string | undefined): Promise<TokenCounter | undefined> {
  const { encoding, isExact } = encodingOfModel(model ?? '');
  return isExact ? loadTiktokenCounter({ encoding, pause: nextTask }) : undefined;
}

/** History keeps the tools as the JSON of the option. */
function toolsOf(json: string): readonly ToolDefinition[] {
  const tools: unknown = JSON.parse(json);
  return Array.isArray(tools) ? tools : [];
}

interface ContextNow<Format extends FormatChoice> {
  readonly plan: ContextPlan;
  readonly context?: ContextIn<Format>;
  readonly refused?: ContextOverflowError;
}

async function contextNow<Format extends FormatChoice>(
  memory: AgentMemory,
  { format, signal }: ReplayOptions<Format>,
): Promise<ContextNow<Format>> {
  try {
    const { plan, ...context } = await memory.assemble<Format>({
      ...(format !== undefined && { format }),
      ...(signal && { signal }),
    });
    // All of it but the plan, which is told beside it.
    return { plan, context: context as unknown as ContextIn<Format> };
  } catch (refused) {
    if (!(refused instanceof ContextOverflowError)) throw refused;
    return { plan: memory.plan(), refused };
  }
}

function replayedCall<Format extends FormatChoice>(
  memory: AgentMemory,
  { plan, ...context }: ContextNow<Format>,
  said: Pick<ReplayedCall<Format>, 'call' | 'answerSeq' | 'atMs' | 'compactions'>,
): ReplayedCall<Format> {
  const condensed = plan.items.find(({ kind }) => kind === 'condensed');
  return {
    ...said,
    plan,
    ...context,
    hasPlaceholder: condensed !== undefined && textOf(condensed.message).includes(PLACEHOLDER),
    explain(entryId) {
      const entry = memory.entry(entryId);
      return entry && decisionOn(plan, entry);
    },
  };
}

function newerThan(
  known: readonly CompactionRecord[],
  now: readonly CompactionRecord[],
): readonly CompactionRecord[] {
  const last = known.at(-1)?.id;
  return now.slice(now.findIndex(({ id }) => id === last) + 1);
}

/** So long a task may have been before others have their turn. */
const TASK_MS = 8;

/** Lets the page do other things after a few milliseconds of work; `goOn` ends the work by throwing. */
function pacedBy(goOn: () => void): () => Promise<void> {
  let begunAtMs = systemClock.nowMs();
  return async () => {
    const passedMs = systemClock.nowMs() - begunAtMs;
    if (passedMs >= 0 && passedMs < TASK_MS) return;
    await nextTask();
    begunAtMs = systemClock.nowMs();
    goOn();
  };
}
