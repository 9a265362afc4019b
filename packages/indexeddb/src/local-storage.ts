/**
 * Works with `localStorage`. Workers have none, and a browser may deny it or have no room left: then
 * nothing is done and `undefined` given.
 */
export function withLocalStorage<Result>(work: (storage: Storage) => Result): Result | undefined {
  try {
    const { localStorage } = globalThis as { readonly localStorage?: Storage | null };
    return localStorage ? work(localStorage) : undefined;
  } catch {
    return undefined;
  }
}
