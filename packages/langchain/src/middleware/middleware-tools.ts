import { InvalidOptionError } from '@agent-memory/core';
import type { SessionRuns } from '@agent-memory/core/runs';
import { type AnyTool, defineTool } from '@agent-memory/core/tools';
import type { StructuredTool } from '@langchain/core/tools';
import { AgentTool } from '../tools/agent-tool.ts';
import { langChainTools } from '../tools/langchain-tools.ts';
import type { MemoryFinder } from './thread-memory.ts';

/**
 * The tools that a middleware brings along. Those that look back run on the session of the thread that
 * calls them.
 *
 * @throws InvalidOptionError if two have the same name.
 */
export function middlewareTools(
  find: MemoryFinder,
  tools: readonly AnyTool[],
  runs: SessionRuns | undefined,
): StructuredTool[] {
  const recall = runs ? recallTools(find, runs) : [];
  const own = langChainTools(tools);
  const taken = own.find(({ name }) => recall.some((tool) => tool.name === name));
  if (!taken) return [...recall, ...own];
  throw new InvalidOptionError('tools', `has \`${taken.name}\`, which \`runs\` brings along.`);
}

function recallTools(find: MemoryFinder, runs: SessionRuns): readonly StructuredTool[] {
  return runs.definitions.map(({ name, description = name, parameters }) => {
    // The definitions of runs have JSON Schemas with type "object"; `defineTool` refuses any other.
    const schema = parameters as AnyTool['parameters'];
    const shown = defineTool({ name, description, parameters: schema, execute: () => undefined });
    return new AgentTool(shown, async (config) => runs.of(await find(config ?? {})).tools);
  });
}
