import type { Summary } from '../condense/summarizer.ts';
import type { ValueKind } from '../condense/value-kind.ts';

/** Where an exact value of what left stands now. */
export type ArchivedValueState =
  /** In the text that stands for what left. */
  | 'sent'
  /** In a message of the context, so that it needs no place of its own. */
  | 'in-view'
  /** Kept, and sent when there is room for it or it ranks higher. */
  | 'no-room';

/** One exact value of what left the view. */
export interface ArchivedValue {
  readonly text: string;
  readonly kind: ValueKind;
  /** How often it was said. */
  readonly uses: number;
  /** The newest message that said it. */
  readonly lastSeq: number;
  /** It was an argument of a tool call, or in one. */
  readonly fromArguments: boolean;
  readonly fromUser: boolean;
  readonly state: ArchivedValueState;
}

/** The text that is sent for everything that left the view, and all that is kept for it. */
export interface ArchivedContext {
  readonly id: string;
  /** As it is sent; '' where there was no room. */
  readonly text: string;
  readonly tokens: number;
  readonly summary?: Summary;
  /** Every value that is kept, those most likely to be needed again first. */
  readonly values: readonly ArchivedValue[];
  readonly coveredEntries: number;
  readonly coveredTokens: number;
}
