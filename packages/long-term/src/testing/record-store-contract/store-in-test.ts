import type { RecordStore } from '../../store/record-store.ts';

/** The store in use, whatever was reopened. */
export interface StoreInTest {
  current(): RecordStore;
  reopen(): Promise<void>;
  dump(): Promise<string>;
}
