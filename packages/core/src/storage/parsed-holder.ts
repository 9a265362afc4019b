/** The list or object that a JSON text says; `undefined` for anything else, which reads the same as text. */
export function parsedHolder(text: string): object | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as object;
  } catch {
    return undefined; // Models do write arguments that are no JSON; those are text.
  }
}
