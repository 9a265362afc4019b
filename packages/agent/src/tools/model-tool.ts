import { type AbortSignalLike, InvalidMessageError, InvalidOptionError } from '@agent-memory/core';
import {
  checkOption,
  checks,
  copyPlainData,
  frozenCopy,
  isPlainObject,
  type KnownNames,
  refuseUnknown,
} from '@agent-memory/core/internal';
import type { JsonSchemaObject } from './json-schema.ts';

/** The arguments of a tool, as JSON Schema; providers take nothing but an object. */
export interface ToolParameters extends JsonSchemaObject {
  readonly type: 'object';
}

/** Goes to the executor of a tool beside its arguments. */
export interface ToolContext {
  /** Aborts when anyone who runs the tool no longer waits for it. */
  readonly signal: AbortSignalLike;
}

/**
 * A tool that the model may call: the words and the schema that the model reads, and the function
 * that runs when it calls. The author says with `Arguments` what the schema in `parameters` lets
 * through; it is not derived from the schema.
 */
export interface ModelTool<Arguments extends object = Readonly<Record<string, unknown>>> {
  /** 1 to 64 letters, digits, `_` and `-`; every provider takes such a name. */
  readonly name: string;
  /** Tells the model what the tool does and when to call it. */
  readonly description: string;
  readonly parameters: ToolParameters;
  /**
   * Runs with arguments that fit `parameters`. Text that it gives goes to the model as it is,
   * `undefined` as `(no output)`, anything else as JSON. An error that it throws is the result of a
   * tool that failed: throw one whose message the model can use.
   */
  readonly execute: (args: Arguments, context: ToolContext) => unknown;
}

/** A tool, whatever its arguments are; a list of different tools holds such. */
export type AnyTool = ModelTool<never>;

const FIELDS = {
  name: true,
  description: true,
  parameters: true,
  execute: true,
} as const satisfies KnownNames<ModelTool>;

const NAME = /^[a-zA-Z0-9_-]{1,64}$/;

/**
 * Makes a tool, and refuses one that a provider would refuse in the middle of a conversation. The type
 * of its arguments is the one that `execute` says it takes.
 *
 * @example
 * const getOrder = defineTool({
 *   name: 'get_order',
 *   description: 'Looks up an order by its number.',
 *   parameters: {
 *     type: 'object',
 *     properties: { number: { type: 'string' } },
 *     required: ['number'],
 *   },
 *   execute: async ({ number }: { number: string }) => (await fetch(`/orders/${number}`)).text(),
 * });
 *
 * @throws InvalidOptionError if a field has a value that cannot be meant, or there is no such field.
 */
export function defineTool<Arguments extends object = Readonly<Record<string, unknown>>>(
  tool: ModelTool<Arguments>,
): ModelTool<Arguments> {
  refuseUnknown(tool, FIELDS, 'tool');
  const { name, description, parameters, execute } = tool;
  checkOption(
    typeof name === 'string' && NAME.test(name),
    'name',
    `of a tool must be 1 to 64 letters, digits, _ or -; got ${JSON.stringify(name)}.`,
  );
  checkOption(
    typeof description === 'string' && description.trim() !== '',
    'description',
    `of the tool \`${name}\` must be text; without it no model knows when to call it.`,
  );
  const isExecutor = typeof execute === 'function';
  checkOption(isExecutor, 'execute', `of the tool \`${name}\` must be a function.`);
  return Object.freeze({
    name,
    description,
    parameters: checkedParameters(parameters, name),
    execute,
  });
}

function checkedParameters(parameters: unknown, tool: string): ToolParameters {
  if (!isPlainObject(parameters) || parameters.type !== 'object') {
    throw new InvalidOptionError(
      'parameters',
      `of the tool \`${tool}\` must be a JSON Schema with type "object".`,
    );
  }
  try {
    return frozenCopy(copyPlainData(parameters)) as ToolParameters;
  } catch (error) {
    if (!(error instanceof InvalidMessageError)) throw error;
    throw new InvalidOptionError(
      `parameters.${error.field}`,
      `of the tool \`${tool}\` ${checks.problemOf(error)}`,
    );
  }
}

/**
 * Gives the tools, each checked, for a client that knows them by name.
 *
 * @throws InvalidOptionError if two have the same name.
 */
export function checkedTools(tools: readonly AnyTool[]): readonly AnyTool[] {
  const names = new Set<string>();
  return tools.map((tool) => {
    const checked = defineTool(tool);
    if (names.has(checked.name)) {
      throw new InvalidOptionError('tools', `has two tools of the name \`${checked.name}\`.`);
    }
    names.add(checked.name);
    return checked;
  });
}
