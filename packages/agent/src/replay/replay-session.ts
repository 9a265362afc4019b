import {
  type AgentMemory,
  type Clock,
  type CompactionRecord,
  ContextOverflowError,
  type ContextPlan,
  estimatingCounter,
  InvalidOptionError,
  loadTiktokenCounter,
  type Summarizer,
  type Summary,
  systemClock,
  type TokenBudget,
  type TokenCounter,
  type ToolDefinition,
  textOf,
} from '@agent-memory/core';
import type { ContextIn, FormatChoice } from '@agent-memory/core/formats';
import {
  checks,
  createIdMaker,
  decisionOn,
  encodingOfModel,
  formatKit,
  memoryMeasuredBy,
  nextTask,
  throwIfAborted,
} from '@agent-memory/core/internal';
import {
  type RecordedMessage,
  type RecordedSession,
  type Recording,
  readRecording,
} from './recording.ts';
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
 * which stands before each message that it answered with. The same file and the same settings give the
 * same calls.
 *
 * - No store is opened and no model asked: where the session was summarised by a model, the summaries
 *   that were recorded are given again, and a labelled placeholder stands for any other. Time is the
 *   session's own: timers never ring.
 * - Each iteration starts over, and ends where the caller leaves it. Work is done in slices.
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
  checks.checkSignal(options.signal);
  let whole: Promise<ReplayedSession<Format>> | undefined;
  return {
    [Symbol.asyncIterator]: () => callsOf(file, options),
    all: () => {
      whole ??= wholeSession(callsOf(file, options)).then((session) => {
        const { contextWindow: _, ...others } = options;
        origins.set(session, (budget) => replaySession(file, { ...others, budget }));
        return session;
      });
      return whole;
    },
  };
}

const origins = new WeakMap<
  ReplayedSession<never>,
  (budget: TokenBudget) => AsyncIterable<ReplayedCall<never>>
>();

/** Replays what a session was replayed from, under another budget. */
export function replayedUnder(
  session: ReplayedSession<never>,
  budget: TokenBudget,
): AsyncIterable<ReplayedCall<never>> | undefined {
  return origins.get(session)?.(budget);
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
  const memory = await memoryFor(recording, options as ReplayOptions<FormatChoice>, clock);
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
  return !formatKit.isStreamedApart(before, message);
}

async function memoryFor(
  { id, summaries, hasModelSummaries, ...recorded }: Recording,
  { format: _, signal: __, ...given }: ReplayOptions<FormatChoice>,
  clock: ReplayClock,
): Promise<AgentMemory> {
  const { contextWindow, budget, model } = given;
  const window = contextWindow ?? budget ?? recorded.budget;
  if (window === undefined) {
    const rule =
      "is missing, and the file names none: give the model's window in tokens, or a `budget`.";
    throw new InvalidOptionError('contextWindow', rule);
  }
  const tokenCounter = given.tokenCounter ?? (await exactCounterFor(model));
  clock.moveTo(recorded.messages[0]?.atMs ?? 0);
  return memoryMeasuredBy(tokenCounter ?? estimatingCounter, {
    id,
    ...(recorded.system !== undefined && { system: recorded.system }),
    ...(recorded.tools !== undefined && { tools: toolsOf(recorded.tools) }),
    ...(typeof window === 'number' ? { contextWindow: window } : { budget: window }),
    ...given,
    ...(tokenCounter && { tokenCounter }),
    ...(hasModelSummaries && { summarizer: recordedSummaries(summaries) }),
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

/** Begins the text that stands where a summary was not recorded. */
const PLACEHOLDER = 'Placeholder: the summary of messages';

/**
 * Summaries as they were recorded: one that covers just what is asked for is given again, and a labelled
 * placeholder stands for any other. No model is asked.
 */
function recordedSummaries(summaries: readonly Summary[]): Summarizer {
  const known = new Map(
    summaries.map((summary) => [rangeOf(summary.fromSeq, summary.toSeq), summary]),
  );
  return {
    name: 'recorded',
    summarize({ previous, sources }) {
      const first = sources[0]?.seq ?? 0;
      const fromSeq = Math.min(first, previous?.fromSeq ?? first);
      const toSeq = sources.at(-1)?.seq ?? first;
      const text = `${PLACEHOLDER} #${fromSeq} to #${toSeq} was not recorded.`;
      const placeholder: Summary = { madeBy: 'placeholder', fromSeq, toSeq, text };
      return Promise.resolve(known.get(rangeOf(fromSeq, toSeq)) ?? placeholder);
    },
  };
}

function rangeOf(fromSeq: number, toSeq: number): string {
  return `${fromSeq}-${toSeq}`;
}

/** The time of a recorded session: it stands still until a message moves it on. */
interface ReplayClock extends Clock {
  /** Never back: an entry may be older than the one that it follows. */
  moveTo(atMs: number): void;
}

/** A clock whose timers never ring; work is cut into slices by real time, which decides nothing. */
function replayClock(): ReplayClock {
  let nowMs = 0;
  return {
    nowMs: () => nowMs,
    startTimer: () => () => undefined,
    workMs: () => systemClock.nowMs(),
    moveTo(atMs) {
      nowMs = Math.max(nowMs, atMs);
    },
  };
}
