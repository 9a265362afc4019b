// Rules that every store shares, whatever it is built on.
export { isWholeContext } from '../history/history.ts';
export { noOverlays } from '../view/overlay.ts';
export { byNewestUpdate } from './by-newest-update.ts';
export { addedEntries, namedEntries, type StoredFacts, type ThereInStore } from './change-rules.ts';
export { type HistoryWrite, historyWrite } from './history-write.ts';
export { copyChange } from './in-memory-store.ts';
export { leadingEntries, MOST_LEADING, MOST_NEWEST, newestStart } from './newest-part.ts';
export { type Opening, openingAfter } from './opening.ts';
export { LOST_FILE_TEXT, UNREADABLE_TEXT } from './unreadable-texts.ts';
