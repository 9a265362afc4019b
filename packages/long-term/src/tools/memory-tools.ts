import type { ModelTool } from '@agent-memory/agent';
import type { Entry } from '@agent-memory/core';
import type { LongTermMemory } from '../memory/long-term-memory.ts';
import * as check from '../platform/check-argument.ts';
import type { Evidence, RecordSource } from '../records/memory-record.ts';
import { RECORD_SOURCES } from '../records/record-names.ts';
import { forgetTool } from './forget-memory.ts';
import type { Confirm } from './memory-tool.ts';
import { saveTool } from './save-memory.ts';
import { searchTool } from './search-memory.ts';

/** The permissions and limits of the tools; every field may be left out. */
export interface MemoryToolsOptions {
  /**
   * Sources that a model may name beyond `agent_inferred` and `external`. The user's own count where the
   * words that the model quotes stand in a message of `evidence`, as `entry` gives it, and are the user's:
   * nothing pasted, no result of a tool. Elsewhere it is an inference. Default: none.
   */
  readonly sources?: readonly RecordSource[];
  /** Gives a message that `evidence` names: `({ entryId }) => memory.entry(entryId)`. Default: none is known. */
  readonly entry?: (evidence: Evidence) => Entry | undefined;
  /** The messages that a saved statement is drawn from: the one that is being answered. Default: none. */
  readonly evidence?: () => readonly Evidence[];
  /**
   * Asked before every save and every forgetting; `true` alone is a yes. A record that changes while it is
   * asked is not forgotten. Default: all are let through but the forgetting and correcting of what the
   * user said, corrected or confirmed, and secrets, which are refused.
   */
  readonly confirm?: Confirm;
}

const OPTIONS: check.Checks<MemoryToolsOptions> = {
  sources: check.listOf(RECORD_SOURCES),
  evidence: check.aFunction,
  entry: check.aFunction,
  confirm: check.aFunction,
};

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
 *   says yes.
 * - A store that fails is an error whose message a model can read; `runTool` gives it as a result.
 *
 * @example
 * const longTerm = createLongTermMemory({ user: 'ada' });
 * const tools = memoryTools(longTerm);
 * const body = { model, messages, tools: openAiTools(tools) };
 *
 * @throws InvalidOptionError if an option is not known or makes no sense.
 */
export function memoryTools(
  longTerm: LongTermMemory,
  options: MemoryToolsOptions = {},
): MemoryTools {
  check.checkValue(longTerm, 'longTerm', check.having('store', 'retrieve', 'record', 'forget'));
  check.checkFields(options, OPTIONS, 'memoryTools');
  const { sources = [], evidence = () => [], entry = () => undefined, confirm } = options;
  return [
    saveTool({ longTerm, sources, evidence, entry, confirm }),
    searchTool(longTerm),
    forgetTool({ longTerm, confirm }),
  ];
}
