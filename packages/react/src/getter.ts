/** A property like any other, whose value is asked for each time that it is read. */
export function getter(get: () => unknown): PropertyDescriptor {
  return { get, enumerable: true, configurable: true };
}
