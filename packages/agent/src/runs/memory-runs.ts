import { type AgentMemory, InvalidOptionError, type PartHandle } from '@agent-memory/core';
import { allLoaded, checks, SerialQueue } from '@agent-memory/core/internal';
import type { AnyTool } from '../tools/model-tool.ts';
import { type Block, blockLine, requestOf, usageOf } from './block.ts';
import { BlockReader } from './block-reader.ts';
import type { PageRoom } from './paging.ts';
import { recallTool } from './recall-tool.ts';
import { RUN_MARKS, type RunMarks, withTitle } from './run-marks.ts';
import { searchTool } from './search-tool.ts';

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
 * console.log(closed?.request, handle.blockCount());
 */
export class MemoryRuns {
  /** `recall` and `search_session`: hand them to `runTool`, `openAiTools`, `anthropicTools` or `aiSdkTools`. */
  readonly tools: readonly [recall: AnyTool, search: AnyTool];
  readonly #memory: RunsMemory;
  readonly #part: PartHandle<RunMarks>;
  readonly #reader: BlockReader;
  readonly #changes = new SerialQueue();

  /** Made by `sessionRuns(…).of(memory)`. */
  constructor(memory: RunsMemory, room: PageRoom) {
    this.#memory = memory;
    this.#part = memory.part(RUN_MARKS);
    this.#reader = new BlockReader({
      entries: (fromSeq, toSeq) => memory.entries({ fromSeq, toSeq }),
      marks: () => this.#part.get(),
    });
    this.tools = [
      recallTool({ memory, log: this.#reader.log, room }),
      searchTool({ memory, room }),
    ];
  }

  /**
   * Begins a run by hand: all that is appended from now on belongs to it, no matter who says it, until
   * `endRun`. One that is open is ended.
   */
  async beginRun(): Promise<void> {
    await this.#change((marks) => ({ ...marks, open: { afterId: this.#reader.log.headId() } }));
  }

  /** Ends the run that continues and gives its block; `undefined` where no run continues. */
  async endRun(): Promise<Block | undefined> {
    const hasEnded = await this.#change((marks) => {
      const endedAt = this.#reader.log.headId();
      return endedAt === null ? marks : { ...marks, endedAt };
    });
    return hasEnded ? this.block(this.#reader.count) : undefined;
  }

  /** All runs in their order, the one that continues included. */
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

  /** How many blocks there are. A run that continues is not one yet. */
  blockCount(): number {
    return this.#reader.count;
  }

  /**
   * A block by its number, from 1; `undefined` where there is none.
   * @throws InvalidOptionError if it is not a number.
   */
  block(number: number): Block | undefined {
    checks.checkGiven(typeof number === 'number', 'number', 'the number of a block', number);
    const block = this.#reader.block(number);
    const usage = block && usageOf(block, this.#memory.history());
    return usage ? { ...block, usage } : block;
  }

  /**
   * Sets the line of a block by hand; `undefined` or `''` takes it away. It is cut to 160 characters.
   * @throws InvalidOptionError if there is no such block, or the title is not text.
   */
  async setTitle(number: number, title: string | undefined): Promise<void> {
    checks.checkGiven(title === undefined || typeof title === 'string', 'title', 'text', title);
    await allLoaded(this.#memory);
    const run = this.#reader.log.run(number);
    if (!run?.isClosed) this.#refuse(number);
    const text = blockLine(title ?? '');
    await this.#changes.run(() =>
      this.#part.set(withTitle(this.#part.get(), run.firstId, text === '' ? undefined : text)),
    );
  }

  #refuse(number: number): never {
    const count = this.blockCount();
    throw new InvalidOptionError(
      'number',
      `names no block: got ${number}, and there ${count === 1 ? 'is one block' : `are ${count} blocks`}.`,
    );
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
