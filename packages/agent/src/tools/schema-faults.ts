import { checks, isPlainObject, isSameValue } from '@agent-memory/core/internal';

/** Says where a value does not fit, and why, in words for a model. */
export interface SchemaFault {
  /** Dotted path from the value: `filter.ids.0`; '' is the value itself. */
  readonly path: string;
  /** Continues a sentence that begins with the path: `must be an integer; got "three"`. */
  readonly problem: string;
}

/** Deeper than any arguments are, and far from where the walk would run out of stack. */
const DEEPEST_LEVELS = 200;
const LONGEST_SHOWN = 40;

/**
 * Finds where a value from JSON does not fit a JSON Schema: missing fields first. It looks at `type`,
 * `enum`, `const`, `properties`, `required`, `additionalProperties` and `items`, nested as deep as the
 * schema goes; every other keyword passes.
 */
export function schemaFaults(schema: unknown, value: unknown): readonly SchemaFault[] {
  return faultsAt([], schema, value);
}

type Path = readonly (string | number)[];
type Fields = Readonly<Record<string, unknown>>;

function faultsAt(path: Path, schema: unknown, value: unknown): readonly SchemaFault[] {
  if (schema === false) return [fault(path, 'must be left out')];
  if (!isPlainObject(schema)) return [];
  if (path.length > DEEPEST_LEVELS) {
    return [fault(path, `is nested deeper than ${DEEPEST_LEVELS} levels`)];
  }
  const wrongKind = kindFault(path, schema, value);
  if (wrongKind) return [wrongKind];
  if (Array.isArray(value)) return itemFaults(path, schema, value);
  return isPlainObject(value) ? fieldFaults(path, schema, value) : [];
}

/** A value of the wrong kind is not looked into: what is wrong further in follows from it. */
function kindFault(path: Path, schema: Fields, value: unknown): SchemaFault | undefined {
  const types = typesOf(schema.type);
  if (types.length > 0 && !types.some((type) => isOfType(value, type))) {
    return fault(path, `must be ${types.map(withArticle).join(' or ')}; got ${shown(value)}`);
  }
  const choices = Array.isArray(schema.enum) ? schema.enum : undefined;
  if (choices && !choices.some((choice) => isSameValue(choice, value))) {
    const list = choices.map((choice) => JSON.stringify(choice)).join(', ');
    return fault(path, `must be one of ${list}; got ${shown(value)}`);
  }
  if (Object.hasOwn(schema, 'const') && !isSameValue(schema.const, value)) {
    return fault(path, `must be ${JSON.stringify(schema.const)}; got ${shown(value)}`);
  }
  return undefined;
}

function fieldFaults(path: Path, schema: Fields, value: Fields): readonly SchemaFault[] {
  const properties = isPlainObject(schema.properties) ? schema.properties : {};
  const required: readonly unknown[] = Array.isArray(schema.required) ? schema.required : [];
  const missing = required
    .filter((name): name is string => typeof name === 'string' && !Object.hasOwn(value, name))
    .map((name) => fault([...path, name], 'is missing'));
  const wrong = Object.entries(value).flatMap(([name, field]) => {
    const at = [...path, name];
    if (Object.hasOwn(properties, name)) return faultsAt(at, properties[name], field);
    return otherFieldFaults(at, schema, field, name, Object.keys(properties));
  });
  return [...missing, ...wrong];
}

/** A field that `properties` does not name. Patterns are not checked, so any name may fit one. */
function otherFieldFaults(
  path: Path,
  schema: Fields,
  field: unknown,
  name: string,
  known: readonly string[],
): readonly SchemaFault[] {
  if (Object.hasOwn(schema, 'patternProperties')) return [];
  if (schema.additionalProperties !== false) {
    return faultsAt(path, schema.additionalProperties, field);
  }
  return [fault(path, `is not a known field${checks.didYouMean(name, known)}`)];
}

/** `prefixItems` are not checked, so `items` begins behind them. */
function itemFaults(path: Path, schema: Fields, items: readonly unknown[]): readonly SchemaFault[] {
  const first = Array.isArray(schema.prefixItems) ? schema.prefixItems.length : 0;
  return items
    .slice(first)
    .flatMap((item, index) => faultsAt([...path, first + index], schema.items, item));
}

const ARTICLES: ReadonlyMap<unknown, string> = new Map([
  ['string', 'a string'],
  ['number', 'a number'],
  ['integer', 'an integer'],
  ['boolean', 'true or false'],
  ['null', 'null'],
  ['array', 'an array'],
  ['object', 'an object'],
]);

/** The types that are asked for; none where one of them is unknown, for then any value may be right. */
function typesOf(type: unknown): readonly unknown[] {
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  return types.every((one) => ARTICLES.has(one)) ? types : [];
}

function withArticle(type: unknown): string {
  return ARTICLES.get(type) ?? String(type);
}

function isOfType(value: unknown, type: unknown): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isPlainObject(value);
    case 'integer':
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

/** The value as JSON, cut to its start; large ones by their kind. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
  if (isPlainObject(value)) return 'an object';
  const text = JSON.stringify(value) ?? String(value);
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
}

function fault(path: Path, problem: string): SchemaFault {
  return { path: path.join('.'), problem };
}
