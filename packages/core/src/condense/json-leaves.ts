import { jsonStringText, jsonTokens } from '../message/json-tokens.ts';
import { type Steps, TURNS_PER_STEP } from '../platform/steps.ts';

/**
 * The strings and numbers of a JSON text as strings, in order; undefined for text that is not JSON,
 * which models do write. Nesting costs no call stack: it may be a million deep.
 */
export function* jsonLeaves(json: string): Steps<readonly string[] | undefined> {
  if (json.length > MOST_AT_ONCE) return yield* leavesOfLongJson(json);
  const root = parsed(json);
  if (root === undefined) return undefined;
  const leaves: string[] = [];
  const pending: unknown[] = [root];
  for (let turns = 1; pending.length > 0; turns += 1) {
    if (turns % TURNS_PER_STEP === 0) yield;
    const value = pending.pop();
    if (typeof value === 'string') leaves.push(value);
    else if (typeof value === 'number') leaves.push(String(value));
    else if (typeof value === 'object' && value !== null) {
      for (const child of Object.values(value).reverse()) pending.push(child);
    }
  }
  return leaves;
}

/** A longer text is read in steps, and not by the engine in one go. */
const MOST_AT_ONCE = 65_536;

/** The same but for objects that name a field twice, or by a number: here every value counts where it stands. */
function* leavesOfLongJson(json: string): Steps<readonly string[] | undefined> {
  const tokens = yield* jsonTokens(json);
  if (!tokens) return undefined;
  const leaves: string[] = [];
  for (const [index, token] of tokens.entries()) {
    if (index % TURNS_PER_STEP === 0) yield;
    const { from, to, kind } = token;
    if (kind === 'number') leaves.push(String(JSON.parse(json.slice(from, to))));
    if (kind === 'string') leaves.push(yield* jsonStringText(json, token));
  }
  return leaves;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined; // No JSON text parses to undefined, so this says "not JSON" and nothing else.
  }
}
