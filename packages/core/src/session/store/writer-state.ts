import type { Outbox } from '../../store/outbox.ts';

/** A session on its way to its store, as far as that has come. */
export interface WriterState {
  outbox: Outbox;
  /** The store could not be read yet: nobody knows what it has of the session. */
  isUnread: boolean;
  /** The code of the trouble that the store is known to have, as long as it has it. */
  failing: string | undefined;
}

/** The store works. Its trouble is over once this page alone holds nothing. */
export function noteWorking(state: WriterState): void {
  const isOwed = state.outbox.changes.some(
    (each) => each.state === 'held-in-page' || each.state === 'lost',
  );
  if (!isOwed) state.failing = undefined;
}
