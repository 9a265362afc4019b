import { expect, test } from 'vitest';
import type { Summary } from '../condense/summarizer.ts';
import type { Message } from '../message/message.ts';
import { textOf } from '../message/message.ts';
import { aTextMessage } from '../testing/builders.ts';
import { aCompactionInput, aStageOf } from '../testing/compaction-input.ts';
import { draftCompaction, finishCompaction } from '../testing/to-the-end.ts';
import { simpleMeasurer } from '../testing/transcripts.ts';
import { fixedBudget } from '../tokens/budget/token-budget.ts';
import { noOverlays } from '../view/overlay.ts';
import { viewOf } from '../view/view.ts';
import type { CompactionDraft } from './draft.ts';
import type { FinishedCompaction } from './finish.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import type { CompactionInput } from './stage.ts';

const user = (text: string) => aTextMessage('user', text);
const reply = (tokens: number) => aTextMessage('assistant', 'x'.repeat(tokens * 4));

function draftOf(
  messages: readonly Message[],
  input: Partial<CompactionInput> = {},
): CompactionDraft {
  return draftCompaction(aCompactionInput(messages, { overlays: noOverlays(4), ...input }));
}

function aSummary(text: string): Summary {
  return { madeBy: 'tester', fromSeq: 1, toSeq: 9, text };
}

function viewTexts({ input }: CompactionDraft, finished: FinishedCompaction): readonly string[] {
  const view = viewOf(input.transcript, finished.overlays, input.measurer);
  return view.segments.flatMap((segment) => {
    if (segment.kind === 'range') return [];
    if (segment.kind === 'condensed') return [textOf(segment.message)];
    return segment.members.map((member) => textOf(member.message));
  });
}

function finishedOf(draft: CompactionDraft, summary?: Summary): FinishedCompaction {
  const outcome = finishCompaction(draft, summary);
  if (outcome.kind === 'dropped') throw new Error(outcome.why);
  return outcome.compaction;
}

const long = [
  user('Rebook order ZFA04Y.'),
  user('The new date is 2026-05-20.'),
  ...Array.from({ length: 20 }, () => reply(60)),
  user('Go on.'),
];

test('[CMP-7] where nothing was found to shorten there is nothing to commit', () => {
  expect(finishCompaction(draftOf([user('Hi'), reply(10)]), undefined)).toEqual({
    kind: 'dropped',
    why: 'it would free nothing',
  });
});

test('[CMP-7] what would not shrink the view is not committed', () => {
  const draft = draftOf(long);
  const outcome = finishCompaction({ ...draft, tokensBefore: 1 }, aSummary('short'));
  expect(outcome).toEqual({ kind: 'dropped', why: 'it would free nothing' });
});

test('[CMP-7] what it gives has shrunk, fits the budget and says by how much', () => {
  const draft = draftOf(long);
  const finished = finishedOf(draft, aSummary('- user (#1): The new date is 2026-05-20.'));
  const view = viewOf(draft.input.transcript, finished.overlays, simpleMeasurer);
  expect(finished.tokensAfter).toBe(view.tokens);
  expect(finished.tokensAfter).toBeLessThan(finished.tokensBefore);
  expect(finished.tokensAfter).toBeLessThanOrEqual(1_000);
  expect(finished.stages.at(-1)?.tokensAfter).toBe(finished.tokensAfter);
  expect(finished.summariser).toBe('tester');
  expect(finished.overlays.epoch).toBe(4);
});

test('[TIER-2] summary and values stand behind the anchor, quoted by the user’s side', () => {
  const draft = draftOf(long);
  const finished = finishedOf(draft, aSummary('- the date was agreed'));
  const [anchor, condensed] = viewTexts(draft, finished);
  expect(anchor).toBe('Rebook order ZFA04Y.');
  expect(condensed).toContain('- the date was agreed');
  expect(condensed).toContain('2026-05-20');
});

test('[CMP-11] a value that stands in what stays is not repeated', () => {
  const limits = { ...DEFAULT_LIMITS, quotesShare: 0 };
  const draft = draftOf([...long, user('Was that 2026-05-20?')], { limits });
  const [, condensed] = viewTexts(draft, finishedOf(draft, aSummary('nothing')));
  expect(condensed).not.toContain('2026-05-20');
});

test('[CMP-10] without a new summary the one before lives on', () => {
  const first = finishedOf(draftOf(long), aSummary('- the first summary'));
  const draft = draftOf([...long, ...Array.from({ length: 20 }, () => reply(60))], {
    overlays: first.overlays,
    compactionId: 'next',
  });
  expect(draft.summaryRequest?.previous?.text).toBe('- the first summary');
  const second = finishedOf(draft);
  expect(second.overlays.condensed?.summary?.text).toBe('- the first summary');
  expect(second.overlays.condensed?.values.values.map((value) => value.text)).toContain(
    '2026-05-20',
  );
  expect(second.overlays.condensed?.id).toBe('condensed-next');
});

test('[CMP-9] values that an excerpt of the anchor left out are in the very next context', () => {
  const filler = 'and so on and on it goes '.repeat(200);
  const task = user(`${filler}the code is QX77231 ${filler}`);
  const draft = draftOf([task, reply(10), user('Go on.')]);
  const finished = finishedOf(draft);
  const [anchor, condensed] = viewTexts(draft, finished);
  expect(condensed).toContain('QX77231');
  expect(anchor).toContain('characters left out');
});

test('[BUD-3] where what stays fills the budget the condensed text is left out, and nothing is lost of it', () => {
  const dated = aTextMessage('assistant', `The date is 2026-05-20. ${'x'.repeat(1_200)}`);
  const messages = [user('Go.'), dated, reply(690)];
  const draft = draftOf(messages, { fixedTokens: 280 });
  const finished = finishedOf(draft, aSummary('- a date'));
  expect(finished.tokensAfter).toBeLessThanOrEqual(1_000);
  expect(finished.overlays.condensed?.text).toBe('');
  expect(finished.overlays.condensed?.values.values.map((value) => value.text)).toContain(
    '2026-05-20',
  );
});

test('[BUD-3] condensed text makes room where nothing but the protected part is left beside it', () => {
  const first = finishedOf(draftOf(long), aSummary('- the first summary'));
  const { condensed } = first.overlays;
  if (!condensed) throw new Error('nothing was condensed');
  const standing = { ...condensed, text: 'x'.repeat(800), beforeSeq: 1 };
  const ranges = [{ fromSeq: 1, toSeq: long.length, compactionId: 'k', tokens: 1_300 }];
  const overlays = { ...first.overlays, ranges, entries: new Map(), condensed: standing };
  const draft = draftOf([...long, user('y'.repeat(3_400))], { overlays, compactionId: 'next' });
  expect(draft.left).toEqual([]);
  const finished = finishedOf(draft);
  expect(finished.tokensAfter).toBeLessThanOrEqual(1_000);
  expect(finished.overlays.condensed?.text).toContain('2026-05-20');
});

test('[CMP-14] says how many messages and tokens left, and which', () => {
  const draft = draftOf(long);
  const { left, overlays } = finishedOf(draft, aSummary('x'));
  const entries = left.reduce((sum, range) => sum + range.toSeq - range.fromSeq, 0);
  expect(overlays.condensed?.coveredEntries).toBe(entries);
  expect(overlays.condensed?.coveredTokens).toBe(
    left.reduce((sum, range) => sum + range.tokens, 0),
  );
});

test('[CMP-7] what would break a promise is dropped and says which', () => {
  const draft = draftOf(long);
  const ranges = [{ fromSeq: 0, toSeq: 9, compactionId: 'k', tokens: 500 }];
  const broken = { ...draft, overlays: { ...draft.overlays, ranges } };
  expect(finishCompaction(broken, aSummary('x'))).toEqual({
    kind: 'dropped',
    why: 'it would break a promise: message #0 is protected and left',
  });
});

test('[CMP-11] an exact value of what left that stands nowhere any more is listed, one that does is not', () => {
  const codes = Array.from({ length: 240 }, (_, index) => `QX-${70_000 + index * 37}-ZZ`);
  const seqOf = (index: number) => 1 + Math.floor(index / 4);
  const messages = [
    user('Go.'),
    ...Array.from({ length: 60 }, (_, index) =>
      aTextMessage('assistant', `${codes.slice(index * 4, index * 4 + 4).join(' ')} xxxx`),
    ),
    user('Was it QX-70037-ZZ?'),
  ];
  const notes = { text: 'Blocked by QX-70074-ZZ.', coversToSeq: 0 };
  const draft = draftOf(messages, { notes, budget: fixedBudget(600) });
  const finished = finishedOf(draft, aSummary('They spoke of QX-70111-ZZ.'));
  const readable = [...viewTexts(draft, finished), notes.text].join('\n');
  const left = codes.filter((_, index) =>
    finished.left.some(({ fromSeq, toSeq }) => seqOf(index) >= fromSeq && seqOf(index) < toSeq),
  );
  const lost = left.filter((code) => !readable.includes(code));
  expect(lost.length).toBeGreaterThan(50);
  expect(lost.length).toBeLessThan(left.length);
  expect(finished.lost.total).toBe(lost.length);
  expect(finished.lost.values).toHaveLength(50);
  expect(finished.lost.values.filter((code) => !lost.includes(code))).toEqual([]);
});

test('[CMP-11] a value is lost when its last readable place leaves, though it left another long ago', () => {
  const said = aTextMessage('assistant', `Order ZFA04Y. ${'x'.repeat(1_200)}`);
  const messages = [
    user('Go.'),
    said,
    said,
    ...Array.from({ length: 4 }, () => reply(60)),
    user('?'),
  ];
  const stages = [aStageOf({ leave: [2], summary: 'x' }, { name: 'late', takesUnits: true })];
  const first = draftOf(messages, { stages });
  const { overlays, lost } = finishedOf(first);
  expect(overlays.ranges).toMatchObject([{ fromSeq: 2, toSeq: 3 }]);
  expect(lost.values).toEqual([]);
  const limits = { ...DEFAULT_LIMITS, derivedShare: 0 };
  const next = draftOf(messages, { overlays, limits, budget: fixedBudget(400), compactionId: 'l' });
  expect(finishedOf(next).lost.values).toEqual(['ZFA04Y']);
});

test('[CMP-1] the notes that a stage gave stand for what left where no other summary was made', () => {
  const notes = { text: 'Goal: a train on 2026-05-20.', coversToSeq: 20 };
  const draft = draftOf(long, { notes, asksModel: true });
  const finished = finishedOf(draft);
  expect(finished.summariser).toBe('session-memory');
  expect(viewTexts(draft, finished)[1]).toContain('What was said:\nGoal: a train on 2026-05-20.');
});

test('[CMP-14] a compaction without a summary names no summariser', () => {
  expect(finishedOf(draftOf(long))).not.toHaveProperty('summariser');
});
