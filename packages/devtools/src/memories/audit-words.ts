import type { AuditAction, ImportReport } from '@agent-memory/long-term';
import type { AuditFacts } from '../source/audit-facts.ts';
import { formatCount, type MenuItem, type Term, termsFrom } from '../words/format.ts';
import { menuOf, sourceWords } from './record-words.ts';

const ACTIONS: Readonly<Record<AuditAction, Term>> = {
  store: { name: 'stored', meaning: 'was not known before' },
  merge: { name: 'merged', meaning: 'was said again' },
  correct: { name: 'corrected', meaning: 'the user put it right' },
  supersede: { name: 'superseded', meaning: 'a newer record says otherwise' },
  update: { name: 'changed', meaning: 'somebody changed its fields' },
  verify: { name: 'confirmed', meaning: 'a review found it right' },
  reject: { name: 'rejected', meaning: 'a review found it wrong' },
  pin: { name: 'pinned', meaning: 'somebody wants it kept' },
  unpin: { name: 'unpinned', meaning: 'it may expire and fade again' },
  mute: { name: 'kept from recall', meaning: 'somebody marked it against recall' },
  unmute: { name: 'recall allowed', meaning: 'somebody took the mark against recall away' },
  forget: { name: 'forgotten', meaning: 'somebody wanted it forgotten' },
  restore: { name: 'restored', meaning: 'somebody wanted it back as it was' },
  erase: { name: 'erased', meaning: 'somebody wanted it gone' },
  recall: { name: 'recalled', meaning: 'it fitted a question' },
  expire: { name: 'expired', meaning: 'its time was over' },
  drop: { name: 'dropped', meaning: 'nobody confirmed it in time' },
  fade: { name: 'faded', meaning: 'its confidence decayed away' },
  import: { name: 'imported', meaning: 'came with a file' },
  hold: { name: 'held', meaning: 'reads like an order to the assistant, and waits in quarantine' },
  release: { name: 'released', meaning: 'somebody let it out of quarantine' },
};

/** The actions that the audit log can be filtered by. */
export const ACTION_MENU: readonly MenuItem<AuditAction>[] = menuOf(ACTIONS, ({ name }) => name);

/** The action of an entry in the audit log, and its purpose. */
export const actionWords = termsFrom(ACTIONS, 'an action that is newer than this panel');

/** Why it was done; for a record that was stored, how it came to be known. */
export function reasonWords({ action, records, recordCount, by }: AuditFacts): string {
  const source = recordCount === 1 ? records[0]?.source : undefined;
  if (action === 'store' && source !== undefined) return sourceWords(source).meaning;
  const { meaning } = actionWords(action);
  return by === undefined ? meaning : `${meaning}; by ${by}`;
}

/** `and 4 more`; '' where the entry is about one record. */
export function moreWords({ recordCount }: AuditFacts): string {
  return recordCount > 1 ? `and ${formatCount(recordCount - 1, 'more', 'more')}` : '';
}

/** A file that was taken in. */
export interface ImportedFile {
  readonly name: string;
  readonly report: ImportReport;
}

/** The outcome of a file, without what there was none of, and how the file was taken. */
export function importSentence({ imported, unchanged, refused, sentence }: ImportReport): string {
  const parts = [
    `${formatCount(imported, 'record')} taken in`,
    ...(unchanged === 0 ? [] : [`${formatCount(unchanged, 'known', 'known')} already`]),
    ...(refused.length === 0 ? [] : [formatCount(refused.length, 'refused', 'refused')]),
  ];
  return `${parts.join(', ')}. ${sentence}`;
}
