import { type AnyTool, defineTool, openAiTools } from '@agent-memory/agent';
import type { StructuredTool } from '@langchain/core/tools';
import { AgentTool } from './agent-tool.ts';

/**
 * The tools for `tools` of `createAgent`, `ToolNode` and `bindTools`. LangChain runs them itself. A mistake of
 * the model, and an error that a tool throws, is a `ToolMessage` with `status: 'error'` in words the
 * model can use, so that the agent continues.
 *
 * @example
 * const agent = createAgent({ model, tools: langChainTools(scratchpadTools(memory, defaultScratchpad)) });
 *
 * @throws InvalidOptionError if two tools have the same name, or one is not a tool.
 */
export function langChainTools(tools: readonly AnyTool[]): StructuredTool[] {
  // Refuses what is no tool, and two of one name.
  openAiTools(tools);
  return tools.map(defineTool).map((tool) => new AgentTool(tool, () => [tool]));
}
