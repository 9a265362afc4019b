// @ts-check
// The functions of a page that calls while another tab, or the engine, is in the way.
import { installSilentTransactions } from './silence.mjs';

export { callAll, openAhead } from './every-call.mjs';
export { holdOtherVersion, holdTransaction, letGo, restoreVersion } from './hold.mjs';
export { commit, find, listed } from './memories.mjs';
export { endSilence, silence } from './silence.mjs';

installSilentTransactions();
