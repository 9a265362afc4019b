import type { ArchivedContext, Entry, PlanItem } from '@agent-memory/core';
import type { BarePlan } from '@agent-memory/core/formats';

/** What became of a value, as the newest context has it. */
export type ValueFate =
  /** In a message, in live state, in a recalled record or in the system text. */
  | 'in-context'
  | 'in-summary'
  /** Among the exact values that stand beside the summary. */
  | 'in-index'
  | 'never-said'
  /** Said since the newest context was made. */
  | 'not-assembled'
  /** The context that had it did not fit, and nothing was sent. */
  | 'refused'
  | 'other-branch'
  /** In the part that was cut out of a message. */
  | 'cut'
  /** A marker or a newer result stands in its place. */
  | 'replaced'
  /** Out, and nothing that is sent leads back to it. */
  | 'lost'
  /** Out, and a tool of the model or a question in its words brings it back. */
  | 'recallable'
  /** A record has it, and others were likelier. */
  | 'not-recalled'
  | 'muted'
  | 'quarantined'
  | 'expired'
  | 'forgotten'
  | 'erased';

/** A step that brings a value into the next context. */
export type ValueAction =
  /** Send this line as a note of this name with each context; `of` is its source, `#119` or a record's id. */
  | {
      readonly kind: 'note';
      readonly of: string;
      readonly name: string;
      readonly text: string;
    }
  /** Ask `remedies` of the memory for this item; they send it whole. */
  | { readonly kind: 'settings'; readonly itemId: string }
  /** Continue the branch that ends with this entry, or passes it. */
  | { readonly kind: 'move-head'; readonly entryId: string }
  | { readonly kind: 'unmute' | 'release' | 'restore'; readonly recordId: string };

/** A record of the long-term memory that has the value. */
export interface HoldingRecord {
  readonly id: string;
  readonly text: string;
  /** `active`, `held` in quarantine, `erased`, or the reason why it holds no more. */
  readonly standing: string;
  readonly muted: boolean;
}

/** Calls in a row whose contexts had a value in the same form; both ends belong to it. */
interface CallsWithForm {
  readonly fromCall: number;
  readonly toCall: number;
  /** `absent` where they had it not. */
  readonly where: string;
}

/** Everything that is known about a value: data of a session, in whatever way it was read. */
export interface ValueFacts {
  /** As it stands in the messages. */
  readonly value: string;
  /** The newest context; absent before the first. */
  readonly plan?: BarePlan & { readonly isRefused?: true };
  /** The items of it that have the value. */
  readonly held: readonly PlanItem[];
  /** The messages of the conversation that say it, oldest first. */
  readonly said: readonly Entry[];
  /** The newest message of another branch that says it. */
  readonly aside?: Entry;
  readonly archived?: ArchivedContext;
  readonly calls: readonly CallsWithForm[];
  readonly records: readonly HoldingRecord[];
}

/** The answer to "Why doesn't it know …?": plain data. */
export interface ValueAnswer {
  readonly fate: ValueFate;
  /** One sentence, or a few short ones. */
  readonly sentence: string;
  /** At most two. None where it is in the context, and where nothing brings it back. */
  readonly actions: readonly ValueAction[];
}

/** A fate in words, and what to act on. */
export interface Found {
  readonly fate: ValueFate;
  readonly sentence: string;
  readonly entry?: Entry | undefined;
  readonly record?: HoldingRecord;
}
