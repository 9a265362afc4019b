/** A factory that calls back with each connection, after the store has got it. */
export function seeConnections(
  factory: IDBFactory | undefined,
  see: (opened: IDBDatabase) => void,
): IDBFactory | undefined {
  if (!factory) return undefined;
  return new Proxy(factory, {
    get(target, key) {
      if (key !== 'open') return Reflect.get(target, key, target);
      return (name: string, version: number) => {
        const request = target.open(name, version);
        queueMicrotask(() => request.addEventListener('success', () => see(request.result)));
        return request;
      };
    },
  });
}
