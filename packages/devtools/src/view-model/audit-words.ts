import type { AuditAction } from '@agent-memory/long-term';
import type { AuditFacts } from '../source/audit-facts.ts';
import { knownWords, wordsOfCode } from './code-words.ts';
import { formatCount } from './format.ts';
import { type MenuItem, menuOf, sourceWords, type Term } from './record-words.ts';
import type { RowModel } from './row-model.ts';

/** An entry of the audit log in its list. */
export interface AuditRow extends RowModel {
  readonly facts: AuditFacts;
  /** Moments are told from here, in milliseconds since 1970. */
  readonly nowMs: number;
}

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

export function auditRows(entries: readonly AuditFacts[], nowMs: number): readonly AuditRow[] {
  return entries.map((facts) => ({ key: String(facts.number), facts, nowMs }));
}

export function actionName(action: string): string {
  return knownWords(ACTIONS, action)?.name ?? wordsOfCode(action);
}

/** Why it was done; for a record that was stored, how it came to be known. */
export function reasonWords({ action, records, recordCount, by }: AuditFacts): string {
  const source = recordCount === 1 ? records[0]?.source : undefined;
  if (action === 'store' && source !== undefined) return sourceWords(source).meaning;
  const { meaning } = knownWords(ACTIONS, action) ?? {
    meaning: 'an action that is newer than this panel',
  };
  return by === undefined ? meaning : `${meaning}; by ${by}`;
}

/** `and 4 more`; '' where the entry is about one record. */
export function moreWords({ recordCount }: AuditFacts): string {
  return recordCount > 1 ? `and ${formatCount(recordCount - 1, 'more', 'more')}` : '';
}
