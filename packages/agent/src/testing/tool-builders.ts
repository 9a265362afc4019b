import type { ModelTool } from '../tools/model-tool.ts';
import type { ToolCall } from '../tools/run-tool.ts';

/** A tool that takes an order's number and answers with it. */
export function aTool(fields: Partial<ModelTool> = {}): ModelTool {
  return {
    name: 'get_order',
    description: 'Looks up an order by its number.',
    parameters: {
      type: 'object',
      properties: { number: { type: 'string' } },
      required: ['number'],
    },
    execute: ({ number }) => `Order ${String(number)} was sent.`,
    ...fields,
  };
}

/** A call of that tool with arguments that fit. */
export function aCall(fields: Partial<ToolCall> = {}): ToolCall {
  return { callId: 'call-1', toolName: 'get_order', arguments: '{"number":"ZFA04Y"}', ...fields };
}
