import type { NewsReader } from '../runner/taking-over.ts';

/** The reader of a session that takes nothing over from other tabs; it refuses to where it is asked to. */
export const noNews: NewsReader<object> = {
  restored: () => {
    throw new Error('Nothing is taken over here.');
  },
  isStoredAs: async () => () => true,
  checkedPad: () => ({}),
  readPart: () => undefined,
};
