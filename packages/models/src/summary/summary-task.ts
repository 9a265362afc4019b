import type { summaries } from '@agent-memory/core/internal';

/** A task as text; a model has no use for messages and their numbers. */
type AsText<Task> = Task extends unknown ? Omit<Task, 'sources' | 'notes'> : never;

/** One piece of the work that a summary is: a model does it in one request. */
export type SummaryTask = AsText<summaries.SummaryTask> & {
  /** Values that a first attempt had made up; empty in a first attempt. */
  readonly invented: readonly string[];
};

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
