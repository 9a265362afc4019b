/** The kinds of values that JSON Schema names. */
export type JsonType = 'string' | 'number' | 'integer' | 'boolean' | 'null' | 'array' | 'object';

/**
 * JSON Schema, as far as arguments are checked against it: `type`, `enum`, `const`, `properties`,
 * `required`, `additionalProperties` and `items`. Every other keyword goes to the model as it is and
 * is not checked.
 */
export interface JsonSchemaObject {
  readonly type?: JsonType | readonly JsonType[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  /** `false`: no field but those of `properties`. */
  readonly additionalProperties?: JsonSchema;
  readonly items?: JsonSchema;
  readonly [keyword: string]: unknown;
}

/** `true` takes every value, `false` none. */
export type JsonSchema = boolean | JsonSchemaObject;
