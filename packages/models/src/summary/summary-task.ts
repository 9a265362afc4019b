import type { CondenseSource } from '@agent-memory/core';

/** One piece of the work that a summary is: a model does it in one request. */
export type SummaryTask = {
  /** Bound on the answer. */
  readonly maxTokens: number;
  /** Values that a first attempt had made up; absent in a first attempt. */
  readonly invented?: readonly string[];
} & (
  | {
      /** All that there is to summarise; `previous` is '' where there is no summary yet. */
      readonly kind: 'whole';
      readonly previous: string;
      readonly conversation: string;
    }
  | {
      readonly kind: 'part';
      readonly conversation: string;
      /** The conversation as messages. */
      readonly sources: readonly CondenseSource[];
      /** Its place among all parts, from 1. */
      readonly part: number;
      readonly parts: number;
    }
  | {
      /** Summaries of parts that follow one another, oldest first. */
      readonly kind: 'merge';
      readonly summaries: readonly string[];
    }
);

/** The text that the answer may draw on. */
export function matterOf(task: SummaryTask): string {
  switch (task.kind) {
    case 'whole':
      return `${task.previous}\n${task.conversation}`;
    case 'part':
      return task.conversation;
    case 'merge':
      return task.summaries.join('\n');
    default:
      return task satisfies never;
  }
}
