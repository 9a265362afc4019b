/**
 * Everything that a first context can do without, as one door: a session fetches it in the
 * background, so that an app's first load does not carry it.
 */
export { loadFormat } from '../formats/load-format.ts';
export { cacheReport } from '../plan/cache-report.ts';
export { redactedChange } from '../storage/redacted-change.ts';
export { askedOfUnits } from './asked-of-units.ts';
export { Compactor } from './compactor.ts';
export { configure } from './configure.ts';
export { isFoundTooLong } from './confirm-context.ts';
export { countExactly } from './count-exactly.ts';
export { ledgerAfter } from './ledger-after.ts';
export { headMoveEvent } from './move-head.ts';
export { noteDown } from './note-down.ts';
export { overflowError } from './overflow.ts';
export { steppedDown } from './overflow-state.ts';
export { placedDrafts } from './placed-drafts.ts';
export { initialDrafts, readMessages } from './read-messages.ts';
export { syncOf } from './sync.ts';
