/** Equal as JSON: a field that is `undefined` is one that is not there. */
export function isSameValue(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [fields, others] = [fieldsOf(a), fieldsOf(b)];
  return (
    fields.length === others.length &&
    fields.every(
      ([name, value]) => Object.hasOwn(b, name) && isSameValue(value, Reflect.get(b, name)),
    )
  );
}

function fieldsOf(value: object): readonly (readonly [string, unknown])[] {
  return Object.entries(value).filter(([, field]) => field !== undefined);
}
