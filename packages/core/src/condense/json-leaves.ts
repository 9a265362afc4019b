import { jsonStringText, jsonTokens } from '../message/json-tokens.ts';
import { type Steps, TURNS_PER_STEP } from '../platform/steps.ts';

/** A string or a number of a JSON text, as a string. */
export interface JsonLeaf {
  readonly text: string;
  /** The name that it is filed under, alone or in a list. */
  readonly key: string | undefined;
}

/**
 * The strings and numbers of a JSON text as strings, in order; undefined for text that is not JSON,
 * which models do write. Nesting costs no call stack: it may be a million deep.
 */
export function* jsonLeaves(json: string): Steps<readonly JsonLeaf[] | undefined> {
  if (json.length > MOST_AT_ONCE) return yield* leavesOfLongJson(json);
  const root = parsed(json);
  if (root === undefined) return undefined;
  const leaves: JsonLeaf[] = [];
  const pending: { readonly value: unknown; readonly key: string | undefined }[] = [
    { value: root, key: undefined },
  ];
  for (let turns = 1; pending.length > 0; turns += 1) {
    if (turns % TURNS_PER_STEP === 0) yield;
    const next = pending.pop();
    if (!next) break;
    const { value, key } = next;
    if (typeof value === 'string') leaves.push({ text: value, key });
    else if (typeof value === 'number') leaves.push({ text: String(value), key });
    else if (Array.isArray(value)) {
      for (const child of [...value].reverse()) pending.push({ value: child, key });
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, child] of Object.entries(value).reverse()) {
        pending.push({ value: child, key: name });
      }
    }
  }
  return leaves;
}

/** A longer text is read in steps, and not by the engine in one go. */
const MOST_AT_ONCE = 65_536;

/** The same but for objects that name a field twice, or by a number: here every value counts where it stands. */
function* leavesOfLongJson(json: string): Steps<readonly JsonLeaf[] | undefined> {
  const tokens = yield* jsonTokens(json);
  if (!tokens) return undefined;
  const leaves: JsonLeaf[] = [];
  let key: string | undefined;
  let end = 0;
  for (const [index, token] of tokens.entries()) {
    if (index % TURNS_PER_STEP === 0) yield;
    const { from, to, kind } = token;
    // Behind the end of an object its last name is no longer in force.
    if (json.slice(end, from).includes('}')) key = undefined;
    end = to;
    if (kind === 'name')
      key = to - from <= LONGEST_KEY ? yield* jsonStringText(json, token) : undefined;
    if (kind === 'number') leaves.push({ text: String(JSON.parse(json.slice(from, to))), key });
    if (kind === 'string') leaves.push({ text: yield* jsonStringText(json, token), key });
  }
  return leaves;
}

/** A longer name is no name that a value goes by. */
const LONGEST_KEY = 200;

function parsed(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined; // No JSON text parses to undefined, so this says "not JSON" and nothing else.
  }
}
