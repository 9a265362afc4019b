import { expect, test } from 'vitest';
import { runToEnd } from '../ground/platform/steps.ts';
import type { Message } from '../message/message.ts';
import { aTextMessage, aToolCall, aToolResult } from '../testing/builders.ts';
import { aCompactionInput, aReply, aStep } from '../testing/compaction-input.ts';
import { draftCompaction, finishCompaction } from '../testing/to-the-end.ts';
import { simpleMeasurer } from '../testing/transcripts.ts';
import { noOverlays } from '../view/overlay.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import type { ArchivedContext } from './read-archive.ts';
import { readingArchive } from './read-archive.ts';
import type { CompactionInput } from './stage.ts';

const said = (text: string) => aTextMessage('user', `${text} ${'x'.repeat(200)}`);

function archiveOf(
  messages: readonly Message[],
  input: Partial<CompactionInput> = {},
): ArchivedContext {
  const limits = { ...DEFAULT_LIMITS, quotesShare: 0 };
  const draft = draftCompaction(aCompactionInput(messages, { limits, ...input }));
  const outcome = finishCompaction(draft, {
    madeBy: 'tester',
    fromSeq: 1,
    toSeq: 2,
    text: 'They spoke of order ZFA04Y.',
  });
  if (outcome.kind === 'dropped') throw new Error(outcome.why);
  const { overlays } = outcome.compaction;
  const archive = runToEnd(readingArchive(draft.input.transcript, overlays, simpleMeasurer));
  if (!archive) throw new Error('there is no archive');
  expect(archive.text).toBe(overlays.condensed?.text);
  return archive;
}

const stateOf = ({ values }: ArchivedContext, text: string) =>
  values.find((value) => value.text === text)?.state;

const filler = Array.from({ length: 20 }, () => aReply(60));
const talk = [
  aTextMessage('user', 'Go.'),
  said('The order is ZFA04Y.'),
  said('The date is 2026-05-20.'),
  said('The seat is QX77231.'),
  ...filler,
  aTextMessage('user', 'Is it QX77231?'),
];

test('[TIER-2] while nothing left there is no archive', () => {
  const { transcript } = aCompactionInput(talk);
  expect(runToEnd(readingArchive(transcript, noOverlays(), simpleMeasurer))).toBeUndefined();
});

test('[TIER-2] a value stands in the text that is sent, in what stays, or waits for room', () => {
  const archive = archiveOf(talk);
  expect(stateOf(archive, '2026-05-20')).toBe('sent');
  expect(stateOf(archive, 'ZFA04Y')).toBe('sent');
  expect(stateOf(archive, 'QX77231')).toBe('in-view');
  const none = archiveOf(talk, { limits: { ...DEFAULT_LIMITS, derivedShare: 0 } });
  expect(none).toMatchObject({ text: '', tokens: 0 });
  expect(stateOf(none, '2026-05-20')).toBe('no-room');
  expect(stateOf(none, 'QX77231')).toBe('in-view');
});

test('[TIER-2] a value in the arguments of a call that stays is in view', () => {
  const call = [
    aToolCall({ callId: 'last', arguments: '{"date":"2026-05-20"}' }),
    aToolResult({ callId: 'last' }),
  ];
  expect(stateOf(archiveOf([...talk, ...call]), '2026-05-20')).toBe('in-view');
});

test('[TIER-2] says what is sent, what it takes, who summarised and how much it covers', () => {
  const archive = archiveOf(talk);
  expect(archive.text).toContain('They spoke of order ZFA04Y.');
  expect(archive.summary?.madeBy).toBe('tester');
  expect(archive.tokens).toBe(
    simpleMeasurer.message({ role: 'user', parts: [{ type: 'text', text: archive.text }] }).value,
  );
  expect(archive.coveredEntries).toBeGreaterThanOrEqual(3);
  expect(archive.coveredTokens).toBeGreaterThan(150);
});

test('[TIER-2] values that are needed again come first: used in a call, said by the user, late', () => {
  const messages = [
    aTextMessage('user', 'Go.'),
    aTextMessage('assistant', `An early AB-1111-CD. ${'x'.repeat(200)}`),
    ...aStep('order_4711', 60),
    ...filler,
    aTextMessage('user', '?'),
  ];
  const { values } = archiveOf(messages);
  const places = ['order_4711', 'AB-1111-CD'].map((text) =>
    values.findIndex((value) => value.text === text),
  );
  expect(places[0]).toBeGreaterThanOrEqual(0);
  expect(places[1]).toBeGreaterThan(places[0] ?? 0);
  expect(values[places[0] ?? 0]).toMatchObject({ fromArguments: true, fromUser: false, uses: 1 });
});
