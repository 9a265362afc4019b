import { RecordFileError } from '../errors/record-errors.ts';

/** A field of a value that may be anything. */
export function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/** @throws RecordFileError with the line, if it is no JSON. */
export function jsonOf(text: string, line: number): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new RecordFileError(line, 'is no JSON');
  }
}
