/** JSON in which an object with the one field `$` stands for what JSON has no word for. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };

/**
 * A value of a database as JSON: `{ "$": ["map", …] }` and the like stand for maps, sets, dates,
 * bytes, files and `undefined`.
 * @throws TypeError where a value is of another kind.
 */
export async function jsonOf(value: unknown): Promise<JsonValue> {
  if (value === undefined) return tagged('undefined');
  if (typeof value === 'bigint') return tagged('bigint', String(value));
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (value === null) return null;
  if (Array.isArray(value)) return await Promise.all(value.map(jsonOf));
  if (value instanceof Date) return tagged('date', value.getTime());
  if (value instanceof Map) return tagged('map', await jsonOf([...value]));
  if (value instanceof Set) return tagged('set', await jsonOf([...value]));
  if (value instanceof Uint8Array) return tagged('bytes', [...value]);
  if (value instanceof Blob) {
    return tagged('blob', value.type, [...new Uint8Array(await value.arrayBuffer())]);
  }
  if (Object.prototype.toString.call(value) !== '[object Object]') {
    throw new TypeError(`A dump has no word for ${String(value)}.`);
  }
  const fields = Object.entries(value).map(async ([name, field]) => [name, await jsonOf(field)]);
  return Object.fromEntries(await Promise.all(fields));
}

/** The value that `jsonOf` made this of. */
export function valueOfJson(json: JsonValue): unknown {
  if (typeof json !== 'object' || json === null) return json;
  if (isList(json)) return json.map(valueOfJson);
  const { $: tag } = json;
  if (tag === undefined) {
    return Object.fromEntries(
      Object.entries(json).map(([name, field]) => [name, valueOfJson(field)]),
    );
  }
  const [kind, ...held] = isList(tag) ? tag : [];
  switch (kind) {
    case 'undefined':
      return undefined;
    case 'bigint':
      return BigInt(String(held[0]));
    case 'date':
      return new Date(Number(held[0]));
    case 'map':
      return new Map(valueOfJson(held[0] ?? null) as [unknown, unknown][]);
    case 'set':
      return new Set(valueOfJson(held[0] ?? null) as unknown[]);
    case 'bytes':
      return bytesOf(held[0]);
    case 'blob':
      return new Blob([bytesOf(held[1])], { type: String(held[0]) });
    default:
      throw new TypeError(`A dump says "${String(kind)}", which is no kind of value.`);
  }
}

function tagged(...kindAndContent: readonly JsonValue[]): JsonValue {
  return { $: kindAndContent };
}

function isList(json: JsonValue | undefined): json is readonly JsonValue[] {
  return Array.isArray(json);
}

function bytesOf(json: JsonValue | undefined): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(isList(json) ? json : [], Number);
}
