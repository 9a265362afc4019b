import { expect, test } from 'vitest';
import { shortenedArguments } from '../../compaction/shorten.ts';
import { RedactionFailedError } from '../../ground/errors/redaction-failed-error.ts';
import type { Message, Part } from '../../message/message.ts';
import {
  aChange,
  aCompactionRecord,
  anEntry,
  aToolCall,
  someOverlays,
} from '../../testing/builders.ts';
import { transcriptOf } from '../../transcript/transcript-at.ts';
import { noOverlays } from '../../view/overlay.ts';
import { redactedChange } from './redacted-change.ts';
import { redactedMessage } from './redacted-message.ts';

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
    { type: 'document', fileId: CARD, filename: '[card].pdf', data: 'data:,[card]' },
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
        summaryFailure: secret,
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
      summaryFailure: open,
    }),
  );
});

test('[STO-5] a scratchpad is redacted whatever it is made of, but for the names of its fields', () => {
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
    [CARD]: [open, 5, null],
    map: new Map([['[card]', open]]),
    set: new Set([open]),
    day: new Date(0),
  });
  expect(stored.self).toBe(stored);
});

test.each([
  `data: ${CARD}`,
  `data:text/plain,${CARD}`,
  `data:text/plain;base64,${CARD}`,
  `data:image/svg+xml,<svg>${CARD}</svg>`,
  `data:image/png;name=${CARD};base64,AAAA`,
  `data:image/png;base64,AAAA ${CARD}`,
])('[STO-5] a text that only begins like a file inline is redacted: %s', (text) => {
  const { scratchpad } = redactedChange(aChange({ scratchpad: { value: { text } } }), hideCards);
  const parts = [
    withPart({ type: 'image', url: text }),
    withPart({ type: 'document', data: text }),
    withPart({ type: 'text', text: 'A', extra: { note: text } }),
    withPart({ type: 'unknown', value: { type: 'data-note', data: text } }),
    withPart({ type: 'unknown', value: { type: 'file', mediaType: 'text/plain', url: text } }),
  ];
  expect(JSON.stringify([scratchpad, parts])).not.toContain(CARD);
});

test('[STO-5] the bytes of files and what is opaque stay as they are', () => {
  const url = `data:application/pdf;base64,${CARD}`;
  const values = [
    { type: 'file', mediaType: 'image/png', data: CARD },
    { type: 'image', source: { type: 'base64', media_type: 'image/png', data: CARD } },
    { type: 'document', source: { type: 'file', file_id: CARD } },
    { type: 'input_audio', input_audio: { format: 'wav', data: CARD } },
    { type: 'redacted_thinking', data: CARD },
    { type: 'file', file: { file_data: url } },
  ];
  for (const value of values) {
    expect(withPart({ type: 'unknown', value })).toEqual({ type: 'unknown', value });
  }
  expect(withPart({ type: 'document', data: url })).toEqual({ type: 'document', data: url });
});

test.each([
  { type: 'data-order', id: 'o', data: { id: secret, type: secret, order_id: secret } },
  { type: 'data-order', customerId: secret, state: secret, mediaType: 'a/b', toolName: secret },
  { type: 'custom', name: secret, state: secret, customer_id: secret, format: secret },
  { type: 'text', metadata: { state: secret, name: secret, userId: secret, role: secret } },
  { type: 'document', source: { type: 'text', media_type: 'text/plain', data: CARD } },
  { type: 'file', mediaType: 'text/plain', data: CARD },
  { type: 'tool-use', input: { id: secret, type: secret, name: secret } },
])('[STO-5] what a caller puts into fields is redacted, whatever they are called (%#)', (value) => {
  const { type: _, ...extra } = value;
  const parts: Part[] = [
    { type: 'unknown', value },
    { type: 'text', text: 'A', extra: { metadata: value } },
  ];
  const message: Message = {
    role: 'user',
    format: 'ai-sdk-ui',
    parts,
    extra: { id: 'm', unread: [[0, value]], metadata: extra, customer_id: secret, name: secret },
  };
  const stored = redactedMessage(message, hideCards);
  expect(JSON.stringify(stored)).not.toContain(CARD);
  expect(stored.extra).toMatchObject({ id: 'm', unread: [[0, { type: value.type }]] });
});

const PHRASE = 'zebra 9021 correct horse';
const hidePhrase = (text: string) => text.replaceAll(PHRASE, '[phrase]');

test('[STO-5] half of a secret is not stored where a compaction cut the other half off', () => {
  const said = transcriptOf([
    anEntry({ seq: 0, text: `The phrase is ${PHRASE}, keep it.` }),
    anEntry({ seq: 1, text: 'A correct answer about a horse in room 12.' }),
  ]);
  const overlays = someOverlays({
    ranges: [{ fromSeq: 0, toSeq: 2, compactionId: 'compaction-1', tokens: 20 }],
    entries: new Map(),
    condensed: {
      id: 'condensed-1',
      compactionId: 'compaction-1',
      text: '#0 user: The phrase is zebra 90…\n… horse, keep it.\n#1 A correct answer in room 12',
      beforeSeq: 2,
      coveredEntries: 2,
      coveredTokens: 20,
      summary: {
        madeBy: 'extractive',
        fromSeq: 0,
        toSeq: 2,
        text: '… correct horse, keep it.',
        lead: 'The phrase is zeb',
        points: [{ seq: 0, speaker: 'user', text: 'is zebra', score: 1 }],
      },
      values: {
        values: ['zebra', '9021', 'room 12'].map((text) => ({
          text,
          kind: 'number',
          uses: 1,
          lastSeq: 0,
          fromArguments: false,
          fromUser: true,
          company: 1,
        })),
        newestSeq: 1,
      },
    },
  });
  const compaction = aCompactionRecord({ lost: { values: ['9021', 'room 12'], total: 2 } });
  const change = aChange({ overlays: { value: overlays, settingsKey: 'k' }, compaction });
  const stored = redactedChange({ ...change, said }, hidePhrase);
  const condensed = stored.overlays?.value.condensed;
  expect(condensed?.text).toBe(
    '#0 user: The phrase […]…\n… […] it.\n#1 A correct answer in room 12',
  );
  expect(condensed?.summary?.text).toBe('… […] it.');
  expect(condensed?.summary?.points?.[0]?.text).toBe('[…]');
  expect(condensed?.values.values.map(({ text }) => text)).toEqual(['room 12']);
  expect(stored.compaction?.lost).toEqual({ values: ['room 12'], total: 2 });
  expect(stored).not.toHaveProperty('said');
});

test('[STO-5] a label is redacted like its value, and a value that only its label gives away goes', () => {
  const hide = (text: string) => text.replace(/password: \S+|zebra/g, '[…]');
  const value = (text: string, label: string) => ({
    text,
    kind: 'identifier' as const,
    uses: 1,
    lastSeq: 0,
    fromArguments: false,
    fromUser: true,
    company: 1,
    label: { text: label, isKey: true },
  });
  const values = [value('hunter2x', 'password'), value('AB12CD', 'zebra'), value('QX7R2M', 'id')];
  const overlays = someOverlays({
    condensed: {
      id: 'condensed-1',
      compactionId: 'compaction-1',
      text: 'password: hunter2x',
      beforeSeq: 0,
      coveredEntries: 2,
      coveredTokens: 20,
      values: { values, newestSeq: 1 },
    },
  });
  const stored = redactedChange(aChange({ overlays: { value: overlays, settingsKey: 'k' } }), hide);
  const { label: _none, ...bare } = value('AB12CD', 'zebra');
  expect(stored.overlays?.value.condensed?.values.values).toEqual([bare, value('QX7R2M', 'id')]);
});

test('[STO-5] shortened arguments are cut from what is stored of the call', () => {
  const json = JSON.stringify({ text: `${'a '.repeat(55)}${PHRASE}${' b'.repeat(200)}` });
  const cut = shortenedArguments(json, 200, 0);
  expect(cut).toMatch(/zebra(?! 9021 correct horse)/);
  const overlays = someOverlays({
    ranges: [],
    entries: new Map([
      [
        0,
        {
          kind: 'shortened-calls',
          seq: 0,
          compactionId: 'compaction-1',
          limitTokens: 50,
          calls: [{ partIndex: 0, maxCharacters: 200, arguments: cut }],
        },
      ],
    ]),
  });
  const entry = anEntry({ seq: 0, message: aToolCall({ arguments: json }) });
  const change = aChange({ entries: [entry], overlays: { value: overlays, settingsKey: 'k' } });
  const overlay = redactedChange(change, hidePhrase).overlays?.value.entries.get(0);
  const redacted = shortenedArguments(json.replace(PHRASE, '[phrase]'), 200, 0);
  expect(overlay).toMatchObject({ calls: [{ arguments: redacted }] });
  expect(redacted).not.toContain('zebra');
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

test('[STO-5] [HIS-4] the words of a reason are redacted, its codes and figures stay', () => {
  const reason = {
    rule: 'POLICY_CHOSE',
    decidedBy: CARD,
    numbers: { score: 3 },
    keeps: {},
  };
  const why = { ...reason, sentence: secret, remedy: secret };
  const stored = { ...reason, sentence: open, remedy: open };
  const overlays = (of: typeof why) =>
    someOverlays({
      ranges: [{ fromSeq: 1, toSeq: 3, compactionId: 'k', tokens: 20, why: of }],
      entries: new Map([[5, { kind: 'evicted-results', seq: 5, compactionId: 'k', why: of }]]),
    });
  const change = redactedChange(
    aChange({ overlays: { value: overlays(why), settingsKey: 'k' } }),
    hideCards,
  );
  expect(change.overlays?.value).toEqual(overlays(stored));
});
