import type { StoredPart } from './stored-part.ts';

/**
 * PERSISTED under this name: how many entries, by place, a session was imported with. A file may be anybody's, so
 * that nothing in them is taken for the word of the user who imported it [EXT-5].
 */
export const IMPORTED_PART: StoredPart<number> = {
  name: 'sessions/imported',
  initial: 0,
  damaged: Number.MAX_SAFE_INTEGER,
  read(value) {
    const isPlace = Number.isSafeInteger(value) && Number(value) >= 0;
    if (!isPlace) throw new TypeError('it is no number of entries');
    return Number(value);
  },
};
