/** An enumerable property that calls `get` each time it is read. */
export function getter(get: () => unknown): PropertyDescriptor {
  return { get, enumerable: true, configurable: true };
}
