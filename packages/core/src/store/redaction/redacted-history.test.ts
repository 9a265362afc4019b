import { expect, test } from 'vitest';
import type { ContextAssembled, HistoryRecord } from '../../history/history-record.ts';
import { aChange, anEntry, aTextMessage, someOverlays } from '../../testing/builders.ts';
import { someHistory } from '../../testing/some-history.ts';
import { transcriptOf } from '../../transcript/transcript-at.ts';
import { noOverlays } from '../../view/overlay.ts';
import type { OverlaysDelta, PastCondensed } from '../../view/overlays-delta.ts';
import { type ChangeToRedact, redactedChange } from './redacted-change.ts';

const CARD = '4111111111111111';
const hideCards = (text: string) => text.replaceAll(CARD, '[card]');
const secret = `pay with ${CARD}`;
const open = 'pay with [card]';

function redactedHistory(history: readonly HistoryRecord[]): readonly HistoryRecord[] | undefined {
  return redactedChange(aChange({ history }), hideCards).history;
}

function aContext(): ContextAssembled {
  const [context] = someHistory(0, 1);
  if (context?.kind !== 'context') throw new Error('The first record is no context.');
  return context;
}

const noDelta: OverlaysDelta = {
  epochBefore: 0,
  addedRanges: [],
  removedRanges: [],
  addedEntries: [],
  removedEntries: [],
};

function aCondensed(text: string): PastCondensed {
  return {
    id: CARD,
    compactionId: CARD,
    text,
    beforeSeq: 1,
    coveredEntries: 2,
    coveredTokens: 20,
    summary: {
      madeBy: 'extractive',
      fromSeq: 0,
      toSeq: 2,
      text,
      lead: text,
      points: [{ seq: 1, speaker: 'user', text, score: 1 }],
    },
  };
}

test('[STO-5] [HIS-1] a history without anything to hide is stored as it is', () => {
  expect(redactedHistory(someHistory(0, 10))).toEqual(someHistory(0, 10));
});

test('[STO-5] [HIS-2] the texts of an assembled context are redacted, its codes, ids and figures stay', () => {
  const context = aContext();
  const [item] = context.changed.live?.items ?? [];
  if (!item || !context.changed.live) throw new Error('There is no live item.');
  const withTexts = (text: string, tools: string): ContextAssembled => ({
    ...context,
    totalTokens: Number(CARD),
    headId: CARD,
    model: CARD,
    changed: {
      ...context.changed,
      system: text,
      tools,
      live: {
        items: [{ ...item, id: CARD, message: aTextMessage('user', text) }],
        withheld: [{ ...item.decision, itemId: CARD }],
      },
      degraded: [{ code: 'SUMMARIZER_FAILED', message: text }],
    },
  });
  const tools = (text: string) => JSON.stringify([{ name: 'pay', parameters: { default: text } }]);
  expect(redactedHistory([withTexts(secret, tools(secret))])).toEqual([
    withTexts(open, tools(open)),
  ]);
  const nothingChanged = { ...context, changed: {} };
  expect(redactedHistory([nothingChanged])).toEqual([nothingChanged]);
});

test.each<[string, (delta: OverlaysDelta) => HistoryRecord]>([
  [
    'a compaction',
    (delta) => ({ index: 0, atMs: 0, kind: 'compaction', compactionId: CARD, delta }),
  ],
  [
    'a move of the head',
    (delta) => ({ index: 0, atMs: 0, kind: 'head-move', headId: CARD, delta }),
  ],
  [
    'other settings',
    (delta) => ({
      index: 0,
      atMs: 0,
      kind: 'settings',
      settingsKey: CARD,
      epoch: 1,
      inputTokens: 9,
      delta,
    }),
  ],
])('[STO-5] [HIS-3] past texts in the record of %s are redacted', (_kind, record) => {
  const delta = (text: string): OverlaysDelta => ({
    ...noDelta,
    removedEntries: [
      {
        kind: 'shortened-calls',
        seq: 6,
        compactionId: CARD,
        limitTokens: 5,
        calls: [{ partIndex: 0, maxCharacters: 40, arguments: JSON.stringify({ card: text }) }],
      },
    ],
    condensedBefore: aCondensed(text),
  });
  expect(redactedHistory([record(delta(secret))])).toEqual([record(delta(open))]);
  expect(redactedHistory([record({ ...noDelta, condensedBefore: null })])).toEqual([
    record({ ...noDelta, condensedBefore: null }),
  ]);
});

const PHRASE = 'zebra 9021 correct horse';
const hidePhrase = (text: string) => text.replaceAll(PHRASE, '[phrase]');

test.each<[string, Partial<ChangeToRedact>, Partial<OverlaysDelta>]>([
  [
    'what it covered has left in a longer range since',
    {
      overlays: {
        value: someOverlays({
          ranges: [{ fromSeq: 0, toSeq: 3, compactionId: 'compaction-2', tokens: 20 }],
          entries: new Map(),
        }),
        settingsKey: 'k',
      },
    },
    {},
  ],
  [
    'what it covered was taken back',
    { overlays: { value: noOverlays(1), settingsKey: 'k' } },
    { removedRanges: [{ fromSeq: 0, toSeq: 2, compactionId: 'compaction-1', tokens: 20 }] },
  ],
  ['nothing says what it covered', {}, {}],
])('[STO-5] [HIS-3] half of a secret is not stored in a past text: %s', (_kind, change, delta) => {
  const said = transcriptOf([
    anEntry({ seq: 0, text: `The phrase is ${PHRASE}, keep it.` }),
    anEntry({ seq: 1, text: 'A correct answer about a horse in room 12.' }),
  ]);
  const condensedBefore = aCondensed('#0 The phrase is zebra 90…\n#1 A correct answer in room 12');
  const history: readonly HistoryRecord[] = [
    {
      index: 0,
      atMs: 0,
      kind: 'compaction',
      compactionId: 'c',
      delta: { ...noDelta, ...delta, condensedBefore },
    },
  ];
  const stored = redactedChange({ ...aChange({ ...change, history }), said }, hidePhrase);
  const [record] = stored.history ?? [];
  const text = '#0 The phrase […]…\n#1 A correct answer in room 12';
  expect(record).toMatchObject({ delta: { condensedBefore: { text, summary: { lead: text } } } });
});

test('[STO-5] of a record of a later release every text is redacted, but for its kind', () => {
  const later = { index: 0, atMs: Number(CARD), kind: CARD, note: { of: [secret] } };
  expect(redactedHistory([later as never])).toEqual([{ ...later, note: { of: [open] } }]);
});

test('[STO-5] every text in a part is redacted; its name, names of fields, keys and figures stay', () => {
  const part = (text: string) => ({
    [CARD]: [text, { deep: new Set([text]) }, Number(CARD), 7n, null, undefined],
    byId: new Map<unknown, unknown>([[CARD, text]]),
    when: new Date(0),
    bytes: Uint8Array.of(1),
  });
  const parts = (text: string) =>
    new Map<string, unknown>([
      [CARD, part(text)],
      ['plain', text],
      ['taken away', undefined],
    ]);
  const stored = redactedChange(aChange({ parts: parts(secret) }), hideCards);
  expect(stored).toEqual(aChange({ parts: parts(open) }));
});
