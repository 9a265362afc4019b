import { sharedValue, useShared } from '../elements/shared-value.ts';
import type { AuditQuery } from '../source/audit-facts.ts';
import type { RecallQuery } from '../source/record-facts.ts';
import type { ImportedFile } from './audit-words.ts';
import { ALL_RECORDS, type RecordFilter } from './record-words.ts';

/** The choices of a person in the memories tab; they stay while other tabs are looked at. */
export interface MemoriesView {
  readonly mode:
    | 'records'
    | 'recall'
    | 'documents'
    | 'quarantine'
    | 'extraction'
    | 'audit'
    | 'namespaces';
  readonly filter: RecordFilter;
  readonly selectedId: string | undefined;
  /** The text in quarantine that is looked at. */
  readonly heldId: string | undefined;
  /** The recall that is shown; another object asks again. */
  readonly recall: RecallQuery | undefined;
  /** The action that the audit log is filtered by; '' lets all through. */
  readonly action: NonNullable<AuditQuery['action']> | '';
  /** The namespace that is to be erased, once that is confirmed. */
  readonly erasing: string | undefined;
  /** The file whose lines are reported, until the report is closed. */
  readonly imported: ImportedFile | undefined;
}

export type MemoriesViewEvent =
  | { readonly type: 'choose-mode'; readonly mode: MemoriesView['mode'] }
  | { readonly type: 'filter'; readonly filter: Partial<RecordFilter> }
  /** Sets fields that affect nothing else. */
  | {
      readonly type: 'change';
      readonly change: Partial<Pick<MemoriesView, 'selectedId' | 'recall' | 'action' | 'imported'>>;
    }
  /** Opens the quarantine, wherever one is, on one of its texts. */
  | { readonly type: 'look-at-held'; readonly id: string | undefined }
  /** Asks whether a namespace is to be erased, wherever one is; `undefined` takes the question back. */
  | { readonly type: 'ask-to-erase'; readonly namespace: string | undefined }
  /** Records are gone for good: whatever has shown their texts is asked for again, or goes. */
  | { readonly type: 'erase' };

export const FIRST_MEMORIES_VIEW: MemoriesView = {
  mode: 'records',
  filter: ALL_RECORDS,
  selectedId: undefined,
  heldId: undefined,
  recall: undefined,
  action: '',
  erasing: undefined,
  imported: undefined,
};

export function nextMemoriesView(view: MemoriesView, event: MemoriesViewEvent): MemoriesView {
  switch (event.type) {
    case 'choose-mode':
      return { ...view, mode: event.mode, erasing: undefined };
    case 'filter':
      return { ...view, filter: { ...view.filter, ...event.filter } };
    case 'change':
      return { ...view, ...event.change };
    case 'look-at-held':
      return { ...view, mode: 'quarantine', heldId: event.id, selectedId: undefined };
    case 'ask-to-erase':
      return event.namespace === undefined
        ? { ...view, erasing: undefined }
        : { ...view, mode: 'namespaces', erasing: event.namespace };
    case 'erase':
      return { ...view, imported: undefined, recall: view.recall && { ...view.recall } };
    default:
      return event satisfies never;
  }
}

const SharedMemoriesView = sharedValue<{
  readonly memories: MemoriesView;
  readonly dispatchMemories: (event: MemoriesViewEvent) => void;
}>();

export const MemoriesViewProvider = SharedMemoriesView.Provider;

/** The view, and the way to change it, for everything in the memories tab. */
export const useMemoriesView = () => useShared(SharedMemoriesView);
