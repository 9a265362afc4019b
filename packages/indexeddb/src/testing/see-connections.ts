import { THROWAWAY_NAME } from '../begin-new-log.ts';

/** A factory that calls back with each connection to a database of the store, after the store has got it. */
export function seeConnections(
  factory: IDBFactory | undefined,
  see: (opened: IDBDatabase) => void,
): IDBFactory | undefined {
  if (!factory) return undefined;
  return new Proxy(factory, {
    get(target, key) {
      if (key === 'deleteDatabase') return (name: string) => target.deleteDatabase(name);
      if (key !== 'open') return Reflect.get(target, key, target);
      return (name: string, version?: number) => {
        const request = target.open(name, version);
        if (name === THROWAWAY_NAME) return request;
        queueMicrotask(() => request.addEventListener('success', () => see(request.result)));
        return request;
      };
    },
  });
}
