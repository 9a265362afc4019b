import { checkFunctions } from '../ground/errors/errors.ts';
import type { MemoryStore } from './memory-store.ts';

/** @throws InvalidOptionError if a store lacks one of its functions; none at all is right. */
export function checkStore(store: MemoryStore | undefined): void {
  checkFunctions('store', store, ['load', 'commit', 'list', 'delete', 'close']);
}
