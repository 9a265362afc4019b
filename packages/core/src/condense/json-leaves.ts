import { type Steps, TURNS_PER_STEP } from '../ground/platform/steps.ts';
import { readingJson } from '../message/json-in-steps.ts';

/** A string or a number of a JSON text, as a string. */
export interface JsonLeaf {
  readonly text: string;
  /** The name that it is filed under, alone or in a list. */
  readonly key: string | undefined;
}

/**
 * The strings and numbers of a JSON text as strings, in order. Undefined for text that is not JSON, which
 * models do write, and for a long text with more levels, names or values than `readingJson` takes.
 */
export function* jsonLeaves(json: string): Steps<readonly JsonLeaf[] | undefined> {
  const root = json.length > MOST_AT_ONCE ? (yield* readingJson(json))?.value : parsed(json);
  if (root === undefined) return undefined;
  const leaves: JsonLeaf[] = [];
  const open = [childrenOf([root], undefined)];
  for (let turns = 1; open.length > 0; turns += 1) {
    if (turns % TURNS_PER_STEP === 0) yield;
    const child = open.at(-1)?.next().value;
    if (!child) {
      open.pop();
      continue;
    }
    const { value, key } = child;
    if (typeof value === 'string') leaves.push({ text: value, key });
    else if (typeof value === 'number') leaves.push({ text: String(value), key });
    else if (typeof value === 'object' && value !== null) open.push(childrenOf(value, key));
  }
  return leaves;
}

/** The items of a list go by its own key. */
function* childrenOf(
  holder: object,
  key: string | undefined,
): Generator<{ readonly value: unknown; readonly key: string | undefined }, undefined> {
  if (Array.isArray(holder)) for (const value of holder) yield { value, key };
  else for (const [name, value] of Object.entries(holder)) yield { value, key: name };
  return undefined;
}

/** A longer text is read in steps. */
const MOST_AT_ONCE = 65_536;

function parsed(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined; // No JSON text parses to undefined, so this says "not JSON" and nothing else.
  }
}
