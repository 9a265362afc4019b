import { SerialQueue } from '../ground/platform/serial-queue.ts';
import { type Notes, noNotes, readNotes, setNote } from '../live/notes/notes.ts';
import type { PartHandle, StoredPart } from '../store/stored-part.ts';

/** PERSISTED: the part of a session that holds its notes. */
export const NOTES_PART: StoredPart<Notes> = {
  name: 'agent-memory/notes',
  initial: noNotes,
  sent: (notes) => notes,
  read: readNotes,
};

/** Notes by name that an app wants the model to see now [TIER-4]. */
export interface SessionNotes {
  /** All notes, in the order in which they were set first. The same object until one is set. */
  all(): Notes;
  /** The text of a note; `undefined` where there is none. */
  get(name: string): string | undefined;
  /**
   * Sets a note: the page that the user looks at, files that were touched. `''` or `undefined` removes
   * it. It stands in the next context, behind the scratchpad, and is stored with the session.
   * @throws AgentMemoryError `INVALID_NOTE` if the name or the text cannot be a note's, or there are too many,
   * `TEXT_HELD` if a feature's `checkText` holds it; then nothing changes.
   *
   * @example
   * await memory.notes.set('open page', 'Checkout, step 2: payment');
   */
  set(name: string, text: string | undefined): Promise<void>;
}

/** The notes of one session. Calls of `set` take effect in their order. */
export function sessionNotes(
  part: PartHandle<Notes>,
  lifecycle: { open(): Promise<void> },
): SessionNotes {
  const changes = new SerialQueue();
  return {
    all: () => part.get(),
    get: (name) => (Object.hasOwn(part.get(), name) ? part.get()[name] : undefined),
    async set(name, text) {
      setNote(noNotes, name, text);
      await changes.run(async () => {
        await lifecycle.open();
        const notes = setNote(part.get(), name, text);
        if (notes !== part.get()) await part.set(notes);
      });
    },
  };
}
