/** Fetches the code that reads and writes a session's store; once here, it is not fetched again. */
export function fetchStoreCode(): Promise<typeof import('./stored-session.ts')> {
  return import('./stored-session.ts');
}
