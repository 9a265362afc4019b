/** What a session with a store needs beside the store; loaded together with the session. */
export { inMemoryStore } from './in-memory-store.ts';
export { storeWithFallback } from './store-with-fallback.ts';
