/** Tells whether the value is an object of fields, of any frame, and no instance of a class. */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Far deeper than any data is that somebody means, and far from where walking it would run out of stack. */
export const DEEPEST_LEVELS = 500;

/** Tells whether lists and plain objects hold each other over more levels than these. */
export function isDeeperThan(value: unknown, levels: number = DEEPEST_LEVELS): boolean {
  if (!Array.isArray(value) && !isPlainObject(value)) return false;
  return levels === 0 || Object.values(value).some((field) => isDeeperThan(field, levels - 1));
}

/** The field that is nested too deep, or holds itself, in words that continue from its name. */
export function deepFieldIn(value: object): string | undefined {
  const isDeep = ([, field]: readonly [string, unknown]) => isDeeperThan(field, DEEPEST_LEVELS - 1);
  const found = Object.entries(value).find(isDeep);
  return found && `${found[0]}: is nested deeper than ${DEEPEST_LEVELS} levels`;
}
