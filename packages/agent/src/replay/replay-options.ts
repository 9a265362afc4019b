import type { AgentMemoryOptions, AssembleOptions } from '@agent-memory/core';
import type { FormatChoice } from '@agent-memory/core/formats';
import { checkOption, type KnownNames, refuseUnknown } from '@agent-memory/core/internal';

/** The settings under which a session is replayed. Without any, those that the file tells of. */
export interface ReplayOptions<Format extends FormatChoice = 'openai'>
  extends AssembleOptions<Format>,
    Pick<
      AgentMemoryOptions,
      | 'contextWindow'
      | 'budget'
      | 'system'
      | 'tools'
      | 'policy'
      | 'toolHints'
      | 'compaction'
      | 'livePlacement'
      | 'model'
      | 'tokenCounter'
    > {}

const OPTIONS = {
  contextWindow: true,
  budget: true,
  system: true,
  tools: true,
  policy: true,
  toolHints: true,
  compaction: true,
  livePlacement: true,
  model: true,
  tokenCounter: true,
  format: true,
  signal: true,
} as const satisfies KnownNames<ReplayOptions>;

/** @throws InvalidOptionError naming an option that there is not. */
export function checkReplayOptions(options: ReplayOptions<FormatChoice>): void {
  refuseUnknown(options, OPTIONS);
  const { prepareAt } = options.compaction ?? {};
  const isLater = prepareAt === undefined || prepareAt === 1;
  const rule =
    'has no effect in a replay: no summary is prepared ahead, because when one is ready depends on the machine. Leave it out.';
  checkOption(isLater, 'compaction.prepareAt', rule);
}
