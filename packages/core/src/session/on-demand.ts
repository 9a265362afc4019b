/**
 * Everything that a first context can do without, as one door: a session fetches it in the
 * background, so that an app's first load does not carry it.
 */
export { cacheReport } from '../plan/cache-report.ts';
export { Compactor } from './compactor.ts';
export { isFoundTooLong } from './confirm-context.ts';
export { ledgerAfter } from './ledger-after.ts';
export { overflowError } from './overflow.ts';
export { steppedDown } from './overflow-state.ts';
