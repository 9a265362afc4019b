import { expect, test } from 'vitest';
import type { AuditFacts } from '../source/audit-facts.ts';
import { newerKind } from '../testing/newer-kind.ts';
import { ACTION_MENU, actionWords, moreWords, reasonWords } from './audit-words.ts';

const ENTRY: AuditFacts = {
  ...{ number: 7, atMs: 0, action: 'store', namespace: 'user:ada', recordCount: 1 },
  records: [{ id: 'tea', start: 'Tea.', source: 'user_stated' }],
};

test('[LTM-7] an entry says why: for a stored record how it came to be known', () => {
  expect(reasonWords(ENTRY)).toBe('the user said so');
  expect(reasonWords({ ...ENTRY, records: [{ id: 'tea' }] })).toBe('was not known before');
  expect(reasonWords({ ...ENTRY, action: 'drop' })).toBe('nobody confirmed it in time');
});

test('[GRD-1] an entry says by whom a confirmation or a release was', () => {
  expect(reasonWords({ ...ENTRY, action: 'release', by: 'rule:calendar' })).toBe(
    'somebody let it out of quarantine; by rule:calendar',
  );
});

test('[LTM-7] records beyond the first are counted', () => {
  expect(moreWords(ENTRY)).toBe('');
  expect(moreWords({ ...ENTRY, recordCount: 1_501 })).toBe('and 1,500 more');
});

test('[LTM-7] an action that is newer than the panel goes by its code', () => {
  const action = newerKind<AuditFacts['action']>('LOCK_AWAY');
  expect(actionWords(action).name).toBe('lock away');
  expect(reasonWords({ ...ENTRY, action })).toContain('newer than this panel');
  expect(ACTION_MENU.map(({ name }) => name)).toContain('recalled');
});
