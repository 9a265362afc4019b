// For a host that shows sessions, such as a hook.

export { checkStore } from '../store/check-store.ts';
export { storeWith } from '../store/page-sessions.ts';
export { prefetchMessages } from './append/prefetch-messages.ts';
export { checkPart } from './check-part.ts';
export { fetchMemoryCode } from './fetch-memory-code.ts';
export { fetchStoreCode } from './fetch-store-code.ts';
export { MEMORY_OPTIONS } from './known-options.ts';
export { untouchedState } from './memory-state.ts';
export { sessionPartsOf } from './session-options.ts';
export type { SessionParts } from './session-parts.ts';
