/** The same store, whatever it is, with some calls of its own. */
export function withCalls<Store extends object>(store: Store, calls: Partial<Store>): Store {
  return new Proxy<Store>(Object.create(store), {
    get(_, name) {
      const value: unknown = Reflect.get(Object.hasOwn(calls, name) ? calls : store, name);
      return typeof value === 'function' ? value.bind(store) : value;
    },
  });
}
