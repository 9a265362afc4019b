import type { StoredReader } from '../session/store/rebase.ts';

/** For a writer whose store nobody else writes to. */
export const noRebase: StoredReader<object> = {
  restored: () => {
    throw new Error('Nothing is taken over here.');
  },
  isStoredAs: async () => () => true,
  checkedPad: () => ({}),
  readPart: () => undefined,
};
