import type { MemoryDraft } from '../policy/memory-draft.ts';
import type { MemoryRecord } from '../records/memory-record.ts';

/** A change that a model wants to make; nothing of it has happened yet. */
export type MemoryToolAction =
  | { readonly kind: 'save'; readonly draft: MemoryDraft }
  /** They are given out no more; their history stays. Several: the files of a directory. */
  | { readonly kind: 'forget'; readonly records: readonly MemoryRecord[] }
  /** Files get another path. */
  | {
      readonly kind: 'move';
      readonly records: readonly MemoryRecord[];
      readonly from: string;
      readonly to: string;
    };

/** Whether the app lets a model make a change; everything but `true` is a no. */
export type Confirm = (action: MemoryToolAction) => boolean | Promise<boolean>;

/** Whether the app agreed: `true` alone says so, whatever else code without types gives. */
export async function isConfirmed(confirm: Confirm, action: MemoryToolAction): Promise<boolean> {
  return (await confirm(action)) === true;
}

/** The answer to a model whose change the app did not let through. */
export const NOT_ALLOWED =
  'Nothing was changed: the user did not agree to it. Do not ask again unless the user brings it up.';
