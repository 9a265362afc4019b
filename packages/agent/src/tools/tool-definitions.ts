import { type AnyTool, checkedTools } from './model-tool.ts';

/** A tool as OpenAI Chat Completions and every server like it are told about it. */
export interface OpenAiTool {
  readonly type: 'function';
  readonly function: {
    readonly name: string;
    readonly description: string;
    /** JSON Schema. */
    readonly parameters: Record<string, unknown>;
  };
}

/** A tool as Anthropic's Messages are told about it. */
export interface AnthropicTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema. */
  readonly input_schema: { readonly type: 'object'; [keyword: string]: unknown };
}

/**
 * The tools for `tools` of a request to OpenAI Chat Completions. Run the calls that come back with
 * `runTool`.
 *
 * @example
 * const { messages } = await memory.assemble();
 * const body = { model, messages, tools: openAiTools([getOrder]) };
 *
 * @throws InvalidOptionError if two tools have the same name, or one is not a tool.
 */
export function openAiTools(tools: readonly AnyTool[]): OpenAiTool[] {
  return checkedTools(tools).map(({ name, description, parameters }) => ({
    type: 'function',
    function: { name, description, parameters: copied(parameters) },
  }));
}

/**
 * The tools for `tools` of a request to Anthropic's Messages. Run the calls that come back with
 * `runTool`.
 *
 * @example
 * const { system, messages } = await memory.assemble({ format: anthropic });
 * const request = { model, system, messages, tools: anthropicTools([getOrder]) };
 *
 * @throws InvalidOptionError if two tools have the same name, or one is not a tool.
 */
export function anthropicTools(tools: readonly AnyTool[]): AnthropicTool[] {
  return checkedTools(tools).map(({ name, description, parameters }) => ({
    name,
    description,
    input_schema: { ...copied(parameters), type: 'object' },
  }));
}

/** Clients write into what they are given: each gets a schema of its own. */
export function copied(parameters: AnyTool['parameters']): Record<string, unknown> {
  return JSON.parse(JSON.stringify(parameters));
}
