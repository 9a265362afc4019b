export { ERASED } from './erasing/erased.ts';
export type { SessionFile } from './files/session-file.ts';
export { type SessionCatalog, sessionCatalog } from './session-catalog.ts';
export { type SignOutReport, signOut } from './sign-out.ts';
