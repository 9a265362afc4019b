import {
  estimateTokens,
  InvalidOptionError,
  type MemoryFeature,
  type ToolDefinition,
} from '@agent-memory/core';
import { checkOption, checks, type KnownNames, refuseUnknown } from '@agent-memory/core/internal';
import { catalogSlots } from './block-catalog.ts';
import { MemoryRuns, type RunsMemory } from './memory-runs.ts';
import { RECALL } from './recall-tool.ts';
import { SEARCH_SESSION } from './search-tool.ts';

/** How runs are kept and recalled; every field may be left out. */
export interface SessionRunsOptions {
  /** Most tokens of a page that `recall` or `search_session` gives, all included; from 200. Default: 2,000. */
  readonly maxTokens?: number;
  /**
   * Counts the tokens of a page: a finite number of 0 or more. Where it gives anything else, the tools
   * answer with an error that says so. Default: `estimateTokens`.
   */
  readonly count?: (text: string) => number;
  /**
   * Lists the closed blocks in the archive tier, a line each: `share` is the largest part of the input
   * budget that they may fill, 0.05 for `true`. Default: false, linear memory.
   */
  readonly catalog?: boolean | { readonly share: number };
}

/** Runs of sessions as a feature of a memory, with the tools that look back. */
export interface SessionRuns {
  /** For the option `features`. */
  readonly feature: MemoryFeature;
  /** The tools as the model is told about them: for the option `tools`, which counts them. */
  readonly definitions: readonly ToolDefinition[];
  /**
   * Runs, blocks and tools of a memory that was made with this feature. The same object for the same memory.
   * @throws InvalidOptionError if it is no memory.
   */
  of(memory: RunsMemory): MemoryRuns;
}

const OPTIONS = {
  maxTokens: true,
  count: true,
  catalog: true,
} as const satisfies KnownNames<SessionRunsOptions>;

const CATALOG = { share: true } as const;
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
  const { maxTokens = 2_000, count = estimateTokens } = options;
  checkOption(
    Number.isInteger(maxTokens) && maxTokens >= LEAST_TOKENS,
    'maxTokens',
    `must be a whole number from ${LEAST_TOKENS}; got ${maxTokens}.`,
  );
  checkOption(typeof count === 'function', 'count', 'must be a function.');
  const share = shareOf(options.catalog);
  const known = new WeakMap<RunsMemory, MemoryRuns>();
  return {
    feature: {
      name: 'session-runs',
      attach: (host) => ({ canRecall: true, ...(share > 0 && catalogSlots(host, share)) }),
    },
    definitions: [RECALL, SEARCH_SESSION],
    of(memory) {
      checkMemory(memory);
      const room = { maxTokens, count: finite(count) };
      const runs = known.get(memory) ?? new MemoryRuns(memory, room);
      known.set(memory, runs);
      return runs;
    },
  };
}

/** By a count that is no number a page would never be full, or never fit. */
function finite(count: (text: string) => unknown): (text: string) => number {
  return (text) => {
    const tokens = count(text);
    if (typeof tokens === 'number' && Number.isFinite(tokens) && tokens >= 0) return tokens;
    const rule = 'must give a finite number of 0 or more';
    throw new InvalidOptionError('count', `${rule}; it gave ${String(tokens)}. Nothing was lost.`);
  };
}

function checkMemory(memory: RunsMemory | undefined): void {
  const isMemory = typeof memory?.part === 'function' && typeof memory.entries === 'function';
  checks.checkGiven(isMemory, 'memory', 'what `createAgentMemory` gives', memory);
}

const CATALOG_SHARE = 0.05;

/** 0 where no catalog is wanted. */
function shareOf(catalog: SessionRunsOptions['catalog'] = false): number {
  if (typeof catalog === 'boolean') return catalog ? CATALOG_SHARE : 0;
  refuseUnknown(catalog, CATALOG, 'sessionRuns.catalog');
  checkOption(
    catalog.share > 0 && catalog.share <= 1,
    'catalog.share',
    `must be over 0 and up to 1; got ${catalog.share}.`,
  );
  return catalog.share;
}
