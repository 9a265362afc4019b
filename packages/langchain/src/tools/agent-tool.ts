import { type AnyTool, runTool } from '@agent-memory/agent';
import type { ToolResultPart } from '@agent-memory/core/formats';
import type { CallbackManagerForToolRun } from '@langchain/core/callbacks/manager';
import { ToolMessage } from '@langchain/core/messages';
import {
  StructuredTool,
  type StructuredToolCallInput,
  type ToolReturnType,
  type ToolRunnableConfig,
} from '@langchain/core/tools';

type Arguments = Record<string, unknown>;
type Schema = Record<string, unknown>;
type Result = string | ToolMessage;

/** Finds the tools that a call may mean, by the thread that it belongs to. */
export type ToolsFinder = (
  config: ToolRunnableConfig | undefined,
) => readonly AnyTool[] | Promise<readonly AnyTool[]>;

/**
 * A tool of ours as one of LangChain.
 *
 * - Arguments that do not fit are answered before LangChain's own check, whose words name no field.
 * - What a tool throws is an answer too: thrown, it would end a run that has any `wrapToolCall` middleware.
 */
export class AgentTool extends StructuredTool<Schema, Arguments, Arguments, Result> {
  override readonly name: string;
  override readonly description: string;
  override readonly schema: Schema;
  readonly #find: ToolsFinder;
  /** Checks arguments and does nothing. */
  readonly #check: readonly AnyTool[];

  constructor({ name, description, parameters }: Omit<AnyTool, 'execute'>, find: ToolsFinder) {
    super();
    this.name = name;
    this.description = description;
    // LangChain's clients write into schemas.
    this.schema = JSON.parse(JSON.stringify(parameters));
    this.#find = find;
    this.#check = [{ name, description, parameters, execute: () => undefined }];
  }

  override async invoke<
    Input extends StructuredToolCallInput<Schema, Arguments>,
    Config extends ToolRunnableConfig | undefined,
  >(input: Input, config?: Config): Promise<ToolReturnType<Input, Config, Result>> {
    const { args, callId } = callIn(input, config);
    const checked = await this.#run(this.#check, args, callId);
    if (!checked.isError) return super.invoke(input, config);
    // LangChain's type tells by the input whether it is a message; `#answer` tells by the id of the call.
    return this.#answer(checked, callId) as ToolReturnType<Input, Config, Result>;
  }

  protected override async _call(
    args: Arguments,
    _manager?: CallbackManagerForToolRun,
    config?: ToolRunnableConfig,
  ): Promise<Result> {
    const callId = config?.toolCall?.id;
    const result = await this.#run(await this.#find(config), args, callId, config?.signal);
    return this.#answer(result, callId);
  }

  #run(
    tools: readonly AnyTool[],
    args: unknown,
    callId = '',
    signal?: AbortSignal,
  ): Promise<ToolResultPart> {
    const call = { callId, toolName: this.name, arguments: JSON.stringify(args ?? {}) };
    return runTool(tools, call, signal && { signal });
  }

  #answer({ text, isError }: ToolResultPart, callId: string | undefined): Result {
    if (callId === undefined) return text;
    const failed = isError && ({ status: 'error' } as const);
    return new ToolMessage({ content: text, tool_call_id: callId, name: this.name, ...failed });
  }
}

/** The arguments that a tool is invoked with: those of a call, or by themselves. */
function callIn(
  input: unknown,
  config: ToolRunnableConfig | undefined,
): { readonly args: unknown; readonly callId: string | undefined } {
  const isCall =
    typeof input === 'object' && input !== null && 'type' in input && input.type === 'tool_call';
  if (!isCall) return { args: input, callId: config?.toolCall?.id };
  return {
    args: 'args' in input ? input.args : undefined,
    callId: 'id' in input && typeof input.id === 'string' ? input.id : undefined,
  };
}
