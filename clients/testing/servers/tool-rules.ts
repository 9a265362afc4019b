import { firstOf, isObject } from './values.ts';

const NAME = /^[a-zA-Z0-9_-]{1,64}$/;
const TYPES = ['string', 'number', 'integer', 'boolean', 'null', 'array', 'object'];

/** A tool as a provider reads it, wherever it has its fields. */
export interface SentTool {
  readonly name: unknown;
  readonly description?: unknown;
  readonly schema?: unknown;
}

/** The first fault in the tools of a request; a tool without a schema takes no arguments. */
export function toolsFault(tools: readonly SentTool[]): string | undefined {
  const names = tools.map(({ name }) => name);
  if (new Set(names).size < names.length) return `tools: names must be unique, got ${names}`;
  return firstOf(tools, ({ name, description = '', schema }, index) => {
    const at = `tools.${index}`;
    if (typeof name !== 'string' || !NAME.test(name)) return `${at}.name: should match ${NAME}`;
    if (typeof description !== 'string') return `${at}.description: should be a string`;
    if (schema === undefined) return undefined;
    if (!isObject(schema) || schema.type !== 'object') return `${at}: schema must be of an object`;
    return schemaFault(schema, at);
  });
}

function schemaFault(schema: unknown, at: string): string | undefined {
  if (typeof schema === 'boolean') return undefined;
  if (!isObject(schema)) return `${at}: is no schema`;
  const { type, properties = {}, required = [], items, enum: values } = schema;
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  if (type !== undefined && !types.every((one) => TYPES.includes(String(one)))) {
    return `${at}: '${type}' is no type`;
  }
  if (types.includes('array') && items === undefined) return `${at}: array schema missing items`;
  if (values !== undefined && !(Array.isArray(values) && values.length > 0)) {
    return `${at}.enum: should be a list that is not empty`;
  }
  if (!isObject(properties)) return `${at}.properties: should be an object`;
  if (!Array.isArray(required)) return `${at}.required: should be a list`;
  const missing = required.find((name) => !Object.hasOwn(properties, name));
  if (missing !== undefined) return `${at}.required: '${missing}' is no property`;
  return (
    firstOf(Object.entries(properties), ([name, one]) => schemaFault(one, `${at}.${name}`)) ??
    (items === undefined ? undefined : schemaFault(items, `${at}.items`))
  );
}
