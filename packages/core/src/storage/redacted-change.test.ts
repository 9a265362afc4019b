import { expect, test } from 'vitest';
import { noOverlays } from '../compaction/overlay.ts';
import { RedactionFailedError } from '../errors/redaction-failed-error.ts';
import type { Message, Part } from '../message/message.ts';
import { aChange, aCompactionRecord, anEntry, someOverlays } from '../testing/builders.ts';
import { redactedChange, redactedMessage } from './redacted-change.ts';

const CARD = '4111111111111111';
const hideCards = (text: string) => text.replaceAll(CARD, '[card]');

function withPart(part: Part): Part | undefined {
  return redactedMessage({ role: 'assistant', parts: [part] }, hideCards).parts[0];
}

const secret = `pay with ${CARD}`;
const open = 'pay with [card]';

test.each<[Part, Part]>([
  [
    { type: 'text', text: secret, extra: { note: secret } },
    { type: 'text', text: open, extra: { note: open } },
  ],
  [
    { type: 'thinking', text: 'easy', signature: CARD },
    { type: 'thinking', text: 'easy', signature: CARD },
  ],
  [
    { type: 'thinking', text: secret, signature: 'of-the-words' },
    { type: 'thinking', text: open },
  ],
  [
    { type: 'image', url: `https://shop.test/${CARD}.png` },
    { type: 'image', url: 'https://shop.test/[card].png' },
  ],
  [
    { type: 'image', url: `data:image/png;base64,${CARD}` },
    { type: 'image', url: `data:image/png;base64,${CARD}` },
  ],
  [
    { type: 'document', fileId: CARD, filename: `${CARD}.pdf`, data: `data:,${CARD}` },
    { type: 'document', fileId: CARD, filename: '[card].pdf', data: `data:,${CARD}` },
  ],
  [
    { type: 'tool-result', callId: CARD, text: secret, isError: true },
    { type: 'tool-result', callId: CARD, text: open, isError: true },
  ],
  [
    {
      type: 'unknown',
      value: { type: CARD, id: CARD, name: CARD, input: { id: 7, q: [secret] }, n: Number(CARD) },
    },
    {
      type: 'unknown',
      value: { type: CARD, id: CARD, name: CARD, input: { id: 7, q: [open] }, n: '[card]' },
    },
  ],
])('[STO-5] what a model reads in a part is redacted, what names it stays (%#)', (part, stored) => {
  expect(withPart(part)).toEqual(stored);
});

test('[STO-5] the arguments of a call stay JSON, and are looked at without their escapes', () => {
  const quoted = (text: string) => text.replaceAll('päss"word', '[password]');
  const call = (text: string): Part => ({
    type: 'tool-call',
    callId: 'c',
    toolName: 'pay',
    arguments: text,
  });
  const message = (part: Part): Message => ({ role: 'assistant', parts: [part] });
  const escaped = '{"key":"p\\u00e4ss\\"word","id":1}';
  expect(redactedMessage(message(call(escaped)), quoted).parts[0]).toEqual(
    call('{"key":"[password]","id":1}'),
  );
  expect(withPart(call(`{"card": ${CARD}, "id": "${CARD}"}`))).toEqual(
    call('{"card":"[card]","id":"[card]"}'),
  );
  expect(withPart(call(`{"card": "none" }`))).toEqual(call(`{"card": "none" }`));
  expect(withPart(call(`{"card": ${CARD}`))).toEqual(call('{"card": [card]'));
});

test('[STO-5] ids, roles and counts of an entry are as they were, and the entry itself is not touched', () => {
  const entry = anEntry({ id: CARD, parentId: CARD, text: secret });
  const { entries } = redactedChange(aChange({ entries: [entry] }), hideCards);
  const message = { role: 'user', parts: [{ type: 'text', text: open }] };
  expect(entries).toEqual([{ ...entry, message }]);
  expect(entry.message.parts[0]).toEqual({ type: 'text', text: secret });
});

test('[STO-5] summaries, kept values and records of compactions are redacted', () => {
  const value = {
    kind: 'number',
    uses: 1,
    lastSeq: 1,
    fromArguments: false,
    fromUser: true,
    company: 1,
  } as const;
  const condensed = {
    id: 'condensed-1',
    compactionId: 'compaction-1',
    text: secret,
    beforeSeq: 0,
    coveredEntries: 2,
    coveredTokens: 20,
    summary: {
      madeBy: 'extractive',
      fromSeq: 1,
      toSeq: 2,
      text: secret,
      lead: secret,
      points: [{ seq: 1, speaker: 'user', text: secret, score: 1 }],
    },
    values: {
      values: [
        { ...value, text: CARD },
        { ...value, text: 'ZFA04Y' },
      ],
      newestSeq: 2,
    },
  } as const;
  const call = { partIndex: 0, maxCharacters: 40, arguments: `{"card":"${CARD}"}` };
  const shortened = {
    kind: 'shortened-calls',
    seq: 6,
    compactionId: 'compaction-1',
    limitTokens: 5,
    calls: [call],
  } as const;
  const overlays = someOverlays({ entries: new Map([[6, shortened]]), condensed });
  const stage = { stage: 'condense', tokensBefore: 9, tokensAfter: 3, entries: 1 };
  const change = redactedChange(
    aChange({
      overlays: { value: overlays, settingsKey: CARD },
      compaction: aCompactionRecord({
        lost: { values: [secret], total: 1 },
        stages: [{ ...stage, failure: secret }, stage],
      }),
    }),
    hideCards,
  );
  expect(change.overlays).toEqual({
    settingsKey: CARD,
    value: someOverlays({
      entries: new Map([
        [6, { ...shortened, calls: [{ ...call, arguments: '{"card":"[card]"}' }] }],
      ]),
      condensed: {
        ...condensed,
        text: open,
        summary: {
          ...condensed.summary,
          text: open,
          lead: open,
          points: [{ seq: 1, speaker: 'user', text: open, score: 1 }],
        },
        values: { values: [{ ...value, text: 'ZFA04Y' }], newestSeq: 2 },
      },
    }),
  });
  expect(change.compaction).toEqual(
    aCompactionRecord({
      lost: { values: [open], total: 1 },
      stages: [{ ...stage, failure: open }, stage],
    }),
  );
});

test('[STO-5] a scratchpad is redacted whatever it is made of', () => {
  const pad: Record<string, unknown> = {
    id: secret,
    [CARD]: [secret, 5, null],
    map: new Map([[CARD, secret]]),
    set: new Set([secret]),
    day: new Date(0),
  };
  pad.self = pad;
  const { scratchpad } = redactedChange(aChange({ scratchpad: { value: pad } }), hideCards);
  const stored = scratchpad?.value as Record<string, unknown>;
  expect(stored).toMatchObject({
    id: open,
    '[card]': [open, 5, null],
    map: new Map([['[card]', open]]),
    set: new Set([open]),
    day: new Date(0),
  });
  expect(stored.self).toBe(stored);
});

test('[STO-5] system text and title are redacted, and a change without texts is as it was', () => {
  const change = aChange({ system: { value: secret }, title: { value: secret } });
  expect(redactedChange(change, hideCards)).toEqual(
    aChange({ system: { value: open }, title: { value: open } }),
  );
  const bare = aChange({ overlays: { value: noOverlays(), settingsKey: 'k' }, tokens: new Map() });
  expect(redactedChange(bare, hideCards)).toEqual(bare);
});

test.each([
  [
    () => {
      throw new Error('bad pattern');
    },
    'bad pattern',
  ],
  [() => undefined as never, 'undefined'],
])('[STO-5] a redaction that fails says so, with its reason (%#)', (redact, reason) => {
  const change = aChange({ title: { value: secret } });
  expect(() => redactedChange(change, redact)).toThrow(RedactionFailedError);
  expect(() => redactedChange(change, redact)).toThrow(reason);
});
