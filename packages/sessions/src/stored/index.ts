// For authors of stores: whether what was read from a disk is what was written.
export { isCompactionRecord } from './compaction-shape.ts';
export { isHistoryRecord } from './history-shape.ts';
export { areOverlays } from './overlay-shape.ts';
export { salvagedEntries } from './salvage-entries.ts';
