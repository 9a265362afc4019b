import type { ExtractionRule } from '@agent-memory/long-term/extraction';
import { expect, test } from 'vitest';
import type { ExtractionPass } from '../source/extraction-facts.ts';
import {
  causeWords,
  forgottenWords,
  passOutcome,
  passRows,
  refusalGroups,
  refusedWords,
  takenWords,
} from './extraction-words.ts';

function aPass(pass: Partial<ExtractionPass> = {}): ExtractionPass {
  return {
    ...{ cause: 'run-end', atMs: 1_000, durationMs: 12, extractor: 'patterns' },
    ...{ fromEntryId: 'e-1', toEntryId: 'e-2', entries: 2, skippedTurns: 0 },
    ...{ taken: [], refused: [], refusedByMemory: [] },
    ...pass,
  };
}

const failed = aPass({
  extractor: 'smollm2',
  failure: { code: 'TIMEOUT', message: 'The model did not answer. Nothing was taken.' },
});
const taken = { recordId: 'r-1', kind: 'preference', outcome: 'stored', entryIds: ['e-1'] };
const wordsOf = (pass: ExtractionPass, ...before: ExtractionPass[]) => passOutcome(pass, before);

test('[EXT-5] a pass that took something tells how much, and how much was refused', () => {
  const refused = [{ rule: 'QUESTION', entryIds: ['e-1'] }];
  expect(wordsOf(aPass({ taken: [taken], refused }))).toMatchObject({
    kind: 'took',
    words: '1 taken, 1 refused',
    sentence: 'Read 2 messages after a run.',
  });
});

test('[EXT-5] why nothing was remembered: nothing has a form, a model found nothing, all was refused', () => {
  expect(wordsOf(aPass())).toMatchObject({ kind: 'nothing', words: 'nothing found' });
  expect(wordsOf(aPass()).sentence).toContain('No sentence had a form that the patterns know');
  expect(wordsOf(aPass({ extractor: 'smollm2' })).sentence).toBe(
    'Read 2 messages after a run. The model found nothing worth keeping.',
  );
  const refused = ['QUESTION', 'QUESTION'].map((rule) => ({ rule, entryIds: ['e-1'] }));
  const refusedByMemory = [{ rule: 'ERASED', entryIds: ['e-2'] }];
  expect(wordsOf(aPass({ refused, refusedByMemory })).sentence).toBe(
    'Read 2 messages after a run. Nothing was taken: 2 × a question; erased before.',
  );
});

test('[EXT-3] a turn in which the agent saved memory itself is named as the reason', () => {
  const { sentence } = wordsOf(aPass({ skippedTurns: 1 }));
  expect(sentence).toContain('One turn was passed over, because the agent saved memory itself');
  expect(sentence).toContain('in what was left');
});

test('[EXT-2] a failure is told in its own words, and patterns say in whose place they read', () => {
  expect(wordsOf(failed)).toMatchObject({
    kind: 'failed',
    words: 'failed',
    sentence: 'Read 2 messages after a run. The model did not answer. Nothing was taken.',
  });
  expect(wordsOf(aPass(), failed, failed, failed).sentence).toContain(
    'Patterns read in the place of smollm2, which failed 3 times in a row.',
  );
  expect(wordsOf(aPass(), aPass(), failed).sentence).not.toContain('in the place of');
});

test('[EXT-5] a pass that forgot tells how much, and does not wonder why it took nothing', () => {
  const forgotten = [{ recordId: 'r-1', why: 'ASKED', entryIds: ['e-1'] }];
  expect(wordsOf(aPass({ forgotten }))).toEqual({
    kind: 'took',
    words: '1 forgotten',
    sentence: 'Read 2 messages after a run. Nothing new was found.',
  });
  const refused = [{ rule: 'QUESTION', entryIds: ['e-1'] }];
  expect(wordsOf(aPass({ taken: [taken], forgotten, refused })).words).toBe(
    '1 taken, 1 forgotten, 1 refused',
  );
  expect(['ASKED', 'REPLACED', 'ON_REQUEST'].map(forgottenWords)).toEqual([
    'the user asked to forget it',
    'the user rewrote the message that it was drawn from',
    'on request',
  ]);
});

test('[CMP-9] patterns that stand in for a late model say that it reads later', () => {
  const late = aPass({ ...failed, cause: 'leaving' });
  const { sentence } = wordsOf(aPass({ cause: 'leaving', isStandIn: true }), late);
  expect(sentence).toContain('in the place of a model that was late; the model reads the same');
  expect(sentence).not.toContain('failed');
});

test('[EXT-1] a pass that only ended what was begun says that nothing new was read', () => {
  const { fromEntryId: _from, toEntryId: _to, ...rest } = aPass({ entries: 0, taken: [taken] });
  expect(wordsOf(rest).sentence).toMatch(/^Ended what an earlier page had begun to write/);
});

test('[EXT-5] refusals are joined by rule, each message once', () => {
  const refused = [
    { rule: 'STATUS', entryIds: ['e-1', 'e-2'] },
    { rule: 'SECRET', entryIds: ['e-2'] },
    { rule: 'STATUS', entryIds: ['e-2'] },
  ];
  expect(refusalGroups(aPass({ refused }))).toMatchObject([
    { rule: 'STATUS', count: 2, entryIds: ['e-1', 'e-2'] },
    { rule: 'SECRET', count: 1, name: 'a secret' },
  ]);
});

test('[EXT-5] every rule of extraction has words; a newer one goes by its own name', () => {
  const rules = {
    ...{ MALFORMED: 0, UNSUPPORTED: 0, QUESTION: 0, QUOTED: 0, TEMPLATE: 0, OTHER_PERSON: 0 },
    ...{ SELF_REFERENCE: 0, SPECULATION: 0, STATUS: 0, TOOL_READABLE: 0, EXTERNAL_CLAIM: 0 },
    ...{
      SECRET: 0,
      NO_REASON: 0,
      NO_REFERENCE: 0,
      DUPLICATE: 0,
      HELD: 0,
      WITHDRAWN: 0,
      NO_STATEMENT: 0,
      UNWANTED: 0,
    },
  } satisfies Record<ExtractionRule, 0>;
  const { meaning: unknown } = refusedWords('MADE_UP');
  for (const rule of Object.keys(rules)) expect(refusedWords(rule).meaning).not.toBe(unknown);
  expect(refusedWords('MADE_UP').name).toBe('made up');
  expect([causeWords('leaving'), causeWords('on-idle')]).toEqual([
    'before messages go out of context',
    'on idle',
  ]);
  expect([takenWords('merged'), takenWords('split')]).toEqual(['said again', 'split']);
});

test('[EXT-5] a row keeps its key when newer passes come, also of the same millisecond', () => {
  const older = passRows([aPass(), aPass()], 2_000).map(({ key }) => key);
  const all = passRows([aPass(), aPass(), aPass()], 2_000).map(({ key }) => key);
  expect(new Set(all).size).toBe(3);
  expect(all.slice(1)).toEqual(older);
});
