import type { LongTermMemory } from '@agent-memory/long-term';
import type { FocusWish } from './focus.ts';
import type { UserMemoriesTexts } from './texts.ts';

/** What a memory needs beside itself. */
export interface ItemParts {
  readonly longTerm: LongTermMemory;
  readonly texts: UserMemoriesTexts;
  /** Ids that may take the focus when this memory goes. */
  readonly others: readonly string[];
  /** Called with the words for what was done, and where the focus goes once the list shows it. */
  readonly onDone: (words: string, wish?: FocusWish) => void;
}
