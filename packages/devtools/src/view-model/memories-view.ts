import { ALL_RECORDS, type RecordFilter } from './record-rows.ts';

/** A recall that is tried. */
export interface RecallQuestion {
  readonly text: string;
  readonly limit: number;
}

/** The choices of a person in the memories tab; they stay while other tabs are looked at. */
export interface MemoriesView {
  readonly mode: 'records' | 'recall';
  readonly filter: RecordFilter;
  readonly selectedId: string | undefined;
  /** The recall that is shown; another object asks again. */
  readonly recall: RecallQuestion | undefined;
}

export type MemoriesViewEvent =
  | { readonly type: 'choose-mode'; readonly mode: MemoriesView['mode'] }
  | { readonly type: 'filter'; readonly filter: Partial<RecordFilter> }
  | { readonly type: 'select'; readonly id: string | undefined }
  | { readonly type: 'recall'; readonly question: RecallQuestion };

export const FIRST_MEMORIES_VIEW: MemoriesView = {
  mode: 'records',
  filter: ALL_RECORDS,
  selectedId: undefined,
  recall: undefined,
};

export function nextMemoriesView(view: MemoriesView, event: MemoriesViewEvent): MemoriesView {
  switch (event.type) {
    case 'choose-mode':
      return { ...view, mode: event.mode };
    case 'filter':
      return { ...view, filter: { ...view.filter, ...event.filter } };
    case 'select':
      return { ...view, selectedId: event.id };
    case 'recall':
      return { ...view, recall: event.question };
    default:
      return event satisfies never;
  }
}
