import type { JsonSchemaObject, JsonType, ToolParameters } from '@agent-memory/core/tools';

/** A field of a tool's arguments, before it is known how strict the schema has to be. */
export interface Field extends JsonSchemaObject {
  readonly type: JsonType;
  readonly description: string;
}

/** The arguments of a tool: fields that have to be there, and fields that may be left out. */
export interface Fields {
  readonly needed: Readonly<Record<string, Field>>;
  readonly optional: Readonly<Record<string, Field>>;
}

/**
 * A JSON Schema of keywords that every provider takes. A strict one has each field in `required`, and
 * `null` stands for a field that is left out, as the structured outputs of OpenAI want it.
 */
export function schemaOf({ needed, optional }: Fields, strict: boolean): ToolParameters {
  const rest = strict ? mapped(optional, orNull) : optional;
  const properties = { ...needed, ...rest };
  return {
    type: 'object',
    properties,
    required: Object.keys(strict ? properties : needed),
    additionalProperties: false,
  };
}

function orNull(field: Field): JsonSchemaObject {
  const { enum: choices } = field;
  return {
    ...field,
    type: [field.type, 'null'],
    ...(choices === undefined ? {} : { enum: [...choices, null] }),
  };
}

function mapped<From, To>(
  fields: Readonly<Record<string, From>>,
  change: (field: From) => To,
): Readonly<Record<string, To>> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, change(field)]));
}
