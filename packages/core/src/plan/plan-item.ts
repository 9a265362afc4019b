import type { LiveKinds } from '../live/live-section.ts';
import type { Message } from '../message/message.ts';
import type { Decision, SentTier } from './decision.ts';

/**
 * The kinds of items of the context. A package of its own adds a kind of section to `LiveKinds`, and
 * with it to these.
 */
export interface PlanItemKinds extends LiveKinds {
  /** The system text given in the options. */
  readonly system: true;
  /** Tool definitions; counted, sent beside the messages. */
  readonly tools: true;
  /** An original message, whole or shortened. */
  readonly entry: true;
  /** The text that stands for the ranges that left the view. */
  readonly condensed: true;
  /** A message that repairs the grammar of the view: a placeholder result, or a stray result as text. */
  readonly repair: true;
}

/** The kind of an item of the context: one of `PlanItemKinds`. */
export type PlanItemKind = keyof PlanItemKinds;

/** One thing that is sent, with the reason for it. */
export interface PlanItem {
  /** The entry's id, or `system`, `tools`, the id of a section, or the condensed text's id. */
  readonly id: string;
  readonly kind: PlanItemKind;
  readonly tier: SentTier;
  /** The original entry, for items of kind `entry` and `repair`. */
  readonly seq?: number;
  /** The message to send. For an untouched entry this is the original message itself, not a copy. */
  readonly message: Message;
  readonly decision: Decision;
}

/** One range of entries that is not sent, with the reason for it. */
export interface PlanRange {
  readonly fromSeq: number;
  /** Exclusive. */
  readonly toSeq: number;
  readonly decision: Decision;
}
