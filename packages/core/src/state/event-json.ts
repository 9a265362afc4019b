import { AgentMemoryError } from '../errors/errors.ts';
import type { SessionEvent } from './session-event.ts';

/** The field that marks a value JSON has no form for; plain data that has such a field is marked as well. */
const MARK = '$agent-memory';

/**
 * An event as JSON [HIS-3]. Beside plain data it may hold maps, numbers without a JSON form (a limit
 * of `Infinity`) and an error of this library; `readEvent` brings them back.
 */
export function writeEvent<Pad>(event: SessionEvent<Pad>): string {
  return JSON.stringify(event, (_, value) => marked(value));
}

/** The event that `writeEvent` wrote. @throws SyntaxError if the text is no JSON. */
export function readEvent<Pad>(text: string): SessionEvent<Pad> {
  return JSON.parse(text, (_, value) => unmarked(value));
}

function marked(value: unknown): unknown {
  if (typeof value === 'number') {
    const hasForm = Number.isFinite(value) && !Object.is(value, -0);
    return hasForm ? value : { [MARK]: 'number', text: Object.is(value, -0) ? '-0' : `${value}` };
  }
  if (value instanceof Map) return { [MARK]: 'map', entries: [...value] };
  if (AgentMemoryError.isInstance(value)) {
    const { code, phase, message, name } = value;
    return { [MARK]: 'error', code, phase, message, name };
  }
  const hasMark = typeof value === 'object' && value !== null && Object.hasOwn(value, MARK);
  return hasMark ? { [MARK]: 'plain', entries: Object.entries(value) } : value;
}

function unmarked(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, MARK)) return value;
  // Only `marked` writes this field; plain data that has it stands in entries.
  const data = value as Marked;
  switch (data[MARK]) {
    case 'number':
      return Number(data.text);
    case 'map':
      return new Map(data.entries);
    case 'error': {
      const { code, phase, message, name } = data;
      return Object.assign(new AgentMemoryError(code, message, { phase }), { name });
    }
    case 'plain':
      return Object.fromEntries(data.entries);
    default:
      return data satisfies never;
  }
}

type Marked =
  | { readonly [MARK]: 'number'; readonly text: string }
  | { readonly [MARK]: 'map'; readonly entries: readonly (readonly [unknown, unknown])[] }
  | ({ readonly [MARK]: 'error' } & Pick<AgentMemoryError, 'code' | 'phase' | 'message' | 'name'>)
  | { readonly [MARK]: 'plain'; readonly entries: readonly (readonly [string, unknown])[] };
