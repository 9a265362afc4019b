import type { Summarizer } from '../condense/summarizer.ts';
import { checkOption } from '../errors/check-option.ts';
import { type KnownNames, refuseUnknown } from '../errors/refuse-unknown.ts';
import type { AgentMemory, ToolDefinition } from '../session/agent-memory.ts';
import type { MemoryFeature } from '../session/feature.ts';
import { estimateTokens } from '../tokens/estimate-tokens.ts';
import { MemoryRuns } from './memory-runs.ts';
import { RECALL } from './recall-tool.ts';
import { SEARCH_SESSION } from './search-tool.ts';

/** The parts of a memory that its runs are read from. */
export type RunsMemory = Pick<
  AgentMemory<unknown>,
  'ready' | 'entries' | 'entry' | 'part' | 'history' | 'getState'
>;

/** How runs are kept and recalled; every field may be left out. */
export interface SessionRunsOptions {
  /** Most tokens of a page that `recall` or `search_session` gives, all included; from 200. Default: 2,000. */
  readonly maxTokens?: number;
  /** Counts the tokens of a page. Default: `estimateTokens`. */
  readonly count?: (text: string) => number;
  /** Writes the line of a block when `endRun` closes it. Default: sentences of the block itself, no model. */
  readonly summarizer?: Summarizer;
}

/** Runs of sessions as a feature of a memory, with the tools that look back. */
export interface SessionRuns {
  /** For the option `features`. */
  readonly feature: MemoryFeature;
  /** The tools as the model is told of them: for the option `tools`, which counts them. */
  readonly definitions: readonly ToolDefinition[];
  /** Runs, blocks and tools of a memory that was made with this feature. The same object for the same memory. */
  of(memory: RunsMemory): MemoryRuns;
}

const OPTIONS = {
  maxTokens: true,
  count: true,
  summarizer: true,
} as const satisfies KnownNames<SessionRunsOptions>;

const LEAST_TOKENS = 200;

/**
 * Runs, blocks and recall: what was said on step 3 is within reach on step 80. Given to a memory, the
 * markers of what left or was shortened name the call that brings it back.
 *
 * @example
 * const runs = sessionRuns();
 * const memory = createAgentMemory({
 *   id: 'support',
 *   contextWindow: 128_000,
 *   features: [runs.feature],
 *   tools: runs.definitions,
 * });
 * const body = { model, messages, tools: openAiTools(runs.of(memory).tools) };
 *
 * @throws InvalidOptionError if an option has a value that cannot be meant, or there is no such option.
 */
export function sessionRuns(options: SessionRunsOptions = {}): SessionRuns {
  refuseUnknown(options, OPTIONS, 'sessionRuns');
  const { maxTokens = 2_000, count = estimateTokens, summarizer } = options;
  checkOption(
    Number.isInteger(maxTokens) && maxTokens >= LEAST_TOKENS,
    'maxTokens',
    `must be a whole number from ${LEAST_TOKENS}; got ${maxTokens}.`,
  );
  checkOption(typeof count === 'function', 'count', 'must be a function.');
  checkOption(
    summarizer === undefined || typeof summarizer?.summarize === 'function',
    'summarizer',
    'must have a function `summarize`.',
  );
  const known = new WeakMap<RunsMemory, MemoryRuns>();
  return {
    feature: { name: 'session-runs', attach: () => undefined },
    definitions: [RECALL, SEARCH_SESSION],
    of(memory) {
      const runs = known.get(memory) ?? new MemoryRuns(memory, { maxTokens, count }, summarizer);
      known.set(memory, runs);
      return runs;
    },
  };
}
