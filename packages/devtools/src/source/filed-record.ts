/** As much of a record in a line of JSON Lines as tells which one it is. */
export interface FiledRecord {
  readonly namespace: string;
  readonly text: string;
}

/** The record in a line; `undefined` where it holds none, as the first line of a file. */
export function filedRecord(line: string): FiledRecord | undefined {
  const record = fieldOf(jsonOf(line), 'record');
  const namespace = fieldOf(record, 'namespace');
  const text = fieldOf(record, 'text');
  return typeof namespace === 'string' && typeof text === 'string'
    ? { namespace, text }
    : undefined;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // No record then: the memory that reads the file says what is wrong with it.
    return undefined;
  }
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
