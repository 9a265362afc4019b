import { type AgentMemory, defaultScratchpad, type ScratchpadSchema } from '@agent-memory/core';
import { isPlainObject, padFill, words } from '@agent-memory/core/internal';
import type { JsonSchemaObject } from '../tools/json-schema.ts';
import { type AnyTool, defineTool, type ToolParameters } from '../tools/model-tool.ts';

/** The part of a memory that keeping its scratchpad needs. */
export type PadMemory<Pad> = Pick<AgentMemory<Pad>, 'getState' | 'patchScratchpad'>;

/**
 * The tools by which a model keeps its scratchpad: `update_scratchpad`, and `set_goal` where the pad has a
 * field `objective`. Each answers how full the pad is. A change that does not fit the schema, or makes the
 * pad larger than its room, changes nothing, and the answer says why [PAD-2, PAD-3].
 *
 * @example
 * const tools = scratchpadTools(memory, defaultScratchpad);
 * const body = { model, messages, tools: openAiTools(tools) };
 *
 * @param definition the `scratchpad` option of the memory.
 */
export function scratchpadTools<Pad extends object>(
  memory: PadMemory<Pad>,
  definition: ScratchpadSchema<Pad>,
): readonly AnyTool[] {
  const parameters = patchParameters(definition);
  const names = Object.keys(parameters.properties ?? {}).join(', ');
  // Which fields there are is checked by the schema.
  const set = (change: object) => changed(memory, change as Partial<Pad>);
  const update = defineTool({
    name: 'update_scratchpad',
    description:
      'Changes your scratchpad: notes to yourself that you see in every call of this conversation, also when older messages are gone. A field that you name is replaced as a whole, every other one stays. Keep exact values that you will need again; remove what is resolved.',
    parameters,
    execute: async (change: object) => {
      if (Object.keys(change).length === 0) {
        throw new Error(`Nothing was changed: name at least one field of ${names}.`);
      }
      return set(change);
    },
  });
  return Object.hasOwn(definition.initial, 'objective') ? [update, goalTool(set)] : [update];
}

function goalTool(set: (change: object) => Promise<string>): AnyTool {
  return defineTool({
    name: 'set_goal',
    description:
      'Writes down what is to be reached, in one sentence, in your scratchpad. Call it when the user states a task or changes it.',
    parameters: {
      type: 'object',
      properties: { goal: { type: 'string', description: 'One sentence.' } },
      required: ['goal'],
      additionalProperties: false,
    },
    execute: async ({ goal }: { readonly goal: string }) => {
      // Nobody sees a text of blanks and of characters without width.
      if (words.withoutHiddenCharacters(goal).trim() === '') {
        throw new Error('Nothing was changed: the goal is empty.');
      }
      return set({ objective: goal });
    },
  });
}

/** @throws in words for the model, where nothing was changed. */
async function changed<Pad extends object>(
  memory: PadMemory<Pad>,
  change: Partial<Pad>,
): Promise<string> {
  const { scratchpad, budget } = memory.getState();
  const before = padFill(scratchpad, budget.inputTokens);
  // More than its room would be cut from the context, so nothing that is kept is larger.
  const after = padFill({ ...scratchpad, ...change }, budget.inputTokens);
  // A patch that makes it smaller is taken, so that one that is too large already can be fixed.
  if (after.tokens > after.roomTokens && after.tokens > before.tokens) {
    throw new Error(
      `Nothing was changed: the scratchpad would take ${after.tokens} tokens, and its room is ${after.roomTokens}. Shorten it, or remove what is resolved. It holds now:\n${before.text}`,
    );
  }
  const { tokens, roomTokens } = await memory.patchScratchpad(change);
  const share = Math.round((100 * tokens) / Math.max(1, roomTokens));
  const cut = tokens > roomTokens ? ' Its end is not shown: shorten it.' : '';
  return `Scratchpad changed: ${Object.keys(change).join(', ')}. ${tokens} of ${roomTokens} tokens used (${share} %).${cut}`;
}

/** The purpose of each field of the library's own pads, in words for a model. */
const WORDS: Readonly<Record<string, string>> = {
  objective: 'What is to be reached, in one sentence.',
  keyFacts: 'Facts that you will need again, with names, numbers and ids exactly as they are.',
  decisions: 'What was decided, and why.',
  currentStep: 'What you are doing now.',
  blockers: 'What keeps you from going on. Leave out what is resolved.',
};

const OUR_VENDOR = defaultScratchpad.schema['~standard'].vendor;

/**
 * The JSON Schema of a change: each field of the pad, none of them required. It is the schema's own
 * where that gives one (Standard JSON Schema); else it follows from the first value, in which a list or a
 * field that is empty says nothing about its kind.
 */
function patchParameters(definition: ScratchpadSchema<unknown>): ToolParameters {
  const { initial, schema } = definition;
  const own = ownSchema(schema['~standard']);
  const isOurs = schema['~standard'].vendor === OUR_VENDOR;
  const properties = isPlainObject(own?.properties)
    ? own.properties
    : Object.fromEntries(
        Object.entries(initial ?? {}).map(([name, value]) => [name, kindOf(name, value, isOurs)]),
      );
  return {
    type: 'object',
    // Checked again by the pad's own schema, whatever stands here.
    properties: properties as NonNullable<JsonSchemaObject['properties']>,
    additionalProperties: false,
  };
}

/** @returns `undefined` where the schema cannot say it as JSON Schema. */
function ownSchema(standard: object): Readonly<Record<string, unknown>> | undefined {
  const { jsonSchema } = standard as {
    readonly jsonSchema?: { input?(options: { readonly target: string }): unknown };
  };
  try {
    const schema = jsonSchema?.input?.({ target: 'draft-07' });
    return isPlainObject(schema) ? schema : undefined;
  } catch {
    // Some of its kinds have no JSON Schema; the first value says enough.
    return undefined;
  }
}

function kindOf(name: string, value: unknown, isOurs: boolean): JsonSchemaObject {
  const words = WORDS[name];
  const description = isOurs && words !== undefined ? { description: words } : {};
  if (Array.isArray(value)) {
    const first: unknown = value[0];
    const items = isOurs ? { type: 'string' as const } : first !== undefined && typeOf(first);
    return { type: 'array', ...(items && { items }), ...description };
  }
  return { ...typeOf(value), ...description };
}

function typeOf(value: unknown): JsonSchemaObject {
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'boolean':
      return { type: typeof value } as JsonSchemaObject;
    default:
      return isPlainObject(value) ? { type: 'object' } : {};
  }
}
