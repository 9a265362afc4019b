import { sourcesOf } from '../compaction/sources.ts';
import { summarizeOrFallBack } from '../condense/summarize-or-fall-back.ts';
import type { Summarizer } from '../condense/summarizer.ts';
import { checkGiven } from '../errors/check-option.ts';
import { InvalidOptionError } from '../errors/errors.ts';
import { type KnownNames, refuseUnknown } from '../errors/refuse-unknown.ts';
import { type AbortSignalLike, checkSignal } from '../platform/abort.ts';
import { systemClock } from '../platform/clock.ts';
import { inSlices } from '../platform/in-slices.ts';
import { SerialQueue } from '../platform/serial-queue.ts';
import type { AgentMemory } from '../session/agent-memory.ts';
import { allLoaded } from '../session/all-loaded.ts';
import type { PartHandle } from '../storage/stored-part.ts';
import type { AnyTool } from '../tools/model-tool.ts';
import { type Block, blockLine, requestOf, usageOf } from './block.ts';
import { BlockReader } from './block-reader.ts';
import type { PageRoom } from './paging.ts';
import { recallTool } from './recall-tool.ts';
import { type BlockLine, RUN_MARKS, type RunMarks, withLine } from './run-marks.ts';
import { SessionSearch } from './search/session-search.ts';
import { searchTool } from './search-tool.ts';

/** The tools `recall` and `search_session`, in this order. */
export type RecallTools = readonly [recall: AnyTool, search: AnyTool];

/** The parts of a memory that its runs are read from. */
export type RunsMemory = Pick<
  AgentMemory<unknown>,
  'ready' | 'entries' | 'entry' | 'part' | 'history' | 'getState'
>;

/** A run as a list shows it: its place and its figures, without texts [RUN-1]. */
export interface RunOutline {
  /** From 1, in the order of the conversation. A run that has ended is the block of this number. */
  readonly number: number;
  /** Place of its first message in the conversation, and of the one behind its last. */
  readonly fromSeq: number;
  readonly toSeq: number;
  /** Results of tools and replies in it. */
  readonly steps: number;
  /** No message joins it any more. */
  readonly isClosed: boolean;
}

/** A stretch of blocks, by number; both ends are in it. */
export interface BlockRange {
  readonly from?: number;
  readonly to?: number;
}

/** A line that a summariser was asked for. */
export interface SummarizedBlock {
  readonly block: Block;
  /** Why the summariser's answer was not taken; the line is made of the block's own sentences then. */
  readonly failure?: string;
}

/** How a line is asked for. */
export interface SummarizeBlockOptions {
  /** Ends the wait; the promise then rejects with its reason, and nothing is changed. */
  readonly signal?: AbortSignalLike;
}

const RANGE = { from: true, to: true } as const satisfies KnownNames<BlockRange>;
const WAIT = { signal: true } as const satisfies KnownNames<SummarizeBlockOptions>;

function checkWait(options: SummarizeBlockOptions, where: string): SummarizeBlockOptions {
  refuseUnknown(options, WAIT, where);
  checkSignal(options.signal);
  return options;
}

const SUMMARY_LIMIT_MS = 30_000;
const SUMMARY_TOKENS = 60;

/**
 * Runs and blocks of one session, and the tools that look back in it [RUN-1, BLK-1].
 *
 * @example
 * const runs = sessionRuns();
 * const memory = createAgentMemory({ id: 'trip', contextWindow: 128_000, features: [runs.feature] });
 * const handle = runs.of(memory);
 * await handle.beginRun();
 * await memory.append({ role: 'user', content: 'Plan a trip to Porto.' });
 * const closed = await handle.endRun();
 * console.log(closed?.block.request, handle.blockCount());
 */
export class MemoryRuns {
  /** Tools for the model: hand them to `runTool`, `openAiTools`, `anthropicTools` or `aiSdkTools`. */
  readonly tools: RecallTools;
  readonly #memory: RunsMemory;
  readonly #part: PartHandle<RunMarks>;
  readonly #reader: BlockReader;
  readonly #summarizer: Summarizer | undefined;
  readonly #count: PageRoom['count'];
  readonly #changes = new SerialQueue();

  /** Made by `sessionRuns(…).of(memory)`. */
  constructor(memory: RunsMemory, room: PageRoom, summarizer: Summarizer | undefined) {
    this.#memory = memory;
    this.#part = memory.part(RUN_MARKS);
    this.#summarizer = summarizer;
    this.#count = room.count;
    const entries = (fromSeq: number, toSeq: number) => memory.entries({ fromSeq, toSeq });
    this.#reader = new BlockReader({ entries, marks: () => this.#part.get() });
    const { log } = this.#reader;
    const host = { ready: () => allLoaded(memory), entries, room };
    this.tools = [
      recallTool({
        ...host,
        entry: (id) => memory.entry(id),
        entryCount: () => memory.getState().entries,
        runCount: () => log.count,
        run: (number) => log.run(number),
      }),
      searchTool({
        ...host,
        search: new SessionSearch({ entries }),
        context: () => memory.getState().plan?.items.map(({ message }) => message) ?? [],
      }),
    ];
  }

  /**
   * Begins a run by hand: all that is appended from now on belongs to it, whoever says it, until
   * `endRun`. One that is open is ended.
   */
  async beginRun(): Promise<void> {
    await this.#change((marks) => ({ ...marks, open: { afterId: this.#reader.log.headId() } }));
  }

  /**
   * Ends the run that goes on: it is a block from now on. Where a summariser was given it is asked for
   * the block's line, and this waits for it. Gives `undefined` where no run goes on.
   *
   * @throws the signal's reason if it aborts; the run has ended all the same. InvalidOptionError if an
   * option makes no sense or is not known; nothing has ended then.
   */
  async endRun(options: SummarizeBlockOptions = {}): Promise<SummarizedBlock | undefined> {
    checkWait(options, 'endRun');
    const hasEnded = await this.#change((marks) => {
      const endedAt = this.#reader.log.headId();
      return endedAt === null ? marks : { ...marks, endedAt };
    });
    if (!hasEnded) return undefined;
    const number = this.#reader.count;
    const block = this.block(number);
    if (!block) return undefined;
    return this.#summarizer && block.summaryBy === 'extractive'
      ? this.summarizeBlock(number, options)
      : { block };
  }

  /** All runs in their order, the one that goes on included. */
  runs(): readonly RunOutline[] {
    return this.#reader.log
      .runs()
      .map(({ firstId: _, ...run }, index) => ({ number: index + 1, ...run }));
  }

  /** The first 120 characters of the request of a run, open or closed, on one line; '' where there is none. */
  request(number: number): string {
    const run = this.#reader.log.run(number);
    return run ? requestOf(this.#reader.entriesOf(run)) : '';
  }

  /** How many blocks there are. A run that goes on is none yet. */
  blockCount(): number {
    return this.#reader.count;
  }

  /**
   * A block by its number, from 1; `undefined` where there is none.
   * @throws InvalidOptionError if it is not a number.
   */
  block(number: number): Block | undefined {
    checkGiven(typeof number === 'number', 'number', 'the number of a block', number);
    const block = this.#reader.block(number);
    const usage = block && usageOf(block, this.#memory.history());
    return usage ? { ...block, usage } : block;
  }

  /**
   * Blocks in their order; each is read, so ask for a stretch of a long session. Default: all.
   * @throws InvalidOptionError if `from` or `to` is not a number, or an option is not known.
   */
  blocks(range: BlockRange = {}): readonly Block[] {
    refuseUnknown(range, RANGE, 'blocks');
    const { from = 1, to = Number.POSITIVE_INFINITY } = range;
    checkGiven(
      from <= Number.POSITIVE_INFINITY && typeof from === 'number',
      'from',
      'a number',
      from,
    );
    checkGiven(to <= Number.POSITIVE_INFINITY && typeof to === 'number', 'to', 'a number', to);
    const last = Math.min(to, this.blockCount());
    const blocks: Block[] = [];
    for (let number = Math.max(1, Math.ceil(from)); number <= last; number += 1) {
      const block = this.block(number);
      if (block) blocks.push(block);
    }
    return blocks;
  }

  /**
   * Sets the line of a block by hand; `undefined` or `''` takes it away. It is cut to 160 characters.
   * @throws InvalidOptionError if there is no such block, or the title is not text.
   */
  async setTitle(number: number, title: string | undefined): Promise<void> {
    checkGiven(title === undefined || typeof title === 'string', 'title', 'text', title);
    await allLoaded(this.#memory);
    const { firstId } = this.#closedRun(number);
    const text = blockLine(title ?? '');
    await this.#setLine(firstId, text === '' ? undefined : { text, by: 'title' });
  }

  /**
   * Has the summariser write the line of a block. Where it fails, the line stays one of the block's
   * own sentences, and `failure` says why.
   * @throws InvalidOptionError if there is no such block; the signal's reason if it aborts.
   */
  async summarizeBlock(
    number: number,
    options: SummarizeBlockOptions = {},
  ): Promise<SummarizedBlock> {
    const { signal } = checkWait(options, 'summarizeBlock');
    await allLoaded(this.#memory);
    const run = this.#closedRun(number);
    const entries = this.#reader.entriesOf(run);
    const sources = await inSlices(sourcesOf(entries, { entries: new Map() }), { signal });
    const request = { sources, maxTokens: SUMMARY_TOKENS, count: this.#count };
    const limits = { limitMs: SUMMARY_LIMIT_MS, clock: systemClock, signal };
    const { summary, failure } = await summarizeOrFallBack(this.#summarizer, request, limits);
    const text = blockLine(summary.text);
    if (failure === undefined && this.#summarizer && text !== '') {
      await this.#setLine(run.firstId, { text, by: 'summarizer' });
    }
    const block = this.block(number) ?? this.#refuse(number);
    return { block, ...(failure !== undefined && { failure }) };
  }

  #closedRun(number: number) {
    const run = this.#reader.log.run(number);
    return run?.isClosed ? run : this.#refuse(number);
  }

  #refuse(number: number): never {
    const count = this.blockCount();
    throw new InvalidOptionError(
      'number',
      `names no block: got ${number}, and there ${count === 1 ? 'is one block' : `are ${count} blocks`}.`,
    );
  }

  async #setLine(firstId: string, line: BlockLine | undefined): Promise<void> {
    await this.#changes.run(() => this.#part.set(withLine(this.#part.get(), firstId, line)));
  }

  /** Changes what is open or ended; the runs that there are stay as they are. Tells whether one went on. */
  async #change(next: (marks: RunMarks) => RunMarks): Promise<boolean> {
    await allLoaded(this.#memory);
    return this.#changes.run(async () => {
      const { log } = this.#reader;
      // One that was begun by hand is none until something is said in it.
      const isEmpty = this.#part.get().open?.afterId === log.headId();
      const goesOn = log.run(log.count)?.isClosed === false && !isEmpty;
      await this.#part.set(next(log.settledMarks()));
      return goesOn;
    });
  }
}
