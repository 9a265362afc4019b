import type { KnownRecord, MemoryRecord } from '@agent-memory/long-term';
import { aRecord } from '@agent-memory/long-term/testing';
import { expect, test } from 'vitest';
import { ENGLISH } from './texts.ts';
import { earlierTexts, having, originOf } from './words.ts';

const MAY_4 = new Date(2026, 4, 4).getTime();

/** A record as somebody reads it. */
function known(fields: Partial<MemoryRecord>, read: Partial<KnownRecord> = {}): KnownRecord {
  const record = aRecord({ id: 'r', createdAtMs: MAY_4, ...fields });
  return { record, confidence: 1, labels: [], ...read };
}

test('[RCT-6] how a memory came about and how sure it is are said in plain words', () => {
  const said = (...args: Parameters<typeof known>) => originOf(known(...args), ENGLISH);
  expect(said({ source: 'user_stated' })).toBe('You said this on 4 May 2026');
  const guess = { source: 'agent_inferred' } as const;
  expect(said(guess, { labels: ['hypothesis', 'needs-verification', 'decayed'] })).toBe(
    'Concluded from a chat on 4 May 2026; not confirmed; soon forgotten unless you confirm it',
  );
  expect(said({ ...guess, verifiedAtMs: MAY_4 })).toBe(
    'Concluded from a chat on 4 May 2026; confirmed',
  );
  expect(said({ source: 'user_stated', muted: true })).toBe(
    'You said this on 4 May 2026; never used in answers',
  );
});

test('[RCT-6] the name of another person turns no sentence around', () => {
  const origin = originOf(known({}, { saidBy: 'bob\u202e\u2069' }), ENGLISH);
  expect(origin).toBe('\u2068bob\u2069 said this on 4 May 2026');
});

test('[RCT-6] each earlier text of a memory is listed once, the newest first', () => {
  const version = (text: string, revision: number) => known({ text, revision }).record;
  const versions = [version('tea', 1), version('tea', 2), version('milk', 1), version('mate', 1)];
  const texts = earlierTexts(version('mate', 2), versions).map(({ text }) => text);
  expect(texts).toEqual(['milk', 'tea']);
});

test('[RCT-6] a search finds memories that have all its words, in any case, and names of people', () => {
  const all = [
    known({ text: 'Ｔea in the MORNING' }),
    known({ text: 'coffee' }, { saidBy: 'Bob' }),
  ];
  const found = (phrase: string) => having(phrase, all).map(({ record }) => record.text);
  expect(found(' morning  tea ')).toEqual(['Ｔea in the MORNING']);
  expect(found('bob')).toEqual(['coffee']);
  expect(found('tea coffee')).toEqual([]);
});
