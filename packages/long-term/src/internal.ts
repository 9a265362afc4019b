export { isMemoryRecord } from './records/record-problem.ts';
export {
  afterCursor,
  byNewest,
  cursorOf,
  entryOfCursor,
  isKey,
  matches,
  placeOfCursor,
} from './store/record-page.ts';
export { withHigherUses, withUse } from './store/record-uses.ts';
export { BEGUN_ANEW, isSameSecret } from './store/same-secret.ts';
