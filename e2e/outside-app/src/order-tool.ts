import { defineTool, openAiTools, runTool } from '@agent-memory/agent';
import { textOf, toolCallsOf } from '@agent-memory/core';
import type { UseAgentMemoryResult } from '@agent-memory/react';

const getOrder = defineTool({
  name: 'get_order',
  description: 'Looks up an order by its number.',
  parameters: {
    type: 'object',
    properties: { number: { type: 'string' } },
    required: ['number'],
  },
  execute: ({ number }: { number: string }) => `Order ${number} was sent.`,
});

/** The body of a request to a model that may call the tool. */
export const tools = openAiTools([getOrder]);

/** Answers as a model that calls the tool twice, first wrongly; returns the tool's results. */
export async function askForOrder({
  append,
}: Pick<UseAgentMemoryResult, 'append'>): Promise<readonly string[]> {
  await append({ role: 'user', content: 'Where is order ZFA04Y?' });
  const answers: string[] = [];
  for (const args of ['{"nummer":"ZFA04Y"}', '{"number":"ZFA04Y"}']) {
    const call = { id: `call-${args}`, type: 'function' as const };
    const [entry] = await append({
      role: 'assistant',
      content: null,
      tool_calls: [{ ...call, function: { name: 'get_order', arguments: args } }],
    });
    for (const asked of entry ? toolCallsOf(entry.message) : []) {
      const result = await runTool([getOrder], asked);
      const [answer] = await append({ role: 'tool', parts: [result] });
      if (answer) answers.push(textOf(answer.message));
    }
  }
  return answers;
}
