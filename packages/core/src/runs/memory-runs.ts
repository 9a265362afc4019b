import { sourcesOf } from '../compaction/sources.ts';
import { summarizeOrFallBack } from '../condense/summarize-or-fall-back.ts';
import type { Summarizer } from '../condense/summarizer.ts';
import { InvalidOptionError } from '../errors/errors.ts';
import type { AbortSignalLike } from '../platform/abort.ts';
import { systemClock } from '../platform/clock.ts';
import { inSlices } from '../platform/in-slices.ts';
import { SerialQueue } from '../platform/serial-queue.ts';
import type { AgentMemory } from '../session/agent-memory.ts';
import type { PartHandle } from '../storage/stored-part.ts';
import type { ModelTool } from '../tools/model-tool.ts';
import { type Block, blockLine, blockOf, usageOf } from './block.ts';
import type { PageRoom } from './paging.ts';
import { recallTool } from './recall-tool.ts';
import { type Run, RunLog } from './run-log.ts';
import { type BlockLine, RUN_MARKS, type RunMarks, withLine } from './run-marks.ts';
import { SessionSearch } from './search/session-search.ts';
import { searchTool } from './search-tool.ts';

/** The tools `recall` and `search_session`, in this order. */
export type RecallTools = readonly [recall: ModelTool<never>, search: ModelTool<never>];

/** A stretch of blocks, by number; both ends are in it. */
export interface BlockRange {
  readonly from?: number;
  readonly to?: number;
}

/** A summariser gets so long for a line, and so much room. */
const SUMMARY_LIMIT_MS = 30_000;
const SUMMARY_TOKENS = 60;

/** Runs and blocks of one session, and the tools that look back in it [RUN-1, BLK-1]. */
export class MemoryRuns {
  /** Tools for the model: hand them to `runTool`, `openAiTools`, `anthropicTools` or `aiSdkTools`. */
  readonly tools: RecallTools;
  readonly #memory: Pick<
    AgentMemory<unknown>,
    'ready' | 'entries' | 'entry' | 'history' | 'getState'
  >;
  readonly #part: PartHandle<RunMarks>;
  readonly #log: RunLog;
  readonly #summarizer: Summarizer | undefined;
  readonly #count: PageRoom['count'];
  readonly #changes = new SerialQueue();
  readonly #blocks = new WeakMap<object, Block>();

  /** Made by `sessionRuns(…).of(memory)`. */
  constructor(
    memory: Pick<
      AgentMemory<unknown>,
      'ready' | 'entries' | 'entry' | 'part' | 'history' | 'getState'
    >,
    room: PageRoom,
    summarizer: Summarizer | undefined,
  ) {
    this.#memory = memory;
    this.#part = memory.part(RUN_MARKS);
    this.#summarizer = summarizer;
    this.#count = room.count;
    const entries = (fromSeq: number, toSeq: number) => memory.entries({ fromSeq, toSeq });
    this.#log = new RunLog({ entries, marks: () => this.#part.get() });
    const host = { ready: memory.ready, entries, room };
    this.tools = [
      recallTool({
        ...host,
        entry: (id) => memory.entry(id),
        entryCount: () => memory.getState().entries,
        runCount: () => this.#log.count,
        run: (number) => this.#log.run(number),
      }),
      searchTool({
        ...host,
        search: new SessionSearch({ entries }),
        context: () => memory.getState().plan?.items.map(({ message }) => message) ?? [],
      }),
    ];
  }
}
