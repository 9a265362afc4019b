import {
  type AgentMemoryError,
  InvalidMessageError,
  InvalidOptionError,
  InvalidScratchpadError,
  type SessionChange,
} from '@agent-memory/core';

/** A value that the structured clone refuses, and the way to it: `.parts[0].value`. */
interface Uncloneable {
  readonly path: string;
  readonly kind: string;
}

/**
 * Names the value for which the database refused a change (a function in an unknown part, say).
 * Only asked after the refusal, so that no change pays for the search. `undefined` when there is
 * none to be found.
 */
export function uncloneableError(change: SessionChange): AgentMemoryError | undefined {
  const { entries, scratchpad, ...rest } = change;
  const inEntries = findUncloneable(entries);
  if (inEntries) {
    return new InvalidMessageError(`entries${inEntries.path}`, problemOf(inEntries));
  }
  const inPad = findUncloneable(scratchpad);
  if (inPad) {
    return new InvalidScratchpadError([`\`scratchpad${inPad.path}\` ${problemOf(inPad)}`]);
  }
  const elsewhere = findUncloneable(rest);
  return elsewhere && new InvalidOptionError(elsewhere.path.slice(1), problemOf(elsewhere));
}

function problemOf({ kind }: Uncloneable): string {
  return `holds a ${kind}, which cannot be stored.`;
}

function findUncloneable(value: unknown, path = ''): Uncloneable | undefined {
  if (isCloneable(value)) return undefined;
  for (const [step, child] of childrenOf(value)) {
    const found = findUncloneable(child, path + step);
    if (found) return found;
  }
  return { path, kind: kindOf(value) };
}

function isCloneable(value: unknown): boolean {
  try {
    structuredClone(value);
    return true;
  } catch {
    return false;
  }
}

function childrenOf(value: unknown): readonly (readonly [step: string, child: unknown])[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.map((child, index) => [`[${index}]`, child]);
  if (value instanceof Map) return [...value].map(([key, child]) => [`.${String(key)}`, child]);
  if (value instanceof Set) return [...value].map((child) => ['.item', child]);
  return Object.entries(value).map(([key, child]) => [`.${key}`, child]);
}

function kindOf(value: unknown): string {
  if (typeof value !== 'object') return typeof value;
  return Object.prototype.toString.call(value).slice('[object '.length, -1);
}
