import type { KnownNames } from '@agent-memory/core/internal';
import type { ModelTool } from '@agent-memory/core/tools';
import { checkFilter } from '../memory/call-arguments.ts';
import type { LongTermMemory, MemoryFilter } from '../memory/long-term-memory.ts';
import {
  checkFlag,
  checkFunction,
  checkList,
  checkMade,
  checkWhole,
  fieldsOf,
  invalid,
} from '../platform/check-argument.ts';

import type { Evidence, MemoryRecord, RecordSource } from '../records/memory-record.ts';
import { RECORD_SOURCES } from '../records/record-names.ts';
import type { Confirm } from './confirm.ts';
import { forgetTool } from './forget-memory.ts';
import { saveTool } from './save-memory.ts';
import { searchTool } from './search-memory.ts';

/** The permissions and limits of the tools; every field may be left out. */
export interface MemoryToolsOptions {
  /**
   * Sources that a model may name beyond `agent_inferred` and `external`: with `user_stated` it can
   * say that the user said so, with `user_correction` it can overrule everything. Default: none.
   */
  readonly sources?: readonly RecordSource[];
  /** The messages that a saved statement is drawn from: the one that is being answered. Default: none. */
  readonly evidence?: () => readonly Evidence[];
  /**
   * Asked ahead of every save and every forgetting; `true` alone is a yes. A record that changes while it is
   * asked is not forgotten. Default: all are let through but the forgetting of
   * what the user said or confirmed, see `mayForgetStated`.
   */
  readonly confirm?: Confirm;
  /**
   * Whether a model may forget what the user said, put right or confirmed though there is no `confirm` to
   * ask; with `confirm` its answer counts. An inference that is about the same is refused then, so that a
   * model does not put its own word in the place of the user's. Default: false.
   */
  readonly mayForgetStated?: boolean;
  /** Which records a search looks through. Default: all that the memory reads. */
  readonly filter?: MemoryFilter;
  /** Most hits that a search may ask for. Default: 10; a search that does not say gets 5. */
  readonly limit?: number;
  /** Most tokens of the answer to a search, estimated. Default: 800. */
  readonly maxTokens?: number;
  /** Schemas for the strict mode of OpenAI: every field is required, and may be `null`. Default: false. */
  readonly strict?: boolean;
}

/** Most records of the user's word that these tools remember having forgotten. */
const MOST_FORGOTTEN = 100;

const OPTIONS = {
  sources: true,
  evidence: true,
  confirm: true,
  mayForgetStated: true,
  filter: true,
  limit: true,
  maxTokens: true,
  strict: true,
} as const satisfies KnownNames<MemoryToolsOptions>;

/** The tools `save_memory`, `search_memory` and `forget_memory`, in this order. */
export type MemoryTools = readonly [save: ModelTool, search: ModelTool, forget: ModelTool];

/**
 * Tools by which a model keeps, finds and forgets what it knows for longer than a session. Give them to
 * `createAgentMemory`, to `runTool`, and through `openAiTools`, `anthropicTools` or `aiSdkTools` to the
 * model.
 *
 * - What a model saves passes the write policy; a refusal goes back as text with its rule and the way on.
 * - A model's word is an inference: a hypothesis that is dropped unless somebody confirms it, see
 *   `sources`. It replaces nothing that is surer.
 * - Forgetting keeps the history; no tool erases. What the user said is forgotten only where `confirm`
 *   says yes, or `mayForgetStated` is set.
 * - A store that fails is an error whose message a model can read; `runTool` gives it as a result.
 *
 * @example
 * const longTerm = createLongTermMemory({ user: 'ada' });
 * const tools = memoryTools(longTerm, { sources: ['user_stated'] });
 * const body = { model, messages, tools: openAiTools(tools) };
 *
 * @throws InvalidOptionError if an option is not known or makes no sense.
 */
export function memoryTools(
  longTerm: LongTermMemory,
  options: MemoryToolsOptions = {},
): MemoryTools {
  checkMade(longTerm, 'longTerm', 'store', 'retrieve', 'record', 'forget');
  fieldsOf(options, OPTIONS, 'memoryTools');
  const { sources = [], filter = {}, limit = 10, maxTokens = 800, strict = false } = options;
  const { evidence = () => [], confirm, mayForgetStated = false } = options;
  checkList(sources, 'sources');
  checkFunction(evidence, 'evidence');
  checkFunction(confirm, 'confirm');
  checkFilter(filter, 'memoryTools.filter');
  checkFlag(strict, 'strict');
  checkFlag(mayForgetStated, 'mayForgetStated');
  for (const source of sources) {
    if (RECORD_SOURCES.has(source)) continue;
    throw invalid('sources', `must be a list of ${[...RECORD_SOURCES].join(', ')}`, source);
  }
  checkWhole(limit, 'limit', 1);
  checkWhole(maxTokens, 'maxTokens', 1);
  const forgotten: MemoryRecord[] = [];
  const onForgetUnasked = (record: MemoryRecord) => {
    forgotten.unshift(record);
    forgotten.splice(MOST_FORGOTTEN);
  };
  const saveParts = { evidence, confirm: confirm ?? (() => true), forgotten: () => forgotten };
  return [
    saveTool({ longTerm, strict, sources, ...saveParts }),
    searchTool({ longTerm, strict, filter, limit, maxTokens }),
    forgetTool({
      longTerm,
      strict,
      confirm,
      mayForgetStated,
      onForgetUnasked,
    }),
  ];
}
