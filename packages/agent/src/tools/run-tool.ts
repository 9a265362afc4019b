import { type AbortSignalLike, InvalidOptionError } from '@agent-memory/core';
import type { ToolCallPart, ToolResultPart } from '@agent-memory/core/formats';
import {
  aborts,
  checkOption,
  checks,
  errorText,
  isPlainObject,
  type KnownNames,
  orAbort,
  refuseUnknown,
  throwIfAborted,
} from '@agent-memory/core/internal';
import type { AnyTool } from './model-tool.ts';
import { type SchemaFault, schemaFaults } from './schema-faults.ts';

/** A call as the model made it, as `toolCallsOf` gives it. */
export type ToolCall = Pick<ToolCallPart, 'callId' | 'toolName' | 'arguments'>;

/** How `runTool` is called. */
export interface RunToolOptions {
  /** Ends the wait; the executor is given it too. The promise then rejects with its reason. */
  readonly signal?: AbortSignalLike;
}

const OPTIONS = { signal: true } as const satisfies KnownNames<RunToolOptions>;

/** The result for the model, and whether it is one of a tool that failed or could not run. */
export interface ToolOutcome {
  readonly text: string;
  readonly isError?: true;
}

/** More would only repeat what is wrong. */
const MOST_FAULTS = 5;
const MOST_NAMES = 40;
const LONGEST_NAME = 80;

/**
 * Runs the tool that the model called, and gives the result to append. Every mistake of the model (a
 * name that no tool has, arguments that are no JSON or do not fit the schema) and every error that the
 * tool throws is an answer with `isError`, in words the model can use. The tool runs only with
 * arguments that fit; of the schema, `type`, `enum`, `const`, `properties`, `required`,
 * `additionalProperties` and `items` are checked, and any other keyword passes.
 *
 * @example
 * const { messages } = await memory.assemble();
 * const [entry] = await memory.append(await callYourModel(messages));
 * for (const call of entry ? toolCallsOf(entry.message) : []) {
 *   const result = await runTool([getOrder], call, { signal });
 *   await memory.append({ role: 'tool', parts: [result] });
 * }
 *
 * @throws the reason of `signal` if it aborts; nothing else is thrown because of what a model or a
 * tool did. InvalidOptionError if `tools` is no list, `call` is no tool call, or an option is not known.
 */
export async function runTool(
  tools: readonly AnyTool[],
  call: ToolCall,
  options: RunToolOptions = {},
): Promise<ToolResultPart> {
  checkOption(Array.isArray(tools), 'tools', 'must be a list of tools.');
  checkCall(call);
  refuseUnknown(options, OPTIONS, 'runTool');
  const { signal } = options;
  throwIfAborted(signal);
  const outcome = await outcomeOf(tools, call, signal);
  return { type: 'tool-result', callId: call.callId, ...outcome };
}

async function outcomeOf(
  tools: readonly AnyTool[],
  call: ToolCall,
  signal: AbortSignalLike | undefined,
): Promise<ToolOutcome> {
  const tool = tools.find(({ name }) => name === call.toolName);
  if (!tool) return failure(unknownTool(call.toolName, tools));
  const parsed = parsedArguments(call.arguments);
  if ('problem' in parsed) return failure(refusal(tool.name, parsed.problem));
  return executed(tool, parsed.value, signal);
}

/**
 * Runs a tool with arguments that are not text any more.
 * @throws the reason of `signal` if it aborts.
 */
export async function executed(
  tool: AnyTool,
  args: unknown,
  signal: AbortSignalLike | undefined,
): Promise<ToolOutcome> {
  const faults = schemaFaults(tool.parameters, args);
  if (faults.length > 0) return failure(refusal(tool.name, sentencesOf(faults)));
  const context = { signal: signal ?? aborts.createAbort().signal };
  // The schema let it through, and the tool's author says what the schema lets through.
  const running = Promise.resolve().then(() => tool.execute(args as never, context));
  try {
    return outcomeFrom(tool.name, await orAbort(running, signal));
  } catch (error) {
    throwIfAborted(signal);
    return failure(`\`${tool.name}\` failed: ${errorText(error)}`);
  }
}

/** The result that the output of a tool is. */
export function outcomeFrom(name: string, output: unknown): ToolOutcome {
  if (typeof output === 'string') return { text: output };
  if (output === undefined) return { text: '(no output)' };
  try {
    // A function has no JSON, and says so by no text.
    const json: string | undefined = JSON.stringify(output);
    return { text: json ?? '(no output)' };
  } catch (error) {
    return failure(
      `\`${name}\` ran, but its output cannot be written as JSON: ${errorText(error)}`,
    );
  }
}

/** Some models send no text at all where a tool takes no arguments. */
function parsedArguments(text: string): { readonly value: object } | { readonly problem: string } {
  let value: unknown;
  try {
    value = text.trim() === '' ? {} : JSON.parse(text);
  } catch (error) {
    return { problem: `The arguments are not JSON: ${errorText(error)}.` };
  }
  if (checks.isDeeperThan(value)) {
    return { problem: `The arguments are nested deeper than ${checks.DEEPEST_LEVELS} levels.` };
  }
  return isPlainObject(value) ? { value } : { problem: 'The arguments must be a JSON object.' };
}

function refusal(name: string, problem: string): string {
  return `\`${name}\` did not run. ${problem} Correct this and call it again.`;
}

function sentencesOf(faults: readonly SchemaFault[]): string {
  const sentences = faults
    .slice(0, MOST_FAULTS)
    .map(({ path, problem }) =>
      ended(`${path === '' ? 'The arguments' : `\`${path}\``} ${problem}`),
    );
  const more = faults.length - sentences.length;
  return [...sentences, ...(more > 0 ? [`There are ${more} more faults.`] : [])].join(' ');
}

function unknownTool(name: string, tools: readonly AnyTool[]): string {
  const names = tools.map((tool) => tool.name);
  const list = names.slice(0, MOST_NAMES).join(', ');
  const sentence = ended(
    `There is no tool \`${name.slice(0, LONGEST_NAME)}\`${checks.didYouMean(name, names)}`,
  );
  return names.length === 0 ? `${sentence} There are no tools.` : `${sentence} Tools: ${list}.`;
}

function ended(sentence: string): string {
  return sentence.endsWith('?') ? sentence : `${sentence}.`;
}

function failure(text: string): ToolOutcome {
  return { text, isError: true };
}

function checkCall(call: Partial<ToolCall> | null | undefined): void {
  const { callId, toolName, arguments: text } = call ?? {};
  if (typeof callId === 'string' && typeof toolName === 'string' && typeof text === 'string')
    return;
  throw new InvalidOptionError(
    'call',
    'must be a tool call with callId, toolName and the JSON text of the arguments; `toolCallsOf(entry.message)` gives them in whatever format the message came.',
  );
}
