/**
 * The strings and numbers of a JSON text as strings, in order; undefined for text that is not JSON,
 * which models do write. Nesting costs no call stack: it may be a million deep.
 */
export function jsonLeaves(json: string): readonly string[] | undefined {
  const root = parsed(json);
  if (root === undefined) return undefined;
  const leaves: string[] = [];
  const pending: unknown[] = [root];
  while (pending.length > 0) {
    const value = pending.pop();
    if (typeof value === 'string') leaves.push(value);
    else if (typeof value === 'number') leaves.push(String(value));
    else if (typeof value === 'object' && value !== null) {
      for (const child of Object.values(value).reverse()) pending.push(child);
    }
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
