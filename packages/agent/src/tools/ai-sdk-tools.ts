import type { AbortSignalLike } from '@agent-memory/core';
import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec';
import { type AnyTool, checkedTools } from './model-tool.ts';
import { executed } from './run-tool.ts';
import { schemaFaults } from './schema-faults.ts';
import { copied } from './tool-definitions.ts';

type Arguments = Record<string, unknown>;

/** A tool of AI SDK, with the function that runs it. */
export interface AiSdkTool {
  readonly description: string;
  /** AI SDK reads it by the Standard Schema, with the JSON Schema that it sends. */
  readonly inputSchema: {
    readonly '~standard': StandardSchemaV1.Props<unknown, Arguments> &
      StandardJSONSchemaV1.Props<unknown, Arguments>;
  };
  readonly execute: (
    input: Arguments,
    options: { readonly abortSignal?: AbortSignalLike | undefined },
  ) => Promise<string>;
}

/**
 * The tools for `tools` of AI SDK's `streamText` and `generateText`, versions 6 and 7, by their names.
 * AI SDK runs them itself: it checks the arguments by the schema, and answers the model with the message
 * of an error that `execute` throws; so `execute` throws where `runTool` would give `isError`.
 *
 * @example
 * const { messages } = await memory.assemble({ format: aiSdk });
 * const answer = await generateText({ model, messages, tools: aiSdkTools([getOrder]) });
 *
 * @throws InvalidOptionError if two tools have the same name, or one is not a tool.
 */
export function aiSdkTools(tools: readonly AnyTool[]): Record<string, AiSdkTool> {
  return Object.fromEntries(checkedTools(tools).map((tool) => [tool.name, aiSdkTool(tool)]));
}

function aiSdkTool(tool: AnyTool): AiSdkTool {
  return {
    description: tool.description,
    inputSchema: schemaOf(tool),
    execute: async (input, { abortSignal }) => {
      const { text, isError } = await executed(tool, input, abortSignal);
      if (isError) throw new Error(text);
      return text;
    },
  };
}

function schemaOf({ parameters }: AnyTool): AiSdkTool['inputSchema'] {
  // AI SDK writes into the schema that it is given.
  const schema = () => copied(parameters);
  return {
    '~standard': {
      version: 1,
      vendor: 'agent-memory',
      validate: (value) => validated(parameters, value),
      jsonSchema: { input: schema, output: schema },
    },
  };
}

function validated(
  parameters: AnyTool['parameters'],
  value: unknown,
): StandardSchemaV1.Result<Arguments> {
  const faults = schemaFaults(parameters, value);
  if (faults.length === 0) return { value: value as Arguments };
  return {
    issues: faults.map(({ path, problem }) => ({
      message: `${path === '' ? 'The arguments' : path} ${problem}`,
      ...(path === '' ? {} : { path: path.split('.') }),
    })),
  };
}
