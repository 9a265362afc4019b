import { isPlainObject } from '../message/plain-object.ts';
import { VENDOR } from '../scratchpad/default-scratchpad.ts';
import type { ScratchpadSchema } from '../scratchpad/scratchpad.ts';
import type { JsonSchemaObject } from '../tools/json-schema.ts';
import type { ToolParameters } from '../tools/model-tool.ts';

/** The purpose of each field of the library's own pads, in words for a model. */
const WORDS: Readonly<Record<string, string>> = {
  objective: 'What is to be reached, in one sentence.',
  keyFacts: 'Facts that you will need again, with names, numbers and ids exactly as they are.',
  decisions: 'What was decided, and why.',
  currentStep: 'What you are doing now.',
  blockers: 'What keeps you from going on. Leave out what is resolved.',
  plan: 'The steps, one a line.',
};

/**
 * The JSON Schema of a change: each field of the pad, none of them required. It is the schema's own
 * where that gives one (Standard JSON Schema); else it follows from the first value, in which a list or a
 * field that is empty says nothing about its kind.
 */
export function patchParameters(definition: ScratchpadSchema<unknown>): ToolParameters {
  const { initial, schema } = definition;
  const own = ownSchema(schema['~standard']);
  const isOurs = schema['~standard'].vendor === VENDOR;
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
